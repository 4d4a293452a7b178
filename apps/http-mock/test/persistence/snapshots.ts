import * as FileLock from "@remote-assist/core/FileLock"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"

import type { StoredState } from "../../src/persistence/Codec.ts"
import * as SnapshotAndLog from "../../src/persistence/SnapshotAndLog.ts"
import * as StateFile from "../../src/persistence/stateFile.ts"
import { addEnded, branchesOf } from "../../src/tenants/State.ts"
import type { Branches, EndedTenants, Pace, State } from "../../src/tenants/State.ts"
import { storedIn } from "../support/storedState.ts"
import { Walk, walked } from "../support/walk.ts"
import { worldOf } from "../support/worlds.ts"

const [us, eu] = [worldOf({ users: 5, calls: 4 }), worldOf({ users: 4, calls: 4, region: "eu" })]

const of = (state: State): StoredState => ({ tenants: new Map([["default", state]]), ended: new Map() })

export const start = of({ us, eu, pace: undefined })

/** The pair of a file, whose lock is held until the scope closes. */
export const pairOf = (file: string, least?: number) =>
  Effect.flatMap(FileLock.hold(file), (lease) => SnapshotAndLog.make(lease, least))

export const textOf = (states: StoredState) => StateFile.encode(states)

export const storedText = (file: string) => Effect.map(storedIn(file), textOf)

/** The states before and after each of some created users. */
export const growing = (count: number): ReadonlyArray<StoredState> =>
  Array.from({ length: count + 1 }, (_, end) => {
    const world = walked(
      us,
      Array.from({ length: end }, (_, at) => ({ step: 4, at }))
    )
    return of({ us: world, eu, pace: undefined })
  })

export const Changes = Schema.Array(
  Schema.Struct({
    tenant: Schema.Literals(["default", "one", "other"]),
    kind: Schema.Literals(["us", "eu", "pace", "drop", "begin"]),
    walk: Walk
  })
)

type Change = (typeof Changes.Type)[number]

const paced = (at: number): Pace => ({ since: at, at, scale: at % 3 })

const lineAfter = (tenant: string, { us, ...state }: State, walk: typeof Walk.Type): State => ({
  ...state,
  us: { ...us, line: `${tenant} ${walk.length}` }
})

export const after = ({ ended, tenants }: StoredState, { kind, tenant, walk }: Change): StoredState => {
  const next = new Map(tenants)
  const state = tenants.get(tenant)
  if (kind === "drop") {
    next.delete(tenant)
    const lines = state && branchesOf(lineAfter(tenant, state, walk))
    return { tenants: next, ended: lines === undefined ? ended : withEnded(ended, [[tenant, lines]]) }
  }
  if (kind === "begin" || state === undefined) next.set(tenant, { us: walked(us, walk), eu, pace: undefined })
  else if (kind === "pace") next.set(tenant, { ...state, pace: walk.length === 0 ? undefined : paced(walk.length) })
  else next.set(tenant, { ...state, [kind]: walked(state[kind], walk) })
  return { tenants: next, ended }
}

export const silent = Effect.provide(Logger.layer([]))

/** Returns the ended tenants with more that ended since. */
export const withEnded = (
  ended: EndedTenants,
  more: Iterable<readonly [name: string, lines: Branches]>
): EndedTenants => {
  const all = new Map(ended)
  for (const [name, lines] of more) addEnded(all, name, lines)
  return all
}
