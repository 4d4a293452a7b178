import { UserId } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroup } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { PodId } from "@remote-assist/core/Pods"
import * as Wire from "@remote-assist/core/Wire"
import * as Schema from "effect/Schema"

import type * as Stored from "../../users/User.ts"
import { mailKinds } from "../../World.ts"
import type * as World from "../../World.ts"

const { Boolean, Int, String, optionalKey } = Schema

const Texts = Schema.Array(String)

const Entry = Schema.Struct({
  id: UserId,
  username: String,
  name: String,
  email: String,
  available: Boolean,
  last_used_at: String,
  active: Boolean,
  avatar: Schema.Struct({ original: Schema.NullOr(String), thumb: Schema.NullOr(String) }),
  confirmation_sent_at: String,
  confirmed_at: String,
  created_at: String,
  email_confirmed: Boolean,
  enterprise_id: Int,
  first_call_at: String,
  invitation_sent_at: String,
  is_confirmed: Boolean,
  is_first_login: Boolean,
  license: String,
  location: String,
  manage: Boolean,
  permissions: Texts,
  provider: String,
  provider_uid: String,
  role_id: Int,
  role_name: String,
  status: Int,
  status_message: String,
  title: String,
  unavailable_expires_at: String,
  updated_at: String
})

export const User: Schema.Codec<Stored.User, unknown> = Schema.Struct({
  entry: Entry,
  pods: Schema.Array(PodId),
  password: optionalKey(String),
  newEmail: optionalKey(Schema.Struct({ address: String, token: String })),
  deactivations: optionalKey(Int),
  personalRoom: optionalKey(Schema.Struct({ session: String, url: String }))
})

export const Pod: Schema.Codec<World.PodRow, unknown> = Schema.Struct({
  id: PodId,
  enterprise_id: Int,
  name: String,
  description: String,
  avatar: Schema.Union([
    String,
    Schema.Struct({ original: Wire.Text, thumb: Wire.Text, timestamp: Wire.Moment, url: Wire.Text })
  ]),
  default: Boolean,
  user_count: Int,
  admin_count: Int,
  subpods: Schema.Array(Schema.Json),
  admins: Schema.Array(Schema.Json)
})

export const Account: Schema.Codec<World.Account, unknown> = Schema.Struct({
  email: String,
  name: String,
  password: String,
  location: String,
  title: String,
  registeredAt: Schema.Finite,
  confirmationToken: String
})

const madeAt = optionalKey(Schema.Finite)

export const Confirmation: Schema.Codec<World.Confirmation, unknown> = Schema.Union([
  Schema.Struct({ account: String, madeAt }),
  Schema.Struct({ user: UserId, madeAt }),
  Schema.Struct({ confirmed: Schema.Literal("account"), madeAt })
])

export const Enterprise: Schema.Codec<World.Enterprise, unknown> = Schema.Struct({
  name: String,
  contactEmail: String,
  contactName: String,
  resellerId: String
})

export const Grant: Schema.Codec<World.Grant, unknown> = Schema.Struct({ subject: String, until: Schema.Finite })

export const PersonalAccessToken: Schema.Codec<World.PersonalAccessToken, unknown> = Schema.Struct({
  id: PersonalAccessTokenId,
  userId: UserId,
  description: String,
  token: String,
  madeAt
})

const { avatar, description, enterprise_id, id, name, on_call_group } = OnCallGroup.fields

export const Group: Schema.Codec<World.World["onCallGroups"][number], unknown> = Schema.Struct({
  id,
  avatar: Schema.requiredKey(avatar),
  description: Schema.requiredKey(description),
  enterprise_id: Schema.requiredKey(enterprise_id),
  name: Schema.requiredKey(name),
  on_call_group: Schema.requiredKey(on_call_group)
})

export const Mail: Schema.Codec<World.Mail, unknown> = Schema.Struct({
  id: Int,
  kind: Schema.Literals(mailKinds),
  to: String,
  at: Schema.Finite,
  subject: String,
  token: optionalKey(String),
  url: optionalKey(String)
})
