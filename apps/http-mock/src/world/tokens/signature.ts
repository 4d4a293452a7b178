import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto"
import type { KeyObject } from "node:crypto"

// made once: an HMAC with the bytes makes one each time, which takes longer than the rest of it
const secrets = new WeakMap<Uint8Array, KeyObject>()

const secretOf = (key: Uint8Array) => {
  const known = secrets.get(key)
  if (known !== undefined) return known
  const made = createSecretKey(key)
  secrets.set(key, made)
  return made
}

/** What a key signs a text with (HMAC-SHA256), as bytes. */
export const signatureOf = (key: Uint8Array, text: string): Buffer =>
  createHmac("sha256", secretOf(key)).update(text).digest()

/** Whether a signature in base64url is that of a text. */
export const isSignature = (key: Uint8Array, text: string, signature: string): boolean => {
  // as text: some changes of the last letter leave the bytes that it stands for alone
  const expected = Buffer.from(signatureOf(key, text).toString("base64url"))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
