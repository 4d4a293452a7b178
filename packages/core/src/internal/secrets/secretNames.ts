const words =
  /token|passw|passphrase|passcode|pwd|secret|credential|authorization|cookie|apikey|jwt|bearer|assertion|signature|privatekey/
const whole = /^(?:refresh|pass|pat|key|.*key|auth|xauth|pin|otp|sig)$/

/** Whether a field, a parameter or a header of this name holds a secret. */
export const isSecretName = (name: string): boolean => {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")
  return words.test(plain) || whole.test(plain)
}
