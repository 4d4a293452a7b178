import type { RegionName } from "@remote-assist/core/Region"

import { rootBranch, nextBranch } from "../world/model/rows.ts"
import type { BranchId } from "../world/model/rows.ts"
import type { World } from "../world/model/World.ts"

/** How the time of a tenant follows the machine's: when the machine showed `since`, the tenant showed `at`. */
export interface Pace {
  readonly since: number
  readonly at: number
  /** How many times as fast as the machine's time; 0 stops it. */
  readonly scale: number
}

/** Both worlds of a tenant and its time. It holds references, so its cost does not depend on the size of the worlds. */
export interface State {
  readonly us: World
  readonly eu: World
  /** `undefined` while the clock shows the machine's time. */
  readonly pace: Pace | undefined
}

/** The history branches of both worlds of a tenant. */
export type Branches = Readonly<Record<RegionName, BranchId>>

/** Returns the history branches of a state. */
export const branchesOf = ({ eu, us }: State): Branches => ({ us: us.line, eu: eu.line })

export const rootBranches: Branches = { us: rootBranch, eu: rootBranch }

const onNewBranch = (name: string, previous: BranchId, world: World): World => ({
  ...world,
  line: nextBranch(previous, name, world.line)
})

/** Moves a state to new history branches, which start where the tenant leaves its current ones. */
export const onNewBranches = (name: string, previous: Branches, { eu, pace, us }: State): State => ({
  us: onNewBranch(name, previous.us, us),
  eu: onNewBranch(name, previous.eu, eu),
  pace
})

/** The last history branches of ended tenants by tenant name, in the order in which the tenants ended. */
export type EndedTenants = ReadonlyMap<string, Branches>

/** How many ended tenants are remembered. */
export const maxEnded = 10_000

/** Adds an ended tenant, and removes the oldest one if there are too many. */
export const addEnded = (ended: Map<string, Branches>, name: string, branches: Branches): void => {
  ended.delete(name)
  ended.set(name, branches)
  const [oldest] = ended.keys()
  if (ended.size > maxEnded && oldest !== undefined) ended.delete(oldest)
}
