import * as Schema from "effect/Schema"

import * as Wire from "./Wire.ts"

/** The fields that every answer about a user may have. */
export const userFields = {
  /** Log-in name. */
  username: Wire.Text,
  /** Display name. */
  name: Wire.Text,
  /** E-mail address. */
  email: Wire.Text,
  /** When the user was last active. */
  last_used_at: Wire.Moment,
  /** Whether the user may log in; a deactivated user keeps all data. */
  active: Wire.Flag,
  /** Picture of the user. */
  avatar: Wire.Avatar,
  /** When the e-mail address was confirmed. */
  confirmed_at: Wire.Moment,
  /** When the account was created. */
  created_at: Wire.Moment,
  /** Number of the enterprise. */
  enterprise_id: Wire.Integer,
  /** Whether the account is confirmed. */
  is_confirmed: Wire.Flag,
  /** Whether the user has never logged in before. */
  is_first_login: Wire.Flag,
  /** Permissions of the user. */
  permissions: Wire.maybe(Schema.Array(Schema.String)),
  /** Number of the role. */
  role_id: Wire.Integer,
  /** Name of the role, such as `User`. */
  role_name: Wire.Text,
  /** Status, a number or a name; the interface does not list the values. */
  status: Wire.AnyId,
  /** Status message. */
  status_message: Wire.Text,
  /** A token that authenticates as the user. */
  token: Wire.maybe(Wire.Secret),
  /** Time until which the user cannot be called. */
  unavailable_expires_at: Wire.Moment
}

/**
 * A user account, the answer to the confirmation of a new e-mail address. Only `id` is always present; the interface does not
 * show `confirmed_at`, `email_confirmed` and `enterprise_id`, which deployed services send.
 *
 * Source: interface §2.4.
 */
export class Account extends Wire.Struct<Account>("user")({
  /** Number of the user. */
  id: Schema.Int,
  ...userFields,
  /** Whether the user can be called now. */
  available: Wire.maybe(Schema.Union([Schema.String, Schema.Boolean])),
  /** Whether the e-mail address is confirmed. */
  confirmed_email: Wire.Flag,
  /** Whether the e-mail address is confirmed, as deployed services send it. */
  email_confirmed: Wire.Flag,
  /** Id of the user's personal room. */
  personal_room_session_id: Wire.Text,
  /** Address of the user's personal room. */
  personal_room_url: Wire.Text,
  /** When the account last changed. */
  updated_at: Wire.Moment
}) {}
