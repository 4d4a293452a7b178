import * as Schema from "effect/Schema"

import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsV1R1 } from "./Errors.ts"
import * as Group from "./Group.ts"
import * as Page from "./Page.ts"
import { PodId } from "./Pods.ts"
import { RawResponse } from "./RawResponse.ts"
import * as Wire from "./Wire.ts"

/** Id of a user of the enterprise. */
export const UserId = Schema.Int.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

/**
 * A user in the administration. Only `id` is always present: the interface shows seven of the fields, the deployed service
 * sends about 31, among them a `token` that authenticates as the user.
 *
 * Source: interface §2.5.
 */
export class EnterpriseUser extends Wire.Struct<EnterpriseUser>("enterprise_user")({
  /** Number of the user. */
  id: UserId,
  /** Log-in name. */
  username: Wire.Text,
  /** Display name. */
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
  /** When the account was created. */
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
  /** Place of work. */
  location: Wire.Text,
  /** Whether the caller may manage the user. */
  manage: Wire.Flag,
  /** Permissions of the user. */
  permissions: Wire.maybe(Schema.Array(Schema.String)),
  /** Service that authenticates the user, if it is another one. */
  provider: Wire.Text,
  /** Id of the user at that service. */
  provider_uid: Wire.Text,
  /** Number of the role. */
  role_id: Wire.Integer,
  /** Name of the role, such as `User`. */
  role_name: Wire.Text,
  /** Status, a number or a name; the interface does not list the values. */
  status: Wire.AnyId,
  /** Status message. */
  status_message: Wire.Text,
  /** Job title. */
  title: Wire.Text,
  /** A token that authenticates as the user. */
  token: Wire.maybe(Wire.Secret),
  /** Time until which the user cannot be called. */
  unavailable_expires_at: Wire.Moment,
  /** When the entry last changed. */
  updated_at: Wire.Moment
}) {}

/**
 * A user to create. `role` is `User` by default, `send_email: false` suppresses the welcome e-mail, and without `pod_ids`
 * the user belongs to the default pod. The interface does not say which fields are required.
 *
 * Source: interface §4.5, 1.
 */
export class Provision extends Wire.Struct<Provision>()({
  /** Display name. */
  name: Schema.optionalKey(Schema.String),
  /** E-mail address; the welcome e-mail is sent there. */
  email: Schema.optionalKey(Schema.String),
  /** Name of the role (default `User`). */
  role: Schema.optionalKey(Schema.String),
  /** Whether to send a welcome e-mail (default true). */
  send_email: Schema.optionalKey(Schema.Boolean),
  /** Numbers of the pods (default: the default pod). */
  pod_ids: Schema.optionalKey(Schema.Array(PodId))
}) {}

/** The fields of a user to change. The interface describes only `active`. Source: interface §4.5, 4. */
export class UserChange extends Wire.Struct<UserChange>()({
  /** Whether the user may log in. */
  active: Schema.optionalKey(Schema.Boolean),
  /** Display name. */
  name: Schema.optionalKey(Schema.String),
  /** E-mail address; a new one takes effect once it is confirmed. */
  email: Schema.optionalKey(Schema.String)
}) {}

/**
 * Selects users: `filter` is one clause such as `email=grace@example.com`, unencoded, and `order` a list of keys such as
 * `name`, which programs send and the interface does not describe.
 */
export class UserQuery extends Wire.Struct<UserQuery>()({
  /**
   * One clause, unencoded: `email=grace@example.com` is exact, `name~=%ann%` has wildcards, `updated_at>2026-01-31T10:00:00Z`
   * compares, and `"name|=John,Mary"` with its quotes is one of a list. Only the first is in the interface.
   */
  filter: Schema.optionalKey(Schema.String),
  /** Sort keys, such as `name`, which programs send and the interface does not describe. */
  order: Schema.optionalKey(Schema.String),
  ...Page.queryFields
}) {}

const users = "/v1r1/enterprise/users"
const common = { errors: errorsV1R1, takesUserToken: true } as const
const success = RawResponse(EnterpriseUser)
const change = { params: Schema.Struct({ user_id: UserId }), success, ...common, retry: "idempotent" } as const

/** The user administration. Source: interface §4.5, 1 and 3-5. */
export const EnterpriseUsersGroup = Endpoint.group("EnterpriseUsers", {
  /** Creates an active user; sends an e-mail unless `send_email` is false. Source: interface §3.1, §4.5, 1. */
  provision: Endpoint.post(users, { payload: Provision, success, ...common }),
  /** Lists one page of users. Source: interface §4.5, 3. */
  list: Endpoint.get(users, { query: UserQuery, success: Page.Page(EnterpriseUser), ...common, retry: "safe" }),
  /** Changes the given fields of a user. Source: interface §4.5, 4. */
  update: Endpoint.put(`${users}/:user_id`, { payload: UserChange, ...change }),
  /** Deletes a user permanently with all data; calls then show `Deleted User`. Source: interface §3.1, §4.5, 5. */
  remove: Endpoint.delete(`${users}/:user_id`, change)
})

/** The texts of the user administration for documents. */
export const EnterpriseUsersDescription = {
  description: "Administration of the users. Administrators only.",
  operations: {
    provision: {
      section: "§4.5, 1",
      summary: "Create a user",
      description:
        "The user is active immediately and gets a welcome e-mail unless `send_email` is false. Without `pod_ids` the user belongs to the default pod.",
      takes: "Provision",
      example: { name: "Mary Jackson", email: "mary@example.com" },
      answers: "EnterpriseUser"
    },
    list: { section: "§4.5, 3", summary: "List one page of the users", answers: "EnterpriseUserPage" },
    update: {
      section: "§4.5, 4",
      summary: "Change a user",
      description:
        "`active: false` stops log-in and tokens and keeps all data. A new `email` takes effect once it is confirmed.",
      takes: "UserChange",
      example: { active: false },
      answers: "EnterpriseUser"
    },
    remove: {
      section: "§4.5, 5",
      summary: "Delete a user with all their data",
      description: "Permanently; calls then refer to `Deleted User`.",
      answers: "EmptyObject"
    }
  }
} as const satisfies Descriptions<typeof EnterpriseUsersGroup>

/** Administers the users of the enterprise. */
export class EnterpriseUsers extends Group.Service<EnterpriseUsers>()(EnterpriseUsersGroup, ({ list, update }) =>
  Object.assign(Page.streams(list), {
    /** Deactivates a user: no log-in, no license used, all data kept. Undone by `reactivate`. */
    deactivate: (id: UserId) => update(id, { active: false }),
    /** Lets a deactivated user log in again. */
    reactivate: (id: UserId) => update(id, { active: true })
  })
) {}
