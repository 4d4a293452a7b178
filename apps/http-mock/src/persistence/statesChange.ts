import * as Schema from "effect/Schema"

import type { State as TenantState } from "../tenants/History.ts"
import { TenantName } from "../tenants/TenantName.ts"
import type { World } from "../world/model/World.ts"
import { Pace, State } from "./Codec.ts"
import * as WorldChange from "./worldChange.ts"

/** The states of tenants by their names. */
export type States = ReadonlyMap<string, TenantState>

const Changed = Schema.Struct({
  pace: Schema.optionalKey(Pace),
  us: Schema.optionalKey(Schema.Json),
  eu: Schema.optionalKey(Schema.Json)
})

const fields = {
  begun: Schema.Record(TenantName, State),
  changed: Schema.Record(TenantName, Changed),
  dropped: Schema.Array(TenantName)
}

/** What becomes of the states of tenants. */
const Change = Schema.fromJsonString(Schema.Struct(fields))

const encode = Schema.encodeSync(Change)
const decode = Schema.decodeUnknownSync(Change)

const worldChange = (before: World, after: World) => (before === after ? undefined : WorldChange.between(before, after))

const changeOf = (before: TenantState, after: TenantState): typeof Changed.Type => {
  const [us, eu] = [worldChange(before.us, after.us), worldChange(before.eu, after.eu)]
  return {
    ...(before.pace === after.pace ? {} : { pace: after.pace ?? null }),
    ...(us === undefined ? {} : { us }),
    ...(eu === undefined ? {} : { eu })
  }
}

const isSame = (before: TenantState | undefined, { eu, pace, us }: TenantState) =>
  before?.us === us && before.eu === eu && before.pace === pace

/** The text of what turns some states into others; nothing where they are the same. */
export const between = (before: States, after: States): string | undefined => {
  const differing = [...after].filter(([name, state]) => !isSame(before.get(name), state))
  const dropped = [...before.keys()].filter((name) => !after.has(name))
  if (differing.length === 0 && dropped.length === 0) return undefined
  const begun: Array<readonly [string, typeof State.Type]> = []
  const changed: Array<readonly [string, typeof Changed.Type]> = []
  for (const [name, state] of differing) {
    const known = before.get(name)
    if (known === undefined) begun.push([name, { ...state, pace: state.pace ?? null }])
    else changed.push([name, changeOf(known, state)])
  }
  return encode({ begun: Object.fromEntries(begun), changed: Object.fromEntries(changed), dropped })
}

const changedState = (before: TenantState, { eu, pace, us }: typeof Changed.Type): TenantState => ({
  us: us === undefined ? before.us : WorldChange.applied(before.us, us),
  eu: eu === undefined ? before.eu : WorldChange.applied(before.eu, eu),
  pace: pace === undefined ? before.pace : (pace ?? undefined)
})

const notThere = (name: string) => new Error(`it changes the tenant ${name}, which is not there`)

/** The states that a change leads to. Throws why, where it leads to none. */
export const applied = (before: States, text: string): States => {
  const { begun, changed, dropped } = decode(text)
  const states = new Map(before)
  for (const name of dropped) states.delete(name)
  for (const [name, { eu, pace, us }] of Object.entries(begun)) states.set(name, { us, eu, pace: pace ?? undefined })
  for (const [name, change] of Object.entries(changed)) {
    const known = states.get(name)
    if (known === undefined) throw notThere(name)
    states.set(name, changedState(known, change))
  }
  return states
}
