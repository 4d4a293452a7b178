import * as Schema from "effect/Schema"

import { Account } from "./Account.ts"
import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1, errorsV1R1 } from "./Errors.ts"
import * as Group from "./Group.ts"
import * as Wire from "./Wire.ts"

const person = {
  /** E-mail address; the confirmation e-mail is sent there. */
  email: Schema.String,
  /** Display name. */
  name: Schema.String,
  /** The password for the log-in. */
  password: Wire.Secret
}

/** A personal account to register on `/v1`. Source: interface §4.3, 1. */
export class Register extends Wire.Struct<Register>()({
  /** Token of the invitation, if there was one. */
  invitation_token: Schema.optionalKey(Wire.Secret),
  /** The person. */
  user_info: Schema.Struct(person)
}) {}

/** A personal account to register on `/v1r1`, with location and title. Source: interface §4.3, 5. */
export class RegisterV1R1 extends Wire.Struct<RegisterV1R1>()({
  /** Token of the invitation, if there was one. */
  invitation_token: Schema.optionalKey(Wire.Secret),
  /** The person. */
  user_info: Schema.Struct({
    ...person,
    /** Place of work. */
    location: Schema.optionalKey(Schema.String),
    /** Job title. */
    title: Schema.optionalKey(Schema.String)
  })
}) {}

/** An enterprise to create. Source: interface §4.3, 6. */
export class RegisterEnterprise extends Wire.Struct<RegisterEnterprise>()({
  /** E-mail address of the contact person. */
  contact_email: Schema.String,
  /** Name of the contact person. */
  contact_name: Schema.String,
  /** Name of the enterprise. */
  enterprise_name: Schema.String,
  /** Id of the reseller. */
  reseller_id: Schema.String
}) {}

/** The answer to a confirmation. Source: interface §4.3, 2. */
export class Confirmation extends Wire.Struct<Confirmation>("confirmation")({
  /** The outcome, in words. */
  message: Schema.String,
  /** Status; the interface does not list the values. */
  status: Schema.String
}) {}

const token = Schema.Struct({ confirmation_token: Wire.Secret })

/** The operations that register accounts and enterprises. Source: interface §4.3. */
export const RegistrationGroup = Endpoint.group("Registration", {
  /** Registers an account, unconfirmed until the link in the e-mail is opened. Source: interface §3.2, §4.3, 1. */
  register: Endpoint.post("/v1/register", { payload: Register, success: Wire.EmptyBody, errors: errorsV1 }),
  /** Confirms an account with an e-mailed token; `ErrorV1` 401 if it is invalid. Source: interface §4.3, 2. */
  confirm: Endpoint.post("/v1/register/confirm", { query: token, success: Confirmation, errors: errorsV1 }),
  /** Changes the e-mail address of an account with the token e-mailed to the new address. Source: interface §4.3, 3. */
  confirmNewEmail: Endpoint.post("/v1/register/confirm_new_email", {
    query: token,
    success: Account,
    errors: errorsV1
  }),
  /** Sends the confirmation e-mail again; `ErrorV1` 401 if it was not sent. Source: interface §4.3, 4. */
  resendConfirmation: Endpoint.post("/v1/register/resend_confirmation", {
    query: Schema.Struct({ email: Schema.String }),
    success: Wire.EmptyBody,
    errors: errorsV1
  }),
  /** Registers a personal account on `/v1r1`, with location and title. Source: interface §4.3, 5. */
  registerV1R1: Endpoint.post("/v1r1/register", { payload: RegisterV1R1, success: Wire.EmptyBody, errors: errorsV1R1 }),
  /** Creates an enterprise. Source: interface §4.3, 6. */
  registerEnterprise: Endpoint.post("/v1r1/register/enterprise", {
    payload: RegisterEnterprise,
    success: Wire.EmptyBody,
    errors: errorsV1R1
  })
})

/** The texts of the operations that register accounts and enterprises for documents. */
export const RegistrationDescription = {
  description: "Accounts and enterprises. They need only the API key.",
  operations: {
    register: {
      section: "§4.3, 1",
      summary: "Register a personal account on /v1",
      description:
        "The service sends a confirmation e-mail. The account stays unconfirmed until its token is sent back.",
      takes: "Register",
      example: { user_info: { email: "mary@example.com", name: "Mary Jackson", password: "correct-horse" } }
    },
    confirm: {
      section: "§4.3, 2",
      summary: "Confirm an account",
      description: "With the token of its confirmation e-mail.",
      answers: "Confirmation"
    },
    confirmNewEmail: {
      section: "§4.3, 3",
      summary: "Confirm a new e-mail address",
      description: "Changes the address of the account to the recipient of the confirmation e-mail.",
      answers: "Account"
    },
    resendConfirmation: {
      section: "§4.3, 4",
      summary: "Send the confirmation e-mail again",
      description: "If no e-mail is sent, the answer is 401."
    },
    registerV1R1: {
      section: "§4.3, 5",
      summary: "Register a personal account on /v1r1",
      description: "As on /v1, with location and title.",
      takes: "RegisterV1R1",
      example: {
        user_info: {
          email: "mary@example.com",
          name: "Mary Jackson",
          password: "correct-horse",
          location: "Hampton",
          title: "Engineer"
        }
      }
    },
    registerEnterprise: {
      section: "§4.3, 6",
      summary: "Create an enterprise",
      takes: "RegisterEnterprise",
      example: {
        contact_email: "mary@example.com",
        contact_name: "Mary Jackson",
        enterprise_name: "Hampton Pumps",
        reseller_id: "reseller-1"
      }
    }
  }
} as const satisfies Descriptions<typeof RegistrationGroup>

/** Registers accounts and enterprises, without a user token. */
export class Registration extends Group.Service<Registration>()(RegistrationGroup) {}
