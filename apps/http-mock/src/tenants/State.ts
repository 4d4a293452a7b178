import { RegionName } from "@remote-assist/core/Region"
import * as MutableRef from "effect/MutableRef"

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

const put = ({ clock, regions }: Tenant, state: Change) => {
  for (const region of RegionName.literals) {
    const world = state[region]
    if (world !== undefined) MutableRef.set(regions[region].world, world)
  }
  if ("pace" in state) clock.restore(state.pace)
  for (const region of RegionName.literals) for (const watch of regions[region].watchers) watch()
}

/** Puts a tenant into another state, which is a change of its own. */
export const replace = (tenant: Tenant, state: State): void => {
  History.add(tenant.history, of(tenant))
  put(tenant, state)
}

/** Changes the worlds of both regions in one change. */
export const changeWorlds = (tenant: Tenant, change: (world: World) => World): void => {
  const { eu, us } = of(tenant)
  History.add(tenant.history, { us, eu })
  put(tenant, { us: change(us), eu: change(eu) })
}

/** Takes the latest changes back, at most `count`, and says how many those were. */
export const undo = (tenant: Tenant, count: number): number => {
  const changes = tenant.history.splice(-count).toReversed()
  for (const change of changes) put(tenant, change)
  return changes.length
}
