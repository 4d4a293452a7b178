import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

import { Acknowledged } from "./Acknowledged.ts"
import * as Credentials from "./Credentials.ts"
import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1R1 } from "./Errors.ts"
import type { CallError, ErrorV1R1, SessionError } from "./Errors.ts"
import * as Methods from "./Methods.ts"
import * as Page from "./Page.ts"
import { PodId } from "./Pods.ts"
import type { Region } from "./Region.ts"
import type { Transport } from "./Transport.ts"
import type { UserToken } from "./UserToken.ts"
import * as Wire from "./Wire.ts"

/** Id of a user of the enterprise. */
export const UserId = Schema.Int.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

/**
 * An entry of the user administration. Only `id` is certain: the interface shows seven of the fields, the deployed
 * service sends about 31, among them a `token` that works as the user.
 *
 * Source: interface §2.5.
 */
export const EnterpriseUser = Schema.Struct({
  /** Number of the user. */
  id: UserId,
  /** Name to log in with. */
  username: Wire.Text,
  /** Name as others see it. */
  name: Wire.Text,
  /** E-mail address. */
  email: Wire.Text,
  /** Whether the user can be called now. */
  available: Wire.Flag,
  /** When the user was last active. */
  last_used_at: Wire.Moment,
  /** Whether the user may log in; a deactivated user keeps all data. */
  active: Wire.Flag,
  /** Picture of the user. */
  avatar: Wire.Avatar,
  /** When the confirmation e-mail was sent. */
  confirmation_sent_at: Wire.Moment,
  /** When the e-mail address was confirmed. */
  confirmed_at: Wire.Moment,
  /** When the account was made. */
  created_at: Wire.Moment,
  /** Whether the e-mail address is confirmed. */
  email_confirmed: Wire.Flag,
  /** Number of the enterprise. */
  enterprise_id: Wire.Integer,
  /** When the user first made a call. */
  first_call_at: Wire.Moment,
  /** When the welcome e-mail was sent. */
  invitation_sent_at: Wire.Moment,
  /** Whether the account is confirmed. */
  is_confirmed: Wire.Flag,
  /** Whether the user has never logged in before. */
  is_first_login: Wire.Flag,
  /** Kind of license. */
  license: Wire.Text,
  /** Where the user works. */
  location: Wire.Text,
  /** Whether the caller may manage the user. */
  manage: Wire.Flag,
  /** What the user may do. */
  permissions: Wire.maybe(Schema.Array(Schema.String)),
  /** Who vouches for the user's log-in, where that is another service. */
  provider: Wire.Text,
  /** Id of the user there. */
  provider_uid: Wire.Text,
  /** Number of the role. */
  role_id: Wire.Integer,
  /** Name of the role, such as `User`. */
  role_name: Wire.Text,
  /** Status, a number or a name; which there are is not described. */
  status: Wire.AnyId,
  /** What the user tells others. */
  status_message: Wire.Text,
  /** What the user does. */
  title: Wire.Text,
  /** A token that works as the user. */
  token: Wire.maybe(Wire.Secret),
  /** Until when the user cannot be called. */
  unavailable_expires_at: Wire.Moment,
  /** When the entry last changed. */
  updated_at: Wire.Moment
}).annotate({ identifier: "enterprise_user" })
/** The fields of {@link EnterpriseUser}, by a name that editors show. */
export interface EnterpriseUserFields extends Schema.Schema.Type<typeof EnterpriseUser> {}
export type EnterpriseUser = EnterpriseUserFields

/**
 * A user to create. `role` is `User` unless given, `send_email: false` suppresses the welcome e-mail, and without
 * `pod_ids` the user goes to the default pod. Which fields the service requires is not described.
 *
 * Source: interface §4.5, 1.
 */
export const Provision = Schema.Struct({
  /** Name as others see it. */
  name: Schema.optionalKey(Schema.String),
  /** E-mail address; the welcome e-mail goes there. */
  email: Schema.optionalKey(Schema.String),
  /** Name of the role; `User` unless given. */
  role: Schema.optionalKey(Schema.String),
  /** Whether a welcome e-mail is sent; it is unless this is `false`. */
  send_email: Schema.optionalKey(Schema.Boolean),
  /** Numbers of the pods; the default one unless given. */
  pod_ids: Schema.optionalKey(Schema.Array(PodId))
})
export type Provision = typeof Provision.Type

/** The fields of a user to change. Only `active` is described. Source: interface §4.5, 4. */
export const UserChange = Schema.Struct({
  /** Whether the user may log in. */
  active: Schema.optionalKey(Schema.Boolean),
  /** Name as others see it. */
  name: Schema.optionalKey(Schema.String),
  /** E-mail address; a new one counts once it is confirmed. */
  email: Schema.optionalKey(Schema.String)
})
export type UserChange = typeof UserChange.Type

/**
 * Which users to list: `filter` is one clause such as `email=grace@example.com`, unencoded, and `order` a list of keys such
 * as `name`, which programs send and the interface does not describe.
 */
