import { Registration } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import * as FormAction from "../../actions/FormAction.ts"
import { invitationToken, person, profile } from "./fields.ts"
import { outcome } from "./Step.ts"
import type { Step } from "./Step.ts"

const registration = Registration.Registration

const Account = Schema.Struct({
  email: Schema.String,
  name: Schema.String,
  password: Schema.String,
  invitation_token: Schema.optionalKey(Schema.String)
})
type Account = typeof Account.Type

const AccountV1R1 = Schema.Struct({
  ...Account.fields,
  location: Schema.optionalKey(Schema.String),
  title: Schema.optionalKey(Schema.String)
})
type AccountV1R1 = typeof AccountV1R1.Type

const bodyOf = <Given extends Account>({ invitation_token: token, password, ...rest }: Given) => ({
  user_info: { ...rest, password: Redacted.make(password) },
  ...(token !== undefined && { invitation_token: Redacted.make(token) })
})

const common = {
  label: "register",
  pending: "registering",
  on: "none",
  effect: "mails",
  consequence: "A confirmation e-mail is sent; nobody can log in before its token comes back.",
  mails: ({ email }: FormAction.Held) =>
    `A confirmation e-mail goes to ${String(email)} at once, and cannot be taken back.`,
  done: "is registered: a confirmation e-mail went there, and its token confirms the account.",
  next: "register.confirm",
  example: '--email mary@example.com --name "Mary Jackson" --yes'
} as const

export const account = FormAction.make<Step, AccountV1R1>(AccountV1R1, {
  ...common,
  name: "register.account",
  object: "an account",
  keys: ["n"],
  fields: { ...person, ...profile, invitation_token: invitationToken },
  run: (form) =>
    Effect.as(
      Effect.flatMap(registration, (all) => all.registerV1R1(bodyOf(form))),
      outcome(form.email)
    )
})

export const accountV1 = FormAction.make<Step, Account>(Account, {
  ...common,
  name: "register.account-v1",
  object: "an account on /v1",
  hint: "register on /v1",
  keys: ["N"],
  fields: { ...person, invitation_token: invitationToken },
  run: (form) =>
    Effect.as(
      Effect.flatMap(registration, (all) => all.register(bodyOf(form))),
      outcome(form.email)
    )
})
