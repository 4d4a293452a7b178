import type * as Effect from "effect/Effect"
import * as MutableRef from "effect/MutableRef"

import { chosenIn } from "../world/gaps/Gaps.ts"
import type { Choose } from "../world/gaps/Gaps.ts"
import type { TransitionContext } from "../world/model/TransitionContext.ts"
import type { World } from "../world/model/World.ts"
import type { Exchange } from "./journal/Exchange.ts"

/** Is called when the outbox of the world has another e-mail than that before. */
export type Mailed = (before: World, after: World, exchange: Exchange | undefined) => void

/** One region of a tenant: its world and its time. */
export interface Deployment {
  readonly world: MutableRef.MutableRef<World>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Runs when a transition has changed the world, before its answer goes out. */
  readonly changed: (before: World) => Effect.Effect<void>
  /** Takes the e-mails that a transition has sent, where these leave the process. */
  readonly mailed?: Mailed | undefined
  /** Each is called when a transition has changed the world. */
  readonly watchers: Set<() => void>
  /** The exchange of the request that it is for. */
  readonly exchange?: Exchange
}

const choosingIn =
  ({ settings: { choices } }: World, { exchange }: Deployment): Choose =>
  (id) => {
    exchange?.gaps.add(id)
    return chosenIn(choices, id)
  }

/** Chooses what the deployment's world has taken; the exchange, if there is one, notes what it relies on. */
export const choosingFor = (deployment: Deployment): Choose => choosingIn(MutableRef.get(deployment.world), deployment)

/** What transitions of the deployment work with now. */
export const contextOf = (deployment: Deployment): TransitionContext => {
  const world = MutableRef.get(deployment.world)
  return { world, now: deployment.now(), choose: choosingIn(world, deployment) }
}
