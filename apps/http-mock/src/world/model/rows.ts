import { createHash } from "node:crypto"

import { UserId } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroup as Listed } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { PodId } from "@remote-assist/core/Pods"
import { RegionName } from "@remote-assist/core/Region"
import * as Wire from "@remote-assist/core/Wire"
import * as Schema from "effect/Schema"

import { ChoicesTaken } from "../gaps/options.ts"
import { validatePublicKey } from "../tokens/PartnerKey.ts"

export const Pod = Schema.Struct({
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
export type Pod = typeof Pod.Type

export const Account = Schema.Struct({
  email: Schema.String,
  name: Schema.String,
  password: Schema.String,
  location: Schema.String,
  title: Schema.String,
  registeredAt: Schema.Finite,
  confirmationToken: Schema.String
})
export type Account = typeof Account.Type

/** In milliseconds; unset for seeded entries. */
const madeAt = Schema.optionalKey(Schema.Finite)

/** What a token confirms: the account of an e-mail address, or the new address of a user; or that it was used. */
export const Confirmation = Schema.Union([
  Schema.Struct({ account: Schema.String, madeAt }),
  Schema.Struct({ user: UserId, madeAt }),
  Schema.Struct({ confirmed: Schema.Literal("account"), madeAt })
])
export type Confirmation = typeof Confirmation.Type

export const Enterprise = Schema.Struct({
  name: Schema.String,
  contactEmail: Schema.String,
  contactName: Schema.String,
  resellerId: Schema.String,
  /** Unset if the enterprise is only recorded. */
  access: Schema.optionalKey(
    Schema.Struct({
      id: Schema.Int,
      apiKey: Schema.String,
      confirmationToken: Schema.String,
      registeredAt: Schema.Finite
    })
  )
})
export type Enterprise = typeof Enterprise.Type

/** The subject of a refresh token; it expires at `until`, in milliseconds. */
export const Grant = Schema.Struct({ subject: Schema.String, until: Schema.Finite })
export type Grant = typeof Grant.Type

export const PersonalAccessToken = Schema.Struct({
  id: PersonalAccessTokenId,
  userId: UserId,
  description: Schema.String,
  token: Schema.String,
  /** The branch of history in which it was created; unset for the root. */
  line: Schema.optionalKey(Schema.String),
  madeAt
})
export type PersonalAccessToken = typeof PersonalAccessToken.Type

const { avatar, description, enterprise_id, id, name, on_call_group } = Listed.fields

/** An on-call group with all fields set; favorites are stored by user. */
export const OnCallGroup = Schema.Struct({
  id,
  avatar: Schema.requiredKey(avatar),
  description: Schema.requiredKey(description),
  enterprise_id: Schema.requiredKey(enterprise_id),
  name: Schema.requiredKey(name),
  on_call_group: Schema.requiredKey(on_call_group),
  /** The users whom a call rings, in order. */
  members: Schema.Array(UserId)
})
export type OnCallGroup = typeof OnCallGroup.Type

export const mailKinds = ["welcome", "confirmation", "new-email", "enterprise", "personal-room", "session"] as const

/** An e-mail of the outbox: `token` is part of its link, `url` is the link, `apiKey` is the key of an enterprise. */
export const Mail = Schema.Struct({
  id: Schema.Int,
  kind: Schema.Literals(mailKinds),
  to: Schema.String,
  at: Schema.Finite,
  subject: Schema.String,
  token: Schema.optionalKey(Schema.String),
  url: Schema.optionalKey(Schema.String),
  apiKey: Schema.optionalKey(Schema.String)
})
export type Mail = typeof Mail.Type

/** The delivery of an e-mail outside the process. It is not part of a world, as an undo cannot revert it. */
export const Delivery = Schema.Struct({
  by: Schema.Literals(["smtp", "webhook"]),
  status: Schema.Literals(["waiting", "delivered", "failed"]),
  attempts: Schema.Int,
  error: Schema.optionalKey(Schema.String)
})
export type Delivery = typeof Delivery.Type

/** The public half of the key pair of a site, as the service stores it. */
export const Site = Schema.Struct({
  id: Schema.Int,
  /** RSA public key in PEM form; a site has one at a time, or none. */
  publicKey: Schema.optionalKey(Schema.String.check(Schema.makeFilter((pem) => validatePublicKey(pem))))
})
export type Site = typeof Site.Type

/** The settings of a world, which operations do not change. */
export const Settings = Schema.Struct({
  region: RegionName,
  seed: Schema.Int,
  key: Schema.Uint8ArrayFromBase64Url,
  issuer: Schema.String,
  audience: Schema.String,
  site: Site,
  choices: ChoicesTaken,
  /** The registered enterprise of the world; unset for the initial one. */
  enterprise: Schema.optionalKey(
    Schema.Struct({
      id: Schema.Int,
      name: Schema.String,
      contactEmail: Schema.String,
      registeredIn: Schema.String
    })
  )
})
export type Settings = typeof Settings.Type

/** The branch of history of a world. It makes ids and random values unique after a tenant goes back to an earlier state. */
export type BranchId = string

/** The branch of a world that never went back. */
export const rootBranch: BranchId = ""

/** Returns the branch that begins when a tenant leaves a branch and continues from a state of another. */
export const nextBranch = (previous: BranchId, tenant: string, from: BranchId): BranchId =>
  createHash("sha256").update(`${previous} ${tenant} ${from}`).digest("hex").slice(0, 32)

/** Returns the field with the branch in which a row is created; empty for the root. */
export const branchField = (line: BranchId): { readonly line?: BranchId } => (line === rootBranch ? {} : { line })
