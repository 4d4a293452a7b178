import { createHash } from "node:crypto"

import { UserId } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroup as Listed } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import { PodId } from "@remote-assist/core/Pods"
import { RegionName } from "@remote-assist/core/Region"
import * as Wire from "@remote-assist/core/Wire"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { ChoicesTaken } from "../gaps/options.ts"
import { unusable } from "../tokens/PartnerKey.ts"

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

/** In milliseconds; what is of the seed has none. */
const madeAt = Schema.optionalKey(Schema.Finite)

/** What a confirmation token confirms: the account of an e-mail address, or the new address of a user; or that it did so already. */
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
  /** What it is used by; unset for one that is noted alone. */
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

/** What a refresh token stands for; at `until`, in milliseconds, it ends. */
export const Grant = Schema.Struct({ subject: Schema.String, until: Schema.Finite })
export type Grant = typeof Grant.Type

export const PersonalAccessToken = Schema.Struct({
  id: PersonalAccessTokenId,
  userId: UserId,
  description: Schema.String,
  token: Schema.String,
  /** The line of history that it was made in; unset for the first. */
  line: Schema.optionalKey(Schema.String),
  madeAt
})
export type PersonalAccessToken = typeof PersonalAccessToken.Type

const { avatar, description, enterprise_id, id, name, on_call_group } = Listed.fields

/** An on-call group with every field set; whose favorite it is stands apart. */
export const OnCallGroup = Schema.Struct({
  id,
  avatar: Schema.requiredKey(avatar),
  description: Schema.requiredKey(description),
  enterprise_id: Schema.requiredKey(enterprise_id),
  name: Schema.requiredKey(name),
  on_call_group: Schema.requiredKey(on_call_group),
  /** Whom a call to it rings, in this order; a file from before there were any has none. */
  members: Schema.Array(UserId).pipe(Schema.withDecodingDefaultKey(Effect.succeed([])))
})
export type OnCallGroup = typeof OnCallGroup.Type

export const mailKinds = ["welcome", "confirmation", "new-email", "enterprise", "personal-room", "session"] as const

/** An e-mail of the outbox; `token` is what its link carries, `url` where that leads, `apiKey` that of an enterprise. */
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

/** The public half of the key pair of a site, as the service stores it. */
export const Site = Schema.Struct({
  id: Schema.Int,
  /** RSA public key in PEM form; a site has one at a time, or none. */
  publicKey: Schema.optionalKey(Schema.String.check(Schema.makeFilter((pem) => unusable(pem))))
})
export type Site = typeof Site.Type

/** What no operation changes in a world. */
export const Settings = Schema.Struct({
  region: RegionName,
  seed: Schema.Int,
  key: Schema.Uint8ArrayFromBase64Url,
  issuer: Schema.String,
  audience: Schema.String,
  site: Site,
  choices: ChoicesTaken,
  /** The registered one that the world is of; unset for the one that is there from the start. */
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

/** The line of history that a world is of. Whatever counts from a state again, such as ids and draws, is told apart by it. */
export type BranchId = string

/** The line of a world that never went back. */
export const rootBranch: BranchId = ""

/** The line that begins where a tenant leaves one line to go on from a state of another, or of the same. */
export const nextBranch = (left: BranchId, tenant: string, from: BranchId): BranchId =>
  createHash("sha256").update(`${left} ${tenant} ${from}`).digest("hex").slice(0, 32)

/** What is kept of the line that something was made in: nothing for the first. */
export const branchField = (line: BranchId): { readonly line?: BranchId } => (line === rootBranch ? {} : { line })
