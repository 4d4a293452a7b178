import type { RegionName } from "@remote-assist/core/Region"
import type * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as MutableRef from "effect/MutableRef"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import type { Refusal } from "./Refusal.ts"
import { seedWorld } from "./Seed.ts"
import type { SeedOptions } from "./Seed.ts"
import * as TenantClock from "./TenantClock.ts"
import type { Step, World } from "./World.ts"

/** One region of a tenant: its world and its time. */
export interface Deployment {
  readonly world: MutableRef.MutableRef<World>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Runs when a step has changed the world, before its answer goes out. */
  readonly changed: (before: World, after: World) => Effect.Effect<void>
  /** Each is called when a step has changed the world. */
  readonly watchers: Set<() => void>
}

/** Worlds that belong together, and the time they live by. */
export interface Tenant {
  readonly name: string
  readonly clock: TenantClock.TenantClock
  readonly regions: { readonly [Name in RegionName]: Deployment }
}

export interface TenantOptions extends Omit<SeedOptions, "region" | "tenant"> {
  /** Where its clock stands still from the start, in milliseconds since the epoch; it shows the machine's time unless set. */
  readonly frozenAt?: number
}

/** A tenant in the state of the seed. */
export const make = (machine: Clock.Clock, name: string, { frozenAt, ...options }: TenantOptions): Tenant => {
  const clock = TenantClock.make(machine, frozenAt === undefined ? undefined : { set: frozenAt, scale: 0 })
  const deployment = (region: RegionName): Deployment => ({
    world: MutableRef.make(seedWorld({ ...options, region, tenant: name })),
    now: clock.now,
    watchers: new Set(),
    changed: () => Effect.void
  })
  return { name, clock, regions: { us: deployment("us"), eu: deployment("eu") } }
}

/** The deployment that the current request is for. */
export const CurrentDeployment = Context.Reference<Deployment | undefined>(
  "@remote-assist/http-mock/Tenant/CurrentDeployment",
  { defaultValue: () => undefined }
)

const current = Effect.filterOrElse(CurrentDeployment, Predicate.isNotUndefined, () =>
  Effect.die("no region was chosen for the request")
)

/** The world as it is, and the time there. */
export const look = Effect.map(current, ({ now, world }) => ({ world: MutableRef.get(world), now: now() }))

/** Takes a step of the current world. */
export const step = <Answer>(transition: (world: World, now: number) => Step<Answer>): Effect.Effect<Answer, Refusal> =>
  Effect.flatMap(current, ({ changed, now, watchers, world }) => {
    const before = MutableRef.get(world)
    const taken = transition(before, now())
    if (Result.isFailure(taken)) return Effect.fail(taken.failure)
    const [after, answer] = taken.success
    if (after === before) return Effect.succeed(answer)
    MutableRef.set(world, after)
    for (const watch of watchers) watch()
    return Effect.as(changed(before, after), answer)
  })
