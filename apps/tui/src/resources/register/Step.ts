/** Something that can be done here, or what became of it. */
export interface Step {
  readonly id: string
  readonly name: string
  readonly about: string
  /** What the service answered, label by label. */
  readonly answer?: ReadonlyArray<readonly [label: string, text: string | null | undefined]>
}

/** What can be done, in the order of the service's description. */
export const steps: ReadonlyArray<Step> = [
  { id: "account", name: "Register an account", about: "with location and title; a confirmation e-mail follows" },
  { id: "account-v1", name: "Register an account on /v1", about: "as older services take it" },
  { id: "confirm", name: "Confirm an account", about: "with the token of the confirmation e-mail" },
  { id: "resend", name: "Send the confirmation again", about: "to an account that is not confirmed" },
  { id: "confirm-email", name: "Confirm a new e-mail address", about: "with the token that was sent there" },
  { id: "enterprise", name: "Register an enterprise", about: "with whom to contact" }
]

/** What became of a step. */
const wordOf = (label: string) => label.toLowerCase().replaceAll("-", "").replaceAll(/\W/g, "_")

/** What the service answered, as programs have it. */
export const dataOf = (answer: NonNullable<Step["answer"]>) =>
  Object.fromEntries(answer.map(([label, text]) => [wordOf(label), text]))

export const outcome = (name: string, answer?: Step["answer"]): Step => ({
  id: name,
  name,
  about: "",
  ...(answer && { answer })
})
