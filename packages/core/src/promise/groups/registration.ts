import * as Core from "../../Registration.ts"
import type { CallOptions } from "../CallOptions.ts"
import type { CallPromise } from "../CallPromise.ts"
import * as Group from "../Group.ts"
import type { Avatar } from "../Page.ts"
import type { Secret } from "../Secret.ts"

/** The person an account is for. */
export interface Person {
  /** E-mail address; the confirmation e-mail goes there. */
  readonly email: string
  /** Name as others see it. */
  readonly name: string
  /** The password to log in with. */
  readonly password: string | Secret
}

/** The person an account is for, as `/v1r1` takes it. */
export interface PersonV1R1 extends Person {
  /** Where the person works. */
  readonly location?: string | undefined
  /** What the person does. */
  readonly title?: string | undefined
}

/** A personal account to register on `/v1`. */
export interface Register {
  /** Token of the invitation that asked for it. */
  readonly invitation_token?: string | Secret | undefined
  /** Whom it is for. */
  readonly user_info: Person
}

/** A personal account to register on `/v1r1`. */
export interface RegisterV1R1 {
  /** Token of the invitation that asked for it. */
  readonly invitation_token?: string | Secret | undefined
  /** Whom it is for. */
  readonly user_info: PersonV1R1
}

/** An enterprise to create. */
export interface RegisterEnterprise {
  /** E-mail address of who answers for it. */
  readonly contact_email: string
  /** Name of who answers for it. */
  readonly contact_name: string
  /** Its name. */
  readonly enterprise_name: string
  /** Who sold it. */
  readonly reseller_id: string
}

/** What a confirmation answers. */
export interface Confirmed {
  /** What happened, in words. */
  readonly message: string
  /** Status; which there are is not described. */
  readonly status: string
}

/** A user account, as the confirmation of a new e-mail address answers it. Only `id` is certain. */
export interface Account {
  /** Whether the user may log in. */
  readonly active?: boolean | null
  /** Whether the user can be called now. */
  readonly available?: string | boolean | null
  /** Picture of the user. */
  readonly avatar?: Avatar | null
  /** When the e-mail address was confirmed. */
  readonly confirmed_at?: string | null
  /** Whether the e-mail address is confirmed. */
  readonly confirmed_email?: boolean | null
  /** When the account was made. */
  readonly created_at?: string | null
  /** E-mail address. */
  readonly email?: string | null
  /** Whether the e-mail address is confirmed, as deployed services send it. */
  readonly email_confirmed?: boolean | null
  /** Number of the enterprise. */
  readonly enterprise_id?: number | null
  /** Number of the user. */
  readonly id: number
  /** Whether the account is confirmed. */
  readonly is_confirmed?: boolean | null
  /** Whether the user has never logged in before. */
  readonly is_first_login?: boolean | null
  /** When the user was last active. */
  readonly last_used_at?: string | null
  /** Name as others see it. */
  readonly name?: string | null
  /** What the user may do. */
  readonly permissions?: ReadonlyArray<string> | null
  /** Id of the user's personal room. */
  readonly personal_room_session_id?: string | null
  /** Address of the user's personal room. */
  readonly personal_room_url?: string | null
  /** Number of the role. */
  readonly role_id?: number | null
  /** Name of the role, such as `User`. */
  readonly role_name?: string | null
  /** Status, a number or a name; which there are is not described. */
  readonly status?: number | string | null
  /** What the user tells others. */
  readonly status_message?: string | null
  /** A token that works as the user. */
  readonly token?: Secret | null
  /** Until when the user cannot be called. */
  readonly unavailable_expires_at?: string | null
  /** When the account last changed. */
  readonly updated_at?: string | null
  /** Name to log in with. */
  readonly username?: string | null
}

/** Registers accounts and enterprises; no user token is needed. */
export interface Registration {
  /** Registers a personal account and has a confirmation e-mail sent; the account stays unconfirmed until then. */
  readonly register: (account: Register, options?: CallOptions) => CallPromise<void>
  /** Confirms an account with the token of its confirmation e-mail; an invalid one rejects with `ErrorV1` 401. */
  readonly confirm: (token: string | Secret, options?: CallOptions) => CallPromise<Confirmed>
  /** Changes the e-mail address of an account to the one its confirmation e-mail was sent to. */
  readonly confirmNewEmail: (token: string | Secret, options?: CallOptions) => CallPromise<Account>
  /** Sends the confirmation e-mail again; rejects with `ErrorV1` 401 when it was not sent. */
  readonly resendConfirmation: (email: string, options?: CallOptions) => CallPromise<void>
  /** Registers a personal account on `/v1r1`, with location and title. */
  readonly registerV1R1: (account: RegisterV1R1, options?: CallOptions) => CallPromise<void>
  /** Creates an enterprise. */
  readonly registerEnterprise: (enterprise: RegisterEnterprise, options?: CallOptions) => CallPromise<void>
}

const of = Group.of(Core.RegistrationGroup)

const token = Group.hidden("the confirmation token")

/** The group that registers accounts and enterprises, for `connectTo`. */
export const registration: Group.Group<Registration> = Group.make<Registration>()(
  Core.Registration,
  Core.Registration.layer,
  "Registration",
  {
    register: of.call("register", of.body("register", "the account")),
    confirm: of.call("confirm", token),
    confirmNewEmail: of.call("confirmNewEmail", token),
    resendConfirmation: of.call("resendConfirmation", Group.text("the e-mail address")),
    registerV1R1: of.call("registerV1R1", of.body("registerV1R1", "the account")),
    registerEnterprise: of.call("registerEnterprise", of.body("registerEnterprise", "the enterprise"))
  }
)
