import type { RegionName } from "@remote-assist/core/Region"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Struct from "effect/Struct"

import { TenantName } from "../tenants/TenantName.ts"
import { parts } from "../world/model/parts.ts"
import type { Part } from "../world/model/parts.ts"
import { Settings } from "../world/model/rows.ts"
import type { World as Stored } from "../world/model/World.ts"

/** The version of what is written. A reader knows one. */
export const version = 1

/** Told apart by a check, not by a literal: a union would not say that it is the version that does not fit. */
export const Version = Schema.Int.check(
  Schema.makeFilter((given) => given === version, { expected: `the version that this emulator knows, ${version}` })
)

interface ToSchema extends Struct.Lambda {
  <Value>(part: Part<Value>): Schema.Codec<Value, unknown>
  readonly "~lambda.out": this["~lambda.in"] extends Part<infer Value> ? Schema.Codec<Value, unknown> : never
}

const schemas = Struct.map(
  parts,
  Struct.lambda<ToSchema>(({ schema }) => schema)
)

/** The whole world of a region. */
export const World = (region: RegionName): Schema.Codec<Stored, unknown> =>
  Schema.Struct({ settings: Schema.Struct({ ...Settings.fields, region: Schema.Literal(region) }), ...schemas })

const Changed = Schema.Struct({
  since: Schema.Finite,
  at: Schema.Finite,
  scale: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
})

/** How the clock of a tenant runs; written as null while it follows the machine. */
export const Pace = Schema.NullOr(Changed).pipe(
  Schema.decodeTo(
    Schema.UndefinedOr(Schema.toType(Changed)),
    SchemaTransformation.transform<typeof Changed.Type | undefined, typeof Changed.Type | null>({
      decode: (pace) => pace ?? undefined,
      encode: (pace) => pace ?? null
    })
  )
)

const fields = { pace: Pace, us: World("us"), eu: World("eu") }

/** The whole state of a tenant. */
export const State = Schema.Struct(fields)

/** The lines of history that tenants were of when they ended, with their names. */
export const Ended = Schema.Array(Schema.Tuple([TenantName, Schema.Struct({ us: Schema.String, eu: Schema.String })]))

/** The whole state of a tenant as it is handed out. */
export const Exported = Schema.Struct({ version: Version, ...fields })
