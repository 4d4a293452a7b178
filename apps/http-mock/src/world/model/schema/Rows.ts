import { UserId } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroup } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { PodId } from "@remote-assist/core/Pods"
import * as Wire from "@remote-assist/core/Wire"
import * as Schema from "effect/Schema"

import type * as Stored from "../../users/User.ts"
import { mailKinds } from "../World.ts"
import type * as World from "../World.ts"

const Texts = Schema.Array(Schema.String)

const Entry = Schema.Struct({
  id: UserId,
  username: Schema.String,
  name: Schema.String,
  email: Schema.String,
  available: Schema.Boolean,
  last_used_at: Schema.String,
  active: Schema.Boolean,
  avatar: Schema.Struct({ original: Schema.NullOr(Schema.String), thumb: Schema.NullOr(Schema.String) }),
  confirmation_sent_at: Schema.String,
  confirmed_at: Schema.String,
  created_at: Schema.String,
  email_confirmed: Schema.Boolean,
  enterprise_id: Schema.Int,
  first_call_at: Schema.String,
  invitation_sent_at: Schema.String,
  is_confirmed: Schema.Boolean,
  is_first_login: Schema.Boolean,
  license: Schema.String,
  location: Schema.String,
  manage: Schema.Boolean,
  permissions: Texts,
  provider: Schema.String,
  provider_uid: Schema.String,
  role_id: Schema.Int,
  role_name: Schema.String,
  status: Schema.Int,
  status_message: Schema.String,
  title: Schema.String,
  unavailable_expires_at: Schema.String,
  updated_at: Schema.String
})

export const User: Schema.Codec<Stored.User, unknown> = Schema.Struct({
  entry: Entry,
  pods: Schema.Array(PodId),
  password: Schema.optionalKey(Schema.String),
  newEmail: Schema.optionalKey(Schema.Struct({ address: Schema.String, token: Schema.String })),
  deactivations: Schema.optionalKey(Schema.Int),
  personalRoom: Schema.optionalKey(Schema.Struct({ session: Schema.String, url: Schema.String }))
})

export const Pod: Schema.Codec<World.PodRow, unknown> = Schema.Struct({
  id: PodId,
  enterprise_id: Schema.Int,
  name: Schema.String,
  description: Schema.String,
  avatar: Schema.Union([
    Schema.String,
    Schema.Struct({ original: Wire.Text, thumb: Wire.Text, timestamp: Wire.Moment, url: Wire.Text })
  ]),
  default: Schema.Boolean,
  user_count: Schema.Int,
  admin_count: Schema.Int,
  subpods: Schema.Array(Schema.Json),
  admins: Schema.Array(Schema.Json)
})

export const Account: Schema.Codec<World.Account, unknown> = Schema.Struct({
  email: Schema.String,
  name: Schema.String,
  password: Schema.String,
  location: Schema.String,
  title: Schema.String,
  registeredAt: Schema.Finite,
  confirmationToken: Schema.String
})

const madeAt = Schema.optionalKey(Schema.Finite)

export const Confirmation: Schema.Codec<World.Confirmation, unknown> = Schema.Union([
  Schema.Struct({ account: Schema.String, madeAt }),
  Schema.Struct({ user: UserId, madeAt }),
  Schema.Struct({ confirmed: Schema.Literal("account"), madeAt })
])

export const Enterprise: Schema.Codec<World.Enterprise, unknown> = Schema.Struct({
  name: Schema.String,
  contactEmail: Schema.String,
  contactName: Schema.String,
  resellerId: Schema.String
})

export const Grant: Schema.Codec<World.Grant, unknown> = Schema.Struct({ subject: Schema.String, until: Schema.Finite })

export const PersonalAccessToken: Schema.Codec<World.PersonalAccessToken, unknown> = Schema.Struct({
  id: PersonalAccessTokenId,
  userId: UserId,
  description: Schema.String,
  token: Schema.String,
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
  id: Schema.Int,
  kind: Schema.Literals(mailKinds),
  to: Schema.String,
  at: Schema.Finite,
  subject: Schema.String,
  token: Schema.optionalKey(Schema.String),
  url: Schema.optionalKey(Schema.String)
})
