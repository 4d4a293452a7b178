import { RegionName } from "@remote-assist/core/Region"
import * as MutableRef from "effect/MutableRef"

import * as Line from "../world/model/Line.ts"
import type { World } from "../world/model/World.ts"
import * as History from "./History.ts"
import type { Change, State } from "./History.ts"
import type { Tenant } from "./Tenant.ts"

/** The state of a tenant as it is. */
export const of = ({ clock, regions: { eu, us } }: Tenant): State => ({
  us: MutableRef.get(us.world),
  eu: MutableRef.get(eu.world),
  pace: clock.pace()
})

/** The lines of history that both worlds of a tenant are of. */
export type Lines = Readonly<Record<RegionName, Line.Line>>

/** The lines of a state. */
export const linesOf = ({ eu, us }: State): Lines => ({ us: us.line, eu: eu.line })

export const firstLines: Lines = { us: Line.first, eu: Line.first }

const inNewLine = (name: string, left: Line.Line, world: World): World => ({
  ...world,
  line: Line.next(left, name, world.line)
})

/** A state that a tenant of this name leaves its lines for. */
export const inNewLines = (name: string, left: Lines, { eu, pace, us }: State): State => ({
  us: inNewLine(name, left.us, us),
  eu: inNewLine(name, left.eu, eu),
  pace
})

const put = ({ clock, regions }: Tenant, state: Change) => {
  for (const region of RegionName.literals) {
    const world = state[region]
    if (world !== undefined) MutableRef.set(regions[region].world, world)
  }
  if ("pace" in state) clock.restore(state.pace)
  for (const region of RegionName.literals) for (const watch of regions[region].watchers) watch()
}

/** Puts a tenant into another state, in lines of their own; it is a change. */
export const replace = (tenant: Tenant, state: State): void => {
  const left = of(tenant)
  History.add(tenant.history, left)
  put(tenant, inNewLines(tenant.name, linesOf(left), state))
}

/** Puts a tenant into the very state that it was kept in; nothing from before can be taken back. */
export const resume = (tenant: Tenant, state: State): void => {
  put(tenant, state)
  tenant.history.length = 0
}

/** Changes the worlds of both regions in one change. */
export const changeWorlds = (tenant: Tenant, change: (world: World) => World): void => {
  const { eu, us } = of(tenant)
  History.add(tenant.history, { us, eu })
  put(tenant, { us: change(us), eu: change(eu) })
}

/** Takes the latest changes back, at most `count`, and says how many those were. */
export const undo = (tenant: Tenant, count: number): number => {
  const left = of(tenant)
  const changes = tenant.history.splice(-count).toReversed()
  if (changes.length === 0) return 0
  for (const change of changes) put(tenant, change)
  put(tenant, inNewLines(tenant.name, linesOf(left), of(tenant)))
  return changes.length
}
