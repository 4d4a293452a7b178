import { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Result from "effect/Result"

import { withDefaults } from "../../src/library/Emulator.ts"
import type { ShownContext } from "../../src/world/calls/Calls.ts"
import { optionLookup } from "../../src/world/gaps/options.ts"
import type { CallerContext, TransitionContext, TransitionResult, World } from "../../src/world/model/World.ts"
import { seedWorld } from "../../src/world/seed/defaultWorld.ts"
import type { SeedOptions } from "../../src/world/seed/defaultWorld.ts"
import type { ServiceError } from "../../src/world/ServiceError.ts"
import type { User } from "../../src/world/users/User.ts"

export const now = Date.UTC(2026, 5, 1)

export const day = 86_400_000

export const worldOf = (options: Partial<SeedOptions> = {}): World =>
  seedWorld({ tenant: "default", region: "us", ...withDefaults({}), ...options })

export const ada = UserId.make(101)
export const grace = UserId.make(102)
export const linus = UserId.make(103)
export const edsger = UserId.make(104)

/** The context of a transition. */
export const on = (world: World, time = now): TransitionContext & Pick<ShownContext, "base"> => ({
  world,
  now: time,
  base: () => "http://127.0.0.1:4010/us",
  option: optionLookup(world.settings.choices)
})

/** The context of a transition by a user. */
export const as = (caller: User, world: World, time = now): CallerContext & ShownContext => ({
  ...on(world, time),
  caller
})

/** The result of a transition; an error fails the test. */
export const successOf = <A>(step: Result.Result<A, ServiceError>): A =>
  Result.getOrThrowWith(step, ({ message }) => new Error(`the transition failed: ${message}`))

/** The error of a transition; a success fails the test. */
export const failureOf = (step: Result.Result<unknown, ServiceError>): ServiceError => {
  if (Result.isFailure(step)) return step.failure
  throw new Error("the transition should have failed")
}

/** The answer of a transition. */
export const answerOf = <A>(step: TransitionResult<A>): A => successOf(step)[1]
