import { createHash } from "node:crypto"

import type { RegionName } from "@remote-assist/core/Region"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Struct from "effect/Struct"

import { addEnded } from "../tenants/State.ts"
import type { EndedTenants, State as TenantState } from "../tenants/State.ts"
import { TenantName } from "../tenants/TenantName.ts"
import * as Change from "../world/model/Change.ts"
import { parts } from "../world/model/parts.ts"
import type { Part } from "../world/model/parts.ts"
import { Settings } from "../world/model/rows.ts"
import type { World as WorldType } from "../world/model/World.ts"

/** The version of the stored format. */
export const version = 1

// a check, not a literal: the error of a union would not name the version
export const Version = Schema.Int.check(
  Schema.makeFilter((number) => number === version, { expected: `the version that this emulator knows, ${version}` })
)

interface ToSchema extends Struct.Lambda {
  <Value>(part: Part<Value>): Schema.Codec<Value, unknown>
  readonly "~lambda.out": this["~lambda.in"] extends Part<infer Value> ? Schema.Codec<Value, unknown> : never
}

const schemas = Struct.map(
  parts,
  Struct.lambda<ToSchema>(({ schema }) => schema)
)

/** The world of a region. */
export const World = (region: RegionName): Schema.Codec<WorldType, unknown> =>
  Schema.Struct({ settings: Schema.Struct({ ...Settings.fields, region: Schema.Literal(region) }), ...schemas })

const ChangedPace = Schema.Struct({
  since: Schema.Finite,
  at: Schema.Finite,
  scale: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
})

/** The pace of a tenant's clock, or null while it follows the machine's. */
export const Pace = Schema.NullOr(ChangedPace).pipe(
  Schema.decodeTo(
    Schema.UndefinedOr(Schema.toType(ChangedPace)),
    SchemaTransformation.transform<typeof ChangedPace.Type | undefined, typeof ChangedPace.Type | null>({
      decode: (pace) => pace ?? undefined,
      encode: (pace) => pace ?? null
    })
  )
)

const fields = { pace: Pace, us: World("us"), eu: World("eu") }

/** The state of a tenant. */
export const State = Schema.Struct(fields)

/** The history branches of ended tenants by name. */
export const Ended = Schema.Array(Schema.Tuple([TenantName, Schema.Struct({ us: Schema.String, eu: Schema.String })]))

/** The state of a tenant as the control plane exports it. */
export const Exported = Schema.Struct({ version: Version, ...fields })

const encodeExported = Schema.encodeSync(Schema.fromJsonString(Exported))

/** Returns a state as JSON, with its entity tag (RFC 9110, 8.8.3). */
export const exportState = (state: TenantState) => {
  const json = encodeExported({ version, ...state })
  return { json, etag: `"${createHash("sha256").update(json).digest("base64url")}"` }
}

/** The states of all tenants by name, and the ended tenants. */
export interface StoredState {
  readonly tenants: ReadonlyMap<string, TenantState>
  readonly ended: EndedTenants
}

export const emptyState: StoredState = { tenants: new Map(), ended: new Map() }

/** Encodes the changed parts of a world by their names. */
export const worldChange = Change.ofStruct<WorldType>({ settings: { change: Change.ofValue(Settings) }, ...parts })

const stateChange = Change.ofStruct<TenantState>({
  pace: { change: Change.ofValue(Pace) },
  us: { change: worldChange },
  eu: { change: worldChange }
})

const StoredChange = Schema.fromJsonString(
  Schema.Struct({
    begun: Schema.Record(TenantName, State),
    changed: Schema.Record(TenantName, Schema.Json),
    dropped: Schema.Array(TenantName),
    ended: Ended
  })
)

const encodeStored = Schema.encodeSync(StoredChange)

const decodeStored = Schema.decodeUnknownSync(StoredChange)

const endedSince = (before: StoredState, after: StoredState): typeof Ended.Type =>
  before.ended === after.ended ? [] : [...after.ended].filter(([name, branches]) => before.ended.get(name) !== branches)

/** Encodes the change from one stored state to another, or returns `undefined` if they are equal. */
export const encodeChange = (before: StoredState, after: StoredState): string | undefined => {
  const begun = [...after.tenants].filter(([name]) => !before.tenants.has(name))
  const changed = [...after.tenants].flatMap(([name, state]) => {
    const { eu, pace, us } = before.tenants.get(name) ?? state
    const isSame = us === state.us && eu === state.eu && pace === state.pace
    return isSame ? [] : [[name, stateChange.between({ us, eu, pace }, state)] as const]
  })
  const dropped = [...before.tenants.keys()].filter((name) => !after.tenants.has(name))
  const ended = endedSince(before, after)
  if ([begun, changed, dropped, ended].every(({ length }) => length === 0)) return undefined
  return encodeStored({
    begun: Object.fromEntries(begun),
    changed: Object.fromEntries(changed),
    dropped,
    ended
  })
}

/** Applies encoded changes in their order. Throws if one is not valid. */
export const applyChanges = (before: StoredState, changes: Iterable<string>): StoredState => {
  const [tenants, allEnded] = [new Map(before.tenants), new Map(before.ended)]
  for (const text of changes) {
    const { begun, changed, dropped, ended } = decodeStored(text)
    for (const name of dropped) tenants.delete(name)
    for (const [name, state] of Object.entries(begun)) tenants.set(name, state)
    for (const [name, change] of Object.entries(changed)) {
      const tenant = tenants.get(name)
      if (tenant === undefined) throw new Error(`it changes the tenant ${name}, which does not exist`)
      tenants.set(name, stateChange.applied(tenant, change))
    }
    for (const [name, branches] of ended) addEnded(allEnded, name, branches)
  }
  return { tenants, ended: allEnded }
}
