import { RegionName } from "@remote-assist/core/Region"
import * as MutableRef from "effect/MutableRef"

import type { World } from "../world/model/World.ts"
import { addToHistory, inNewLines, linesOf } from "./State.ts"
import type { Before, State } from "./State.ts"
import type { Tenant } from "./Tenant.ts"

/** The state of a tenant as it is. */
export const stateOf = ({ clock, regions: { eu, us } }: Tenant): State => ({
  us: MutableRef.get(us.world),
  eu: MutableRef.get(eu.world),
  pace: clock.pace()
})

const put = ({ clock, regions }: Tenant, state: Before) => {
  for (const region of RegionName.literals) {
    const world = state[region]
    if (world !== undefined) MutableRef.set(regions[region].world, world)
  }
  if ("pace" in state) clock.restore(state.pace)
  for (const region of RegionName.literals) for (const watch of regions[region].watchers) watch()
}

/** Puts a tenant into another state, in lines of their own; it is a change. */
export const replace = (tenant: Tenant, state: State): void => {
  const left = stateOf(tenant)
  addToHistory(tenant.history, left)
  put(tenant, inNewLines(tenant.name, linesOf(left), state))
}

/** Puts a tenant into the very state that it was kept in; nothing from before can be taken back. */
export const resume = (tenant: Tenant, state: State): void => {
  put(tenant, state)
  tenant.history.length = 0
}

/** Changes the worlds of both regions in one change. */
export const changeWorlds = (tenant: Tenant, change: (world: World) => World): void => {
  const { eu, us } = stateOf(tenant)
  addToHistory(tenant.history, { us, eu })
  put(tenant, { us: change(us), eu: change(eu) })
}

/** Takes the latest changes back, at most `count`, and says how many those were. */
export const undo = (tenant: Tenant, count: number): number => {
  const left = stateOf(tenant)
  const changes = tenant.history.splice(-count).toReversed()
  if (changes.length === 0) return 0
  for (const change of changes) put(tenant, change)
  put(tenant, inNewLines(tenant.name, linesOf(left), stateOf(tenant)))
  return changes.length
}
