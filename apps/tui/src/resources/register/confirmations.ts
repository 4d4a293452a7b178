import { Registration } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import * as FormAction from "../../actions/FormAction.ts"
import * as Report from "../../actions/Report.ts"
import { confirmationToken, resend as email } from "./fields.ts"
import { dataOf, outcome } from "./Step.ts"
import type { Step } from "./Step.ts"

const registration = Registration.Registration

const Token = Schema.Struct({ confirmation_token: Schema.String })
type Token = typeof Token.Type

const tokenOf = ({ confirmation_token: token }: Token) => Redacted.make(token.trim())

const report =
  (title: string) =>
  ({ answer = [] }: Step): Report.Report =>
    Report.ofFacts(title, answer, dataOf(answer))

export const confirm = FormAction.make<Step, Token>(Token, {
  name: "register.confirm",
  label: "confirm",
  object: "an account",
  keys: ["c"],
  pending: "confirming",
  on: "none",
  effect: "reversible",
  consequence: "Its user can log in from then on. Without the e-mail, leave this and have it sent again.",
  fields: { confirmation_token: confirmationToken("The token of the confirmation e-mail") },
  run: (form) =>
    Effect.map(
      Effect.flatMap(registration, (all) => all.confirm(tokenOf(form))),
      ({ message, status }) =>
        outcome("The account", [
          ["Status", status],
          ["Message", message]
        ])
    ),
  done: "is confirmed: one can log in with it.",
  example: '<<< "$CONFIRMATION_TOKEN"',
  report: report("The account is confirmed")
})

export const confirmEmail = FormAction.make<Step, Token>(Token, {
  name: "register.confirm-email",
  label: "confirm",
  object: "a new e-mail address",
  hint: "confirm a new address",
  keys: ["m"],
  pending: "confirming",
  on: "none",
  effect: "reversible",
  consequence: "The account has the new address from then on.",
  fields: { confirmation_token: confirmationToken("The token of the e-mail to the new address") },
  run: (form) =>
    Effect.map(
      Effect.flatMap(registration, (all) => all.confirmNewEmail(tokenOf(form))),
      ({ email, id, name, username }) =>
        outcome("The new e-mail address", [
          ["E-mail", email],
          ["Name", name],
          ["User name", username],
          ["Id", id == null ? undefined : String(id)]
        ])
    ),
  done: "is confirmed: the account has it now.",
  example: '<<< "$NEW_EMAIL_TOKEN"',
  report: report("The new e-mail address is confirmed")
})

const Email = Schema.Struct({ email: Schema.String })

export const resend = FormAction.make<Step, typeof Email.Type>(Email, {
  name: "register.resend",
  label: "send the confirmation again",
  object: "",
  hint: "send again",
  keys: ["a"],
  pending: "sending",
  on: "none",
  effect: "mails",
  consequence: "The confirmation e-mail is sent again.",
  mails: ({ email }) => `A confirmation e-mail goes to ${String(email)} at once, and cannot be taken back.`,
  fields: { email },
  run: (form) =>
    Effect.as(
      Effect.flatMap(registration, (all) => all.resendConfirmation(form.email)),
      outcome(form.email)
    ),
  done: "was sent the confirmation again: its token confirms the account.",
  next: "register.confirm",
  example: "--email new@example.com --yes"
})
