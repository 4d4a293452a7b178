import { Annotation } from "@remote-assist/core/Calls"
import { UserId } from "@remote-assist/core/EnterpriseUsers"
import { OnCallGroupId } from "@remote-assist/core/OnCallGroups"
import { PersonalAccessTokenId } from "@remote-assist/core/PersonalAccessTokens"
import type { RegionName } from "@remote-assist/core/Region"
import * as Schema from "effect/Schema"

import { Choices } from "../world/model/schema/Choices.ts"
import { mapOf } from "../world/model/schema/Maps.ts"
import * as Rows from "../world/model/schema/Rows.ts"
import { Users } from "../world/model/schema/Users.ts"
import type { World as Stored } from "../world/model/World.ts"
import { unusable } from "../world/tokens/PartnerKey.ts"

/** The version of what is written. A reader knows one. */
export const version = 1

/** Told apart by a check, not by a literal: a union would not say that it is the version that does not fit. */
export const Version = Schema.Int.check(
  Schema.makeFilter((given) => given === version, { expected: `the version that this emulator knows, ${version}` })
)

const Site = Schema.Struct({
  id: Schema.Int,
  publicKey: Schema.optionalKey(Schema.String.check(Schema.makeFilter((pem) => unusable(pem))))
})

const Calls = Schema.Struct({
  seed: Schema.Int,
  size: Schema.Int,
  users: Schema.Int,
  annotations: mapOf(Schema.Int, Annotation)
})

/** The whole world of a region. */
export const World = (region: RegionName): Schema.Codec<Stored, unknown> =>
  Schema.Struct({
    settings: Schema.Struct({
      region: Schema.Literal(region),
      seed: Schema.Int,
      key: Schema.Uint8ArrayFromBase64Url,
      issuer: Schema.String,
      audience: Schema.String,
      site: Site,
      choices: Choices
    }),
    drawn: Schema.Int,
    users: Users,
    pods: Schema.Array(Rows.Pod),
    accounts: mapOf(Schema.String, Rows.Account),
    confirmations: mapOf(Schema.String, Rows.Confirmation),
    enterprises: Schema.Array(Rows.Enterprise),
    refreshTokens: mapOf(Schema.String, Rows.Grant),
    personalAccessTokens: mapOf(PersonalAccessTokenId, Rows.PersonalAccessToken),
    personalAccessTokenIds: mapOf(Schema.String, PersonalAccessTokenId),
    calls: Calls,
    onCallGroups: Schema.Array(Rows.Group),
    favorites: mapOf(UserId, Schema.Array(OnCallGroupId)),
    aliases: mapOf(Schema.String, UserId),
    inviteUrls: mapOf(Schema.String, UserId),
    outbox: mapOf(Schema.Int, Rows.Mail)
  })

// null follows the machine
const Pace = Schema.NullOr(
  Schema.Struct({
    since: Schema.Finite,
    at: Schema.Finite,
    scale: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
  })
)

const fields = { pace: Pace, us: World("us"), eu: World("eu") }

/** The whole state of a tenant. */
export const State = Schema.Struct(fields)

/** The whole state of a tenant as it is handed out. */
export const Exported = Schema.Struct({ version: Version, ...fields })