export const UserQuery = Schema.Struct({
  /** One clause such as `email=grace@example.com`, unencoded. */
  filter: Schema.optionalKey(Schema.String),
  /** Keys to order by, such as `name`, which programs send and the interface does not describe. */
  order: Schema.optionalKey(Schema.String),
  /** Which page, from 1. */
  page: Schema.optionalKey(Page.PageNumber),
  /** Entries of a page; 20 unless set. */
  page_size: Schema.optionalKey(Schema.Int)
})
export type UserQuery = typeof UserQuery.Type

const users = "/v1r1/enterprise/users"
const user = Schema.Struct({ user_id: UserId })
const own = { errors: errorsV1R1, takesUserToken: true } as const

/** The user administration. Source: interface §4.5, 1 and 3-5. */
export const EnterpriseUsersGroup = Endpoint.group("EnterpriseUsers", {
  provision: Endpoint.post(users, { payload: Provision, success: Acknowledged(EnterpriseUser), ...own }),
  list: Endpoint.get(users, { query: UserQuery, success: Page.Page(EnterpriseUser), ...own, retry: "safe" }),
  update: Endpoint.put(`${users}/:user_id`, {
    params: user,
    payload: UserChange,
    success: Acknowledged(EnterpriseUser),
    ...own,
    retry: "idempotent"
  }),
  remove: Endpoint.delete(`${users}/:user_id`, {
    params: user,
    success: Acknowledged(EnterpriseUser),
    ...own,
    retry: "idempotent"
  })
})

/** What documents say of the user administration. */
export const EnterpriseUsersDescription = {
  description: "Administration of the users. Administrators only.",
  operations: {
    provision: {
      section: "§4.5, 1",
      summary: "Create a user",
      description:
        "The user is active at once and gets a welcome e-mail unless `send_email` is false; without `pod_ids` they go to the default pod.",
      takes: "Provision",
      example: { name: "Mary Jackson", email: "mary@example.com" },
      answers: "EnterpriseUser"
    },
    list: { section: "§4.5, 3", summary: "List one page of the users", answers: "EnterpriseUserPage" },
    update: {
      section: "§4.5, 4",
      summary: "Change a user",
      description:
        "`active: false` stops log-in and tokens and keeps all data. A new `email` counts once it is confirmed.",
      takes: "UserChange",
      example: { active: false },
      answers: "EnterpriseUser"
    },
    remove: {
      section: "§4.5, 5",
      summary: "Delete a user with all their data",
      description: "For good; calls then refer to `Deleted User`.",
      answers: "EmptyObject"
    }
  }
} as const satisfies Descriptions<typeof EnterpriseUsersGroup>

type Failure = ErrorV1R1 | SessionError | CallError

/** Administers the users of the enterprise. */
export class EnterpriseUsers extends Context.Service<
  EnterpriseUsers,
  Page.Walks<UserQuery, EnterpriseUser, Failure> & {
    /** Creates an active user; sends an e-mail unless `send_email` is false. Source: interface §3.1, §4.5, 1. */
    readonly provision: (user: Provision) => Effect.Effect<Acknowledged<EnterpriseUser>, Failure>
    /** Lists one page of users. Source: interface §4.5, 3. */
    readonly list: (query?: UserQuery) => Effect.Effect<Page.Page<EnterpriseUser>, Failure>
    /** Changes the given fields of a user. Source: interface §4.5, 4. */
    readonly update: (id: UserId, change: UserChange) => Effect.Effect<Acknowledged<EnterpriseUser>, Failure>
    /** Deactivates a user: no log-in, no license used, all data kept. Undone by {@link reactivate}. */
    readonly deactivate: (id: UserId) => Effect.Effect<Acknowledged<EnterpriseUser>, Failure>
    /** Lets a deactivated user log in again. */
    readonly reactivate: (id: UserId) => Effect.Effect<Acknowledged<EnterpriseUser>, Failure>
    /** Deletes a user with all data for good; calls then name `Deleted User`. Source: interface §3.1, §4.5, 5. */
    readonly remove: (id: UserId) => Effect.Effect<Acknowledged<EnterpriseUser>, Failure>
  }
>()("@remote-assist/core/EnterpriseUsers") {
  static readonly layer: Layer.Layer<EnterpriseUsers, never, Transport | Region | UserToken> = Layer.effect(
    EnterpriseUsers,
    Effect.map(Methods.make(EnterpriseUsersGroup, Credentials.add), (api) => {
      const list = (query: UserQuery = {}) => api.list({ query })
      const update = (user_id: UserId, payload: UserChange) => api.update({ params: { user_id }, payload })
      return EnterpriseUsers.of({
        provision: (payload) => api.provision({ payload }),
        list,
        ...Page.walks(list, {}),
        update,
        deactivate: (id) => update(id, { active: false }),
        reactivate: (id) => update(id, { active: true }),
        remove: (user_id) => api.remove({ params: { user_id } })
      })
    })
  )
}
