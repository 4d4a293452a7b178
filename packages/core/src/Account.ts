import * as Schema from "effect/Schema"

import * as Wire from "./Wire.ts"

/**
 * A user account, as the confirmation of a new e-mail address answers it. Only `id` is certain; the
 * interface does not show `confirmed_at`, `email_confirmed` and `enterprise_id`, which deployed services send.
 *
 * Source: interface §2.4.
 */
export const Account = Schema.Struct({
  active: Wire.Flag,
  available: Wire.maybe(Schema.Union([Schema.String, Schema.Boolean])),
  avatar: Wire.Avatar,
  confirmed_at: Wire.Moment,
  confirmed_email: Wire.Flag,
  created_at: Wire.Moment,
  email: Wire.Text,
  email_confirmed: Wire.Flag,
  enterprise_id: Wire.Integer,
  id: Schema.Int,
  is_confirmed: Wire.Flag,
  is_first_login: Wire.Flag,
  last_used_at: Wire.Moment,
  name: Wire.Text,
  permissions: Wire.maybe(Schema.Array(Schema.String)),
  personal_room_session_id: Wire.Text,
  personal_room_url: Wire.Text,
  role_id: Wire.Integer,
  role_name: Wire.Text,
  status: Wire.AnyId,
  status_message: Wire.Text,
  token: Wire.maybe(Wire.Secret),
  unavailable_expires_at: Wire.Moment,
  updated_at: Wire.Moment,
  username: Wire.Text
}).annotate({ identifier: "user" })
export type Account = typeof Account.Type
