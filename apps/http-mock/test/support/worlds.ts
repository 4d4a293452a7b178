import { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as Result from "effect/Result"

import { withDefaults } from "../../src/library/Options.ts"
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

/** What a transition of a world works with. */
export const on = (world: World, time = now): TransitionContext & Pick<ShownContext, "base"> => ({
  world,
  now: time,
  base: () => "http://127.0.0.1:4010/us",
  option: optionLookup(world.settings.choices)
})

/** What a transition that a user makes works with. */
export const as = (caller: User, world: World, time = now): CallerContext & ShownContext => ({
  ...on(world, time),
  caller
})

/** What a step yields; a refusal fails the test. */
export const taken = <A>(step: Result.Result<A, ServiceError>): A =>
  Result.getOrThrowWith(step, ({ message }) => new Error(`refused: ${message}`))

/** Why a step is refused; a step that is taken fails the test. */
export const refusalOf = (step: Result.Result<unknown, ServiceError>): ServiceError => {
  if (Result.isFailure(step)) return step.failure
  throw new Error("taken, but should have been refused")
}

/** What a step answers that leaves the world alone. */
export const answered = <A>(step: TransitionResult<A>): A => taken(step)[1]
