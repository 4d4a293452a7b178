import { calls } from "./calls/calls.ts"
import { recentCalls } from "./calls/recentCalls.ts"
import { clock } from "./emulator/clock.ts"
import { faults } from "./emulator/faults.ts"
import { journal } from "./emulator/journal.ts"
import { outbox } from "./emulator/outbox.ts"
import { snapshots } from "./emulator/snapshots.ts"
import { invite } from "./invite.ts"
import { oncall } from "./oncall.ts"
import { pods } from "./pods.ts"
import { register } from "./register.ts"
import type { AnyResource, ResourceGroup } from "./Resource.ts"
import { session } from "./session.ts"
import { pat } from "./tokens.ts"
import { users } from "./users.ts"

/** All resources, in the order of the help. The first one opens at the start. */
export const resources: readonly [AnyResource, ...ReadonlyArray<AnyResource>] = [
  users,
  pods,
  calls,
  recentCalls,
  oncall,
  pat,
  invite,
  register,
  session,
  clock,
  faults,
  snapshots,
  outbox,
  journal
]

/** The resources with their own screen. */
export const screens: ReadonlyArray<AnyResource> = resources.filter(
  ({ group, within }) => within === undefined && group === undefined
)

/** The screens with several resources. */
export const groups: ReadonlyArray<ResourceGroup> = [...new Set(resources.flatMap(({ group }) => group ?? []))]

/** The resources of a screen with boxes. */
export const groupResources = (group: ResourceGroup): ReadonlyArray<AnyResource> =>
  resources.filter((resource) => resource.group === group)

/** All screens, with their key after `g`. */
export const destinations: ReadonlyArray<Pick<AnyResource, "letter" | "name" | "title">> = [...screens, ...groups]

export const findResource = (name: string): AnyResource =>
  resources.find((resource) => resource.name === name) ?? resources[0]
