import * as Effect from "effect/Effect"
import * as MutableRef from "effect/MutableRef"

import * as Kept from "../world/calls/kept/Kept.ts"
import { contextOf } from "./Deployment.ts"
import type { Deployment } from "./Deployment.ts"
import type { Tenant } from "./Tenant.ts"

/** Whether something in the calls of a deployment is due: a step of a script, or that nobody answers. */
export const isDue = ({ now, world }: Deployment): boolean => {
  const { kept } = MutableRef.get(world).calls
  return kept !== Kept.empty && Kept.due(kept) <= now()
}

// loaded when the first is due, which keeps it out of the start
const life = Effect.promise(() => import("../world/life/settle.ts"))

/**
 * Lets all happen that is due by the clock of a deployment. What time does is no change of its own, which an undo could only
 * bring back: it is taken back with the change before it.
 */
export const settle = (deployment: Deployment, save: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(life, ({ settled }) =>
    Effect.suspend(() => {
      if (!isDue(deployment)) return Effect.void
      MutableRef.set(deployment.world, settled(contextOf(deployment)))
      for (const watch of deployment.watchers) watch()
      return isDue(deployment) ? Effect.andThen(Effect.yieldNow, settle(deployment, save)) : save
    })
  )

/** The same in both regions of a tenant. */
export const settleBoth = ({ regions: { eu, us }, save }: Tenant): Effect.Effect<void> =>
  isDue(us) || isDue(eu) ? Effect.andThen(settle(us, save), settle(eu, save)) : Effect.void
