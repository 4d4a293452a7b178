import { Registration } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { makeForm } from "../actions/Action.ts"
import type { FormValues } from "../actions/Action.ts"
import { fromFacts } from "../actions/Report.ts"
import type { Report } from "../actions/Report.ts"
import { formFields, fromProperties, validateEmail } from "./Field.ts"
import type { Resource } from "./Resource.ts"
import { wholePage, wholePageSize } from "./Resource.ts"

type Facts = ReadonlyArray<readonly [label: string, text: string | null | undefined]>

/** A form to choose, or the result of a submitted one. */
interface Step {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly answer?: Facts
}

/** The forms, in the order of the API description. */
const steps: ReadonlyArray<Step> = [
  { id: "account", name: "Register an account", about: "with location and title; a confirmation e-mail follows" },
  { id: "account-v1", name: "Register an account on /v1", about: "for older services" },
  { id: "confirm", name: "Confirm an account", about: "with the token of the confirmation e-mail" },
  { id: "resend", name: "Send the confirmation again", about: "to an account that is not confirmed" },
  { id: "confirm-email", name: "Confirm a new e-mail address", about: "with the token that was sent there" },
  { id: "enterprise", name: "Register an enterprise", about: "with a contact person" }
]

const result = (name: string, answer?: Facts): Step => ({ id: name, name, about: "", ...(answer && { answer }) })

const jsonKey = (label: string) => label.toLowerCase().replaceAll("-", "").replaceAll(/\W/g, "_")

const toData = (answer: Facts) => Object.fromEntries(answer.map(([label, text]) => [jsonKey(label), text]))

const registration = Registration.Registration
const { confirm: confirmation, confirmNewEmail, resendConfirmation } = Registration.RegistrationGroup.endpoints

const AccountV1 = Schema.Struct({
  ...Registration.Register.fields.user_info.fields,
  invitation_token: Registration.Register.fields.invitation_token
})

const Account = Schema.Struct({ ...Registration.RegisterV1R1.fields.user_info.fields, ...AccountV1.fields })

const toBody = ({ invitation_token, ...user_info }: typeof Account.Type) => ({
  user_info,
  ...(invitation_token !== undefined && { invitation_token })
})

const email = {
  label: "E-mail",
  help: "E-mail address; the confirmation is sent there",
  check: validateEmail
}

const person = {
  email,
  name: "Full name",
  password: "Password of the account"
}

const invitation = { invitation_token: "Token of an invitation" }

const announce = ({ email }: FormValues) =>
  `A confirmation e-mail goes to ${String(email)} immediately and cannot be withdrawn.`

const accountDefaults = {
  label: "register",
  on: "none",
  effect: "mails",
  consequence: "A confirmation e-mail is sent. Its token confirms the account; before that, nobody can log in.",
  mails: announce,
  done: "is registered. A confirmation e-mail was sent; its token confirms the account.",
  next: "register.confirm",
  example: '--email mary@example.com --name "Mary Jackson" --yes'
} as const

const account = makeForm<Step, typeof Account.Type>(Account, {
  ...accountDefaults,
  name: "register.account",
  object: "an account",
  keys: ["n"],
  fields: formFields(Account, {
    ...person,
    location: "Where the person works",
    title: "What the person does",
    ...invitation
  }),
  run: (form) => registration.use((api) => Effect.as(api.registerV1R1(toBody(form)), result(form.email)))
})

const accountV1 = makeForm<Step, typeof AccountV1.Type>(AccountV1, {
  ...accountDefaults,
  name: "register.account-v1",
  object: "an account on /v1",
  hint: "register on /v1",
  keys: ["N"],
  fields: formFields(AccountV1, { ...person, ...invitation }),
  run: (form) => registration.use((api) => Effect.as(api.register(toBody(form)), result(form.email)))
})

const enterprise = makeForm<Step, Registration.RegisterEnterprise>(Registration.RegisterEnterprise, {
  name: "register.enterprise",
  label: "register",
  object: "an enterprise",
  hint: "register an enterprise",
  keys: ["e"],
  on: "none",
  effect: "final",
  consequence: "An enterprise is created, and its contact may get an e-mail. This cannot be undone here.",
  mails: ({ contact_email }) => `The e-mail goes to ${String(contact_email)}.`,
  confirmedBy: "enterprise_name",
  fields: formFields(Registration.RegisterEnterprise, {
    enterprise_name: "Name of the enterprise",
    contact_name: "Full name of the contact person",
    contact_email: { label: "Contact e-mail", help: "E-mail address of the contact person", check: validateEmail },
    reseller_id: "Id of the reseller"
  }),
  run: (form) => registration.use((api) => Effect.as(api.registerEnterprise(form), result(form.enterprise_name))),
  done: "is registered as an enterprise.",
  example:
    '--enterprise-name "Hampton Pumps" --contact-name "Mary Jackson" --contact-email mary@example.com --reseller-id reseller-1 --yes'
})

