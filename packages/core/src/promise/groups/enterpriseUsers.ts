import * as Core from "../../EnterpriseUsers.ts"
import type { CallOptions, WalkOptions } from "../CallOptions.ts"
import type { CallPromise } from "../CallPromise.ts"
import * as Group from "../Group.ts"
import type { Acknowledged, Avatar, Page } from "../Page.ts"
import type { Secret } from "../Secret.ts"
import type { Walk } from "../Walk.ts"

/**
 * An entry of the user administration. Only `id` is certain: the interface shows seven of the fields, the deployed
 * service sends about 31. Moments are ISO 8601 in UTC, and `""` where they are not set.
 */
export interface EnterpriseUser {
  /** Number of the user. */
  readonly id: number
  /** Name to log in with. */
  readonly username?: string | null
  /** Name as others see it. */
  readonly name?: string | null
  /** E-mail address. */
  readonly email?: string | null
  /** Whether the user can be called now. */
  readonly available?: boolean | null
  /** When the user was last active. */
  readonly last_used_at?: string | null
  /** Whether the user may log in; a deactivated user keeps all data. */
  readonly active?: boolean | null
  /** Picture of the user. */
  readonly avatar?: Avatar | null
  /** When the confirmation e-mail was sent. */
  readonly confirmation_sent_at?: string | null
  /** When the e-mail address was confirmed. */
  readonly confirmed_at?: string | null
  /** When the account was made. */
  readonly created_at?: string | null
  /** Whether the e-mail address is confirmed. */
  readonly email_confirmed?: boolean | null
  /** Number of the enterprise. */
  readonly enterprise_id?: number | null
  /** When the user first made a call. */
  readonly first_call_at?: string | null
  /** When the welcome e-mail was sent. */
  readonly invitation_sent_at?: string | null
  /** Whether the account is confirmed. */
  readonly is_confirmed?: boolean | null
  /** Whether the user has never logged in before. */
  readonly is_first_login?: boolean | null
  /** Kind of license. */
  readonly license?: string | null
  /** Where the user works. */
  readonly location?: string | null
  /** Whether the caller may manage the user. */
  readonly manage?: boolean | null
  /** What the user may do. */
  readonly permissions?: ReadonlyArray<string> | null
  /** Who vouches for the user's log-in, where that is another service. */
  readonly provider?: string | null
  /** Id of the user there. */
  readonly provider_uid?: string | null
  /** Number of the role. */
  readonly role_id?: number | null
  /** Name of the role, such as `User`. */
  readonly role_name?: string | null
  /** Status, a number or a name; which there are is not described. */
  readonly status?: number | string | null
  /** What the user tells others. */
  readonly status_message?: string | null
  /** What the user does. */
  readonly title?: string | null
  /** A token that works as the user. */
  readonly token?: Secret | null
  /** Until when the user cannot be called. */
  readonly unavailable_expires_at?: string | null
  /** When the entry last changed. */
  readonly updated_at?: string | null
}

/** A user to create. Which fields the service requires is not described. */
export interface Provision {
  /** Name as others see it. */
  readonly name?: string | undefined
  /** E-mail address; the welcome e-mail goes there. */
  readonly email?: string | undefined
  /** Name of the role; `User` unless given. */
  readonly role?: string | undefined
  /** Whether a welcome e-mail is sent; it is unless this is `false`. */
  readonly send_email?: boolean | undefined
  /** Numbers of the pods; the default one unless given. */
  readonly pod_ids?: ReadonlyArray<number> | undefined
}

/** The fields of a user to change. Only `active` is described. */
export interface UserChange {
  /** Whether the user may log in. */
  readonly active?: boolean | undefined
  /** Name as others see it. */
  readonly name?: string | undefined
  /** E-mail address; a new one counts once it is confirmed. */
  readonly email?: string | undefined
}

/** Which users to walk. */
export interface UserFilter {
  /** One clause such as `email=grace@example.com`, unencoded. */
  readonly filter?: string | undefined
  /** Keys to order by, such as `name`, which programs send and the interface does not describe. */
  readonly order?: string | undefined
  /** Entries of a page; 20 unless set. */
  readonly page_size?: number | undefined
}

/** Which users to list. */
export interface UserQuery extends UserFilter {
  /** Which page, from 1. */
  readonly page?: number | undefined
}

/** Administers the users of the enterprise. */
export interface EnterpriseUsers {
  /** Creates an active user and sends a welcome e-mail unless `send_email` is false. Never repeated by itself. */
  readonly provision: (user: Provision, options?: CallOptions) => CallPromise<Acknowledged<EnterpriseUser>>
  /** Lists one page of users. */
  readonly list: (query?: UserQuery, options?: CallOptions) => CallPromise<Page<EnterpriseUser>>
  /** Walks the users of every page, each once. */
  readonly stream: (query?: UserFilter, options?: WalkOptions) => Walk<EnterpriseUser>
  /** Walks the pages; a list that got shorter meanwhile rejects with `ListChanged` at its end. */
  readonly pages: (query?: UserFilter, options?: WalkOptions) => Walk<Page<EnterpriseUser>>
  /** Changes the given fields of a user. */
  readonly update: (id: number, change: UserChange, options?: CallOptions) => CallPromise<Acknowledged<EnterpriseUser>>
  /** Deactivates a user: no log-in, no license used, all data kept. Undone by `reactivate`. */
  readonly deactivate: (id: number, options?: CallOptions) => CallPromise<Acknowledged<EnterpriseUser>>
  /** Lets a deactivated user log in again. */
  readonly reactivate: (id: number, options?: CallOptions) => CallPromise<Acknowledged<EnterpriseUser>>
  /** Deletes a user with all their data, for good; calls and comments then refer to `Deleted User`. */
  readonly remove: (id: number, options?: CallOptions) => CallPromise<Acknowledged<EnterpriseUser>>
}

const of = Group.of(Core.EnterpriseUsersGroup)

const id = Group.number("the user's id")

/** The group of the user administration, for `connectTo`. */
export const enterpriseUsers: Group.Group<EnterpriseUsers> = Group.make<EnterpriseUsers>()(
  Core.EnterpriseUsers,
  Core.EnterpriseUsers.layer,
  "EnterpriseUsers",
  {
    provision: of.call("provision", of.body("provision", "the user")),
    list: of.call("list", of.query("list")),
    stream: of.walk("list", "entries"),
    pages: of.walk("list", "pages"),
    update: of.call("update", id, of.body("update", "the change")),
    deactivate: of.call("update", id),
    reactivate: of.call("update", id),
    remove: of.call("remove", id)
  }
)
