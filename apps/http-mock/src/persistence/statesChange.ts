import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import { addEnded } from "../tenants/State.ts"
import type { EndedTenants, State as TenantState } from "../tenants/State.ts"
import { TenantName } from "../tenants/TenantName.ts"
import * as Change from "../world/model/Change.ts"
import { parts } from "../world/model/parts.ts"
import { Settings } from "../world/model/rows.ts"
import type { World } from "../world/model/World.ts"
import { Ended, Pace, State } from "./Codec.ts"

type Changes = { readonly [Name in keyof World]: { readonly change: Change.Change<World[Name]> } }

const all: Changes = { settings: { change: Change.ofValue(Settings) }, ...parts }

const names = Record.keys(all)

const partChange = <Name extends keyof World>(name: Name, before: World[Name], after: World[Name]): Schema.Json =>
  all[name].change.between(before, after)

const changedPart = <Name extends keyof World>(name: Name, before: World[Name], change: unknown): World[Name] =>
  all[name].change.applied(before, change)

/** What becomes of the parts of a world, by their names; a part that stays the same is missing. */
export const worldChange = (before: World, after: World): Schema.Json =>
  Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, partChange(name, before[name], after[name])])
  )

const isPart = (name: string): name is keyof World => Object.hasOwn(all, name)

const decodeWorld = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Json))

/** The world that a change leads to. Throws why, where it is none. */
export const changedWorld = (before: World, change: unknown): World => {
  const changes = Object.entries(decodeWorld(change)).map(([name, written]) => {
    if (!isPart(name)) throw new Error(`it changes ${name}, which no world has`)
    return [name, changedPart(name, before[name], written)] as const
  })
  return { ...before, ...Object.fromEntries(changes) }
}

/** What is kept of an emulator: the states of its tenants by their names, and which ended. */
export interface Kept {
  readonly tenants: ReadonlyMap<string, TenantState>
  readonly ended: EndedTenants
}

export const nothing: Kept = { tenants: new Map(), ended: new Map() }

const Changed = Schema.Struct({
  pace: Schema.optionalKey(Pace),
  us: Schema.optionalKey(Schema.Json),
  eu: Schema.optionalKey(Schema.Json)
})

const fields = {
  begun: Schema.Record(TenantName, State),
  changed: Schema.Record(TenantName, Changed),
  dropped: Schema.Array(TenantName),
  // a log from before they were kept has none
  ended: Schema.optionalKey(Ended)
}

/** What becomes of what is kept. */
const StatesChange = Schema.fromJsonString(Schema.Struct(fields))

const encode = Schema.encodeSync(StatesChange)
const decode = Schema.decodeUnknownSync(StatesChange)

const worldChangeOf = (before: World, after: World) => (before === after ? undefined : worldChange(before, after))

const changeOf = (before: TenantState, after: TenantState): typeof Changed.Type => {
  const [us, eu] = [worldChangeOf(before.us, after.us), worldChangeOf(before.eu, after.eu)]
  return {
    ...(before.pace === after.pace ? {} : { pace: after.pace }),
    ...(us === undefined ? {} : { us }),
    ...(eu === undefined ? {} : { eu })
  }
}

const isSame = (before: TenantState | undefined, { eu, pace, us }: TenantState) =>
  before?.us === us && before.eu === eu && before.pace === pace

const endedSince = (before: Kept, after: Kept): typeof Ended.Type =>
  before.ended === after.ended ? [] : [...after.ended].filter(([name, lines]) => before.ended.get(name) !== lines)

/** The text of what turns what was kept into what is; nothing where they are the same. */
export const between = (before: Kept, after: Kept): string | undefined => {
  const differing = [...after.tenants].filter(([name, state]) => !isSame(before.tenants.get(name), state))
  const dropped = [...before.tenants.keys()].filter((name) => !after.tenants.has(name))
  const ended = endedSince(before, after)
  if (differing.length === 0 && dropped.length === 0 && ended.length === 0) return undefined
  const begun: Array<readonly [string, TenantState]> = []
  const changed: Array<readonly [string, typeof Changed.Type]> = []
  for (const [name, state] of differing) {
    const known = before.tenants.get(name)
    if (known === undefined) begun.push([name, state])
    else changed.push([name, changeOf(known, state)])
  }
  return encode({
    begun: Object.fromEntries(begun),
    changed: Object.fromEntries(changed),
    dropped,
    ...(ended.length === 0 ? {} : { ended })
  })
}

const changedState = (before: TenantState, change: typeof Changed.Type): TenantState => ({
  us: change.us === undefined ? before.us : changedWorld(before.us, change.us),
  eu: change.eu === undefined ? before.eu : changedWorld(before.eu, change.eu),
  pace: "pace" in change ? change.pace : before.pace
})

const notThere = (name: string) => new Error(`it changes the tenant ${name}, which is not there`)

/** What changes lead to, one after the other. Throws why, where they lead nowhere. */
export const applied = (before: Kept, texts: Iterable<string>): Kept => {
  const [tenants, allEnded] = [new Map(before.tenants), new Map(before.ended)]
  for (const text of texts) {
    const { begun, changed, dropped, ended = [] } = decode(text)
    for (const name of dropped) tenants.delete(name)
    for (const [name, state] of Object.entries(begun)) tenants.set(name, state)
    for (const [name, change] of Object.entries(changed)) {
      const known = tenants.get(name)
      if (known === undefined) throw notThere(name)
      tenants.set(name, changedState(known, change))
    }
    for (const [name, lines] of ended) addEnded(allEnded, name, lines)
  }
  return { tenants, ended: allEnded }
}
