import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { Account } from "./Account.ts"
import * as ApiKey from "./ApiKey.ts"
import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1, errorsV1R1 } from "./Errors.ts"
import type { CallError, ErrorV1, ErrorV1R1 } from "./Errors.ts"
import * as Methods from "./Methods.ts"
import type { Region } from "./Region.ts"
import type { Transport } from "./Transport.ts"
import * as Wire from "./Wire.ts"

const person = {
  /** E-mail address; the confirmation e-mail goes there. */
  email: Schema.String,
  /** Name as others see it. */
  name: Schema.String,
  /** The password to log in with. */
  password: Wire.Secret
}

/** A personal account to register on `/v1`. Source: interface §4.3, 1. */
export const Register = Schema.Struct({
  /** Token of the invitation that asked for it. */
  invitation_token: Schema.optionalKey(Wire.Secret),
  /** Whom it is for. */
  user_info: Schema.Struct(person)
})
export type Register = typeof Register.Type

/** A personal account to register on `/v1r1`, which also takes location and title. Source: interface §4.3, 5. */
export const RegisterV1R1 = Schema.Struct({
  /** Token of the invitation that asked for it. */
  invitation_token: Schema.optionalKey(Wire.Secret),
  /** Whom it is for. */
  user_info: Schema.Struct({
    ...person,
    /** Where the person works. */
    location: Schema.optionalKey(Schema.String),
    /** What the person does. */
    title: Schema.optionalKey(Schema.String)
  })
})
export type RegisterV1R1 = typeof RegisterV1R1.Type

/** An enterprise to create. Source: interface §4.3, 6. */
export const RegisterEnterprise = Schema.Struct({
  /** E-mail address of who answers for it. */
  contact_email: Schema.String,
  /** Name of who answers for it. */
  contact_name: Schema.String,
  /** Its name. */
  enterprise_name: Schema.String,
  /** Who sold it. */
  reseller_id: Schema.String
})
export type RegisterEnterprise = typeof RegisterEnterprise.Type

/** What a confirmation answers. Source: interface §4.3, 2. */
export const Confirmed = Schema.Struct({
  /** What happened, in words. */
  message: Schema.String,
  /** Status; which there are is not described. */
  status: Schema.String
}).annotate({ identifier: "confirmation" })
export type Confirmed = typeof Confirmed.Type

const token = Schema.Struct({ confirmation_token: Wire.Secret })

/** The operations that register accounts and enterprises. Source: interface §4.3. */
export const RegistrationGroup = Endpoint.group("Registration", {
  register: Endpoint.post("/v1/register", { payload: Register, success: Wire.Nothing, errors: errorsV1 }),
  confirm: Endpoint.post("/v1/register/confirm", { query: token, success: Confirmed, errors: errorsV1 }),
  confirmNewEmail: Endpoint.post("/v1/register/confirm_new_email", {
    query: token,
    success: Account,
    errors: errorsV1
  }),
  resendConfirmation: Endpoint.post("/v1/register/resend_confirmation", {
    query: Schema.Struct({ email: Schema.String }),
    success: Wire.Nothing,
    errors: errorsV1
  }),
  registerV1R1: Endpoint.post("/v1r1/register", { payload: RegisterV1R1, success: Wire.Nothing, errors: errorsV1R1 }),
  registerEnterprise: Endpoint.post("/v1r1/register/enterprise", {
    payload: RegisterEnterprise,
    success: Wire.Nothing,
    errors: errorsV1R1
  })
})

/** What documents say of the operations that register. */
export const RegistrationDescription = {
  description: "Accounts and enterprises. The API key alone is needed.",
  operations: {
    register: {
      section: "§4.3, 1",
      summary: "Register a personal account on /v1",
      description: "A confirmation e-mail is sent; the account stays unconfirmed until its token comes back.",
      takes: "Register",
      example: { user_info: { email: "mary@example.com", name: "Mary Jackson", password: "correct-horse" } }
    },
    confirm: {
      section: "§4.3, 2",
      summary: "Confirm an account",
      description: "With the token of its confirmation e-mail.",
      answers: "Confirmed"
    },
    confirmNewEmail: {
      section: "§4.3, 3",
      summary: "Confirm a new e-mail address",
      description: "Changes the address of the account to the one that the confirmation e-mail was sent to.",
      answers: "Account"
    },
    resendConfirmation: {
      section: "§4.3, 4",
      summary: "Send the confirmation e-mail again",
      description: "An e-mail that is not sent is 401."
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

/** Registers accounts and enterprises; no user token is needed. */
export class Registration extends Context.Service<
  Registration,
  {
    /** Registers an account, unconfirmed until the e-mail is followed. Source: interface §3.2, §4.3, 1. */
    readonly register: (account: Register) => Effect.Effect<void, ErrorV1 | CallError>
    /** Confirms an account with an e-mailed token; {@link ErrorV1} 401 if invalid. Source: interface §4.3, 2. */
    readonly confirm: (token: Redacted.Redacted) => Effect.Effect<Confirmed, ErrorV1 | CallError>
    /** Changes the e-mail address to the one that was sent the token. Source: interface §4.3, 3. */
    readonly confirmNewEmail: (token: Redacted.Redacted) => Effect.Effect<Account, ErrorV1 | CallError>
    /** Sends the confirmation e-mail again; {@link ErrorV1} 401 when it was not sent. Source: interface §4.3, 4. */
    readonly resendConfirmation: (email: string) => Effect.Effect<void, ErrorV1 | CallError>
    /** Registers a personal account on `/v1r1`, with location and title. Source: interface §4.3, 5. */
    readonly registerV1R1: (account: RegisterV1R1) => Effect.Effect<void, ErrorV1R1 | CallError>
    /** Creates an enterprise. Source: interface §4.3, 6. */
    readonly registerEnterprise: (enterprise: RegisterEnterprise) => Effect.Effect<void, ErrorV1R1 | CallError>
  }
>()("@remote-assist/core/Registration") {
  static readonly layer: Layer.Layer<Registration, never, Transport | Region> = Layer.effect(
    Registration,
    Effect.map(Methods.make(RegistrationGroup, ApiKey.add), (api) =>
      Registration.of({
        register: (payload) => api.register({ payload }),
        confirm: (confirmation_token) => api.confirm({ query: { confirmation_token } }),
        confirmNewEmail: (confirmation_token) => api.confirmNewEmail({ query: { confirmation_token } }),
        resendConfirmation: (email) => api.resendConfirmation({ query: { email } }),
        registerV1R1: (payload) => api.registerV1R1({ payload }),
        registerEnterprise: (payload) => api.registerEnterprise({ payload })
      })
    )
  )
}
