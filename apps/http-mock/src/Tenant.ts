import type { RegionName } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as MutableRef from "effect/MutableRef"
import * as Ref from "effect/Ref"
import * as Result from "effect/Result"

import type { Refusal } from "./Refusal.ts"
import { seedWorld } from "./Seed.ts"
import type { SeedOptions } from "./Seed.ts"
import type { Step, World } from "./World.ts"

/** One region of a tenant: its world and the clock it runs by. */
export interface Deployment {
  readonly world: Ref.Ref<World>
  readonly clock: Clock.Clock
}

/** Worlds that belong together and their clock. */
export interface Tenant {
  readonly regions: { readonly [Name in RegionName]: Deployment }
  readonly advance: (duration: Duration.Input) => Effect.Effect<void>
}

const shifted = (clock: Clock.Clock, offset: MutableRef.MutableRef<number>): Clock.Clock => {
  const millis = () => clock.currentTimeMillisUnsafe() + MutableRef.get(offset)
  const nanos = () => clock.currentTimeNanosUnsafe() + BigInt(Math.round(MutableRef.get(offset) * 1_000_000))
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }
}

/** A tenant in the state of the seed, on the current clock. */
export const make = (options: Omit<SeedOptions, "region">): Effect.Effect<Tenant> =>
  Effect.gen(function* () {
    const offset = MutableRef.make(0)
    const clock = shifted(yield* Clock.Clock, offset)
    return {
      regions: {
        us: { world: yield* Ref.make(seedWorld({ ...options, region: "us" })), clock },
        eu: { world: yield* Ref.make(seedWorld({ ...options, region: "eu" })), clock }
      },
      advance: (duration) =>
        Effect.sync(() => MutableRef.update(offset, (millis) => millis + Duration.toMillis(duration)))
    }
  })

/** The deployment that the current request is for. */
export const CurrentDeployment = Context.Reference<Deployment | undefined>(
  "@remote-assist/http-mock/Tenant/CurrentDeployment",
  { defaultValue: () => undefined }
)

const current = Effect.gen(function* () {
  const deployment = yield* CurrentDeployment
  return deployment ?? (yield* Effect.die("no region was chosen for the request"))
})

/** The world as it is, and the time there. */
export const look = Effect.flatMap(current, ({ clock, world }) =>
  Effect.map(Ref.get(world), (world) => ({ world, now: clock.currentTimeMillisUnsafe() }))
)

/** Takes a step of the current world. */
export const step = <Answer>(transition: (world: World, now: number) => Step<Answer>): Effect.Effect<Answer, Refusal> =>
  Effect.flatMap(current, ({ clock, world }) =>
    Effect.flatMap(
      Ref.modify(world, (before): readonly [Step<Answer>, World] => {
        const taken = transition(before, clock.currentTimeMillisUnsafe())
        return [taken, Result.isSuccess(taken) ? taken.success[0] : before]
      }),
      (taken) => Effect.fromResult(Result.map(taken, ([, answer]) => answer))
    )
  )