type Token = typeof confirmation.query.Type

const trimmed = ({ confirmation_token: token }: Token) => Redacted.make(Redacted.value(token).trim())

const confirmDefaults = {
  label: "confirm",
  on: "none",
  effect: "reversible",
  refused: "Check the token, or have the confirmation sent again."
} as const

const report =
  (title: string) =>
  ({ answer = [] }: Step): Report =>
    fromFacts(title, answer, toData(answer))

const confirm = makeForm<Step, Token>(confirmation.query, {
  ...confirmDefaults,
  name: "register.confirm",
  object: "an account",
  keys: ["c"],
  consequence: "Its user can then log in. Without the e-mail, go back and send it again.",
  fields: formFields(confirmation.query, {
    confirmation_token: { label: "Token", help: "Token of the confirmation e-mail" }
  }),
  run: (form) =>
    Effect.map(
      registration.use((api) => api.confirm(trimmed(form))),
      ({ message, status }) =>
        result("The account", [
          ["Status", status],
          ["Message", message]
        ])
    ),
  done: "is confirmed. Its user can log in now.",
  example: '<<< "$CONFIRMATION_TOKEN"',
  report: report("The account is confirmed")
})

const confirmEmail = makeForm<Step, Token>(confirmNewEmail.query, {
  ...confirmDefaults,
  name: "register.confirm-email",
  object: "a new e-mail address",
  hint: "confirm a new address",
  refused: "Check the token, or change the address again, for another e-mail.",
  keys: ["m"],
  consequence: "The account then has the new address.",
  fields: formFields(confirmNewEmail.query, {
    confirmation_token: { label: "Token", help: "Token of the e-mail to the new address" }
  }),
  run: (form) =>
    Effect.map(
      registration.use((api) => api.confirmNewEmail(trimmed(form))),
      ({ email, id, name, username }) =>
        result("The new e-mail address", [
          ["E-mail", email],
          ["Name", name],
          ["User name", username],
          ["Id", id == null ? undefined : String(id)]
        ])
    ),
  done: "is confirmed. The account has it now.",
  example: '<<< "$NEW_EMAIL_TOKEN"',
  report: report("The new e-mail address is confirmed")
})

const resend = makeForm<Step, typeof resendConfirmation.query.Type>(resendConfirmation.query, {
  name: "register.resend",
  label: "send the confirmation again",
  object: "",
  hint: "send again",
  keys: ["a"],
  on: "none",
  effect: "mails",
  consequence: "The confirmation e-mail is sent again.",
  mails: announce,
  fields: formFields(resendConfirmation.query, {
    email: { ...email, help: "E-mail address of an account that is not confirmed" }
  }),
  run: ({ email }) => registration.use((api) => Effect.as(api.resendConfirmation(email), result(email))),
  done: "was sent the confirmation again; its token confirms the account.",
  next: "register.confirm",
  example: "--email new@example.com --yes"
})

/** Registers and confirms accounts and enterprises. */
export const register: Resource<Step> = {
  name: "register",
  title: "Register",
  one: "step",
  many: "registrations",
  letter: "r",
  about: "accounts and enterprises. Works without a login.",
  isLocal: true,
  isPublic: true,
  isMenu: true,
  keeps: ["email"],
  pageSize: wholePageSize,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  read: (_, page) => Effect.succeed(wholePage(steps, page)),
  enter: ({ id }) => `register.${id}`,
  ...fromProperties<Step>({
    name: { column: ["WHAT", 28, 1, 0] },
    about: { label: "How", column: ["HOW", 20, 2, 1], tone: () => "quiet" },
    answer: { value: ({ answer }) => answer && toData(answer) }
  }),
  actions: [],
  forms: [account, accountV1, confirm, resend, confirmEmail, enterprise],
  summary: ["name"],
  namedBy: "name"
}
