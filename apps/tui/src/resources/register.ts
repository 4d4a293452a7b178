import { Registration } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import type { FormField } from "../actions/Action.ts"
import type { FormValues } from "../actions/Action.ts"
import { makeForm } from "../actions/Action.ts"
import { fromFacts } from "../actions/Report.ts"
import type { Report } from "../actions/Report.ts"
import { columnMaker, fieldMaker, validateEmail } from "./Field.ts"
import type { Resource } from "./Resource.ts"
import { wholePage, wholePageSize } from "./Resource.ts"

const text = (flag: string, help: string): FormField => ({ flag, takes: "text", help })

const secret = (flag: string, help: string): FormField => ({ ...text(flag, help), isSecret: true })

const email: FormField = {
  ...text("email", "E-mail address; the confirmation goes there"),
  label: "E-mail",
  isRequired: true,
  check: validateEmail
}

const person = {
  email,
  name: { ...text("name", "Full name"), isRequired: true },
  password: { ...secret("password", "Password of the account"), isRequired: true }
}

const invitationToken = secret("invitation-token", "The token of an invitation, where there is one")

const profile = { location: text("location", "Where you are"), title: text("title", "What you are") }

const confirmationToken = (help: string): FormField => ({
  ...secret("confirmation-token", help),
  label: "Token",
  isRequired: true
})

const resend: FormField = { ...email, help: "E-mail address of an account that is not confirmed" }

const enterpriseFields = {
  enterprise_name: { ...text("enterprise-name", "Name of the enterprise"), isRequired: true },
  contact_name: { ...text("contact-name", "Full name of whom to contact"), isRequired: true },
  contact_email: {
    ...text("contact-email", "E-mail address of whom to contact"),
    label: "Contact e-mail",
    isRequired: true,
    check: validateEmail
  },
  reseller_id: { ...text("reseller-id", "Id of the reseller"), isRequired: true }
}

/** Something that can be done here, or what became of it. */
interface Step {
  readonly id: string
  readonly name: string
  readonly about: string
  /** What the service answered, label by label. */
  readonly answer?: ReadonlyArray<readonly [label: string, text: string | null | undefined]>
}

/** What can be done, in the order of the service's description. */
const steps: ReadonlyArray<Step> = [
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
const dataOf = (answer: NonNullable<Step["answer"]>) =>
  Object.fromEntries(answer.map(([label, text]) => [wordOf(label), text]))

const outcome = (name: string, answer?: Step["answer"]): Step => ({
  id: name,
  name,
  about: "",
  ...(answer && { answer })
})

const enterprise = makeForm<Step, Registration.RegisterEnterprise>(Registration.RegisterEnterprise, {
  name: "register.enterprise",
  label: "register",
  object: "an enterprise",
  hint: "register an enterprise",
  keys: ["e"],
  pending: "registering",
  on: "none",
  effect: "mails",
  consequence: "An enterprise is created, which cannot be taken back from here.",
  fields: enterpriseFields,
  run: (form) =>
    Effect.as(
      Effect.flatMap(Registration.Registration, (all) => all.registerEnterprise(form)),
      outcome(form.enterprise_name)
    ),
  done: "is registered as an enterprise.",
  example:
    '--enterprise-name "Hampton Pumps" --contact-name "Mary Jackson" --contact-email mary@example.com --reseller-id reseller-1 --yes'
})

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
  mails: ({ email }: FormValues) => `A confirmation e-mail goes to ${String(email)} at once, and cannot be taken back.`,
  done: "is registered: a confirmation e-mail went there, and its token confirms the account.",
  next: "register.confirm",
  example: '--email mary@example.com --name "Mary Jackson" --yes'
} as const

const account = makeForm<Step, AccountV1R1>(AccountV1R1, {
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

const accountV1 = makeForm<Step, Account>(Account, {
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

const Token = Schema.Struct({ confirmation_token: Schema.String })
type Token = typeof Token.Type

const tokenOf = ({ confirmation_token: token }: Token) => Redacted.make(token.trim())

const report =
  (title: string) =>
  ({ answer = [] }: Step): Report =>
    fromFacts(title, answer, dataOf(answer))

const confirm = makeForm<Step, Token>(Token, {
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

const confirmEmail = makeForm<Step, Token>(Token, {
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

const resendConfirmation = makeForm<Step, typeof Email.Type>(Email, {
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
  fields: { email: resend },
  run: (form) =>
    Effect.as(
      Effect.flatMap(registration, (all) => all.resendConfirmation(form.email)),
      outcome(form.email)
    ),
  done: "was sent the confirmation again: its token confirms the account.",
  next: "register.confirm",
  example: "--email new@example.com --yes"
})

const name = ({ name }: Step) => name

const about = ({ about }: Step) => about

const answer = ({ answer }: Step) => answer && dataOf(answer)

const answerText = (step: Step) => (answer(step) === undefined ? "" : JSON.stringify(answer(step)))

const column = columnMaker<Step>()

const field = fieldMaker<Step>()

/** What registers and confirms accounts and enterprises. */
export const register: Resource<Step> = {
  name: "register",
  title: "Register",
  one: "step",
  many: "ways to register",
  letter: "r",
  about: "accounts and enterprises, and confirm what was registered; nobody has to be logged in.",
  isLocal: true,
  isPublic: true,
  isMenu: true,
  keeps: ["email"],
  pageSize: wholePageSize,
  idOf: ({ id }) => id,
  nameOf: name,
  read: (_, page) => Effect.succeed(wholePage(steps, page)),
  enter: ({ id }) => `register.${id}`,
  columns: [
    column("name", "WHAT", name, [28, 1, 0]),
    column("about", "HOW", about, [20, 2, 1], { tone: () => "quiet" })
  ],
  facts: [["How", about]],
  actions: [],
  forms: [account, accountV1, confirm, resendConfirmation, confirmEmail, enterprise],
  fields: [field("name", name), field("about", about), field("answer", answer, answerText)],
  summary: ["name"],
  namedBy: "name"
}
