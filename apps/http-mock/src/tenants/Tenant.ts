import type { RegionName } from "@remote-assist/core/Region"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as MutableRef from "effect/MutableRef"

import * as StoredCalls from "../world/calls/StoredCalls.ts"
import { optionIn } from "../world/gaps/options.ts"
import type { OptionLookup } from "../world/gaps/options.ts"
import type { TransitionContext, World } from "../world/model/World.ts"
import { seedWorld } from "../world/seed/defaultWorld.ts"
import type { SeedOptions } from "../world/seed/defaultWorld.ts"
import type { Exchange } from "./Journal.ts"
import * as Journal from "./Journal.ts"
import { addToHistory, makeClock } from "./State.ts"
import type { History, State, TenantClock } from "./State.ts"

/** Is called when the outbox of the world has another e-mail than that before. */
type Mailed = (before: World, after: World, exchange: Exchange | undefined) => void

/** One region of a tenant: its world and its time. */
export interface RegionState {
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

const optionLookupIn =
  ({ settings: { choices } }: World, { exchange }: RegionState): OptionLookup =>
  (id) => {
    exchange?.gaps.add(id)
    return optionIn(choices, id)
  }

/** Chooses what the deployment's world has taken; the exchange, if there is one, notes what it relies on. */
export const optionLookupFor = (deployment: RegionState): OptionLookup =>
  optionLookupIn(MutableRef.get(deployment.world), deployment)

/** What transitions of the deployment work with now. */
export const transitionContext = (deployment: RegionState): TransitionContext => {
  const world = MutableRef.get(deployment.world)
  return { world, now: deployment.now(), option: optionLookupIn(world, deployment) }
}

/** Worlds that belong together, and the time they live by. */
export interface Tenant {
  readonly name: string
  readonly clock: TenantClock
  /** The machine's clock. */
  readonly machine: Clock.Clock
  /** Nothing while no journal is kept. */
  readonly journal: Journal.Journal | undefined
  readonly regions: { readonly [Name in RegionName]: RegionState }
  /** The state that it began with. */
  readonly initial: State
  readonly history: History
  readonly snapshots: Map<string, Snapshot>
  /** Runs before the answer to what changed it goes out. */
  readonly save: Effect.Effect<void>
}

/** The state of a tenant at a moment of its time, in milliseconds since the epoch. */
export interface Snapshot extends State {
  readonly takenAt: number
}

export interface TenantOptions extends Omit<SeedOptions, "region" | "tenant"> {
  /** Where its clock stands still from the start, in milliseconds since the epoch; it shows the machine's time unless set. */
  readonly frozenAt?: number
  /** What becomes of the worlds of the seed before the tenant begins with them, at a moment of its clock. */
  readonly transform?: ((world: World, begun: number) => World) | undefined
  /** How many exchanges its journal keeps; 0 keeps none. */
  readonly journal: number
}

/** What a tenant has beside its state. */
interface Setup extends Pick<TenantOptions, "journal"> {
  /** Runs before the answer to what changed it goes out. */
  readonly save: Effect.Effect<void>
  /** That of another tenant, by which it lives too; one of its own unless set. */
  readonly clock?: TenantClock | undefined
  /** Takes the e-mails of each region, where these leave the process. */
  readonly mailing?: Mailing | undefined
}

const clockAt = (machine: Clock.Clock, pace: State["pace"]) => {
  const clock = makeClock(machine)
  clock.restore(pace)
  return clock
}

/** What takes the e-mails of a region of a tenant. */
export type Mailing = (tenant: string, region: RegionName) => Mailed

/** A tenant that begins with a state. */
export const of = (machine: Clock.Clock, name: string, initial: State, setup: Setup): Tenant => {
  const { clock = clockAt(machine, initial.pace), journal, mailing, save } = setup
  const history: History = []
  const deployment = (region: RegionName): RegionState => ({
    world: MutableRef.make(initial[region]),
    now: clock.now,
    watchers: new Set(),
    mailed: mailing?.(name, region),
    changed: (before) => {
      addToHistory(history, { [region]: before })
      return save
    }
  })
  return {
    name,
    clock,
    machine,
    journal: journal === 0 ? undefined : Journal.make(journal),
    regions: { us: deployment("us"), eu: deployment("eu") },
    initial,
    history,
    snapshots: new Map(),
    save
  }
}

/** The state of the seed for a tenant. */
export const seeded = (
  machine: Clock.Clock,
  tenant: string,
  { frozenAt, transform = identity, ...options }: Omit<TenantOptions, "journal">
): State => {
  const begun = frozenAt ?? machine.currentTimeMillisUnsafe()
  const world = (region: RegionName) => transform(seedWorld({ ...options, region, tenant }), begun)
  const pace = frozenAt === undefined ? undefined : { since: machine.currentTimeMillisUnsafe(), at: frozenAt, scale: 0 }
  return { us: world("us"), eu: world("eu"), pace }
}

/** Whether something in the calls of a deployment is due: a step of a script, or that nobody answers. */
export const isDue = ({ now, world }: RegionState): boolean => {
  const { kept } = MutableRef.get(world).calls
  return kept !== StoredCalls.empty && StoredCalls.due(kept) <= now()
}

// loaded when the first is due, which keeps it out of the start
const life = Effect.promise(() => import("../world/life/dueEvents.ts"))

/**
 * Lets all happen that is due by the clock of a deployment. What time does is no change of its own, which an undo could only
 * bring back: it is taken back with the change before it.
 */
export const settle = (deployment: RegionState, save: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(life, ({ applyDueEvents }) =>
    Effect.suspend(() => {
      if (!isDue(deployment)) return Effect.void
      MutableRef.set(deployment.world, applyDueEvents(transitionContext(deployment)))
      for (const watch of deployment.watchers) watch()
      return isDue(deployment) ? Effect.andThen(Effect.yieldNow, settle(deployment, save)) : save
    })
  )

/** The same in both regions of a tenant. */
export const settleBoth = ({ regions: { eu, us }, save }: Tenant): Effect.Effect<void> =>
  isDue(us) || isDue(eu) ? Effect.andThen(settle(us, save), settle(eu, save)) : Effect.void
