import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { EnterpriseUser } from "./EnterpriseUsers.ts"
import * as Wire from "./Wire.ts"

/**
 * A user account, the answer to the confirmation of a new e-mail address. Only `id` is always present; the interface does not
 * show `confirmed_at`, `email_confirmed` and `enterprise_id`, which deployed services send.
 *
 * Source: interface §2.4.
 */
export class Account extends Wire.Struct<Account>("user")({
  ...Struct.omit(EnterpriseUser.fields, [
    "confirmation_sent_at",
    "first_call_at",
    "invitation_sent_at",
    "license",
    "location",
    "manage",
    "provider",
    "provider_uid",
    "title"
  ]),
  /** Whether the user can be called now. */
  available: Wire.maybe(Schema.Union([Schema.String, Schema.Boolean])),
  /** Whether the e-mail address is confirmed. */
  confirmed_email: Wire.Flag,
  /** Number of the user. */
  id: Schema.Int,
  /** Id of the user's personal room. */
  personal_room_session_id: Wire.Text,
  /** Address of the user's personal room. */
  personal_room_url: Wire.Text
}) {}
