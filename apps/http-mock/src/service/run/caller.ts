import { Principal } from "@remote-assist/core/Credentials"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { look, step } from "../../tenants/Tenant.ts"
import type { Step, World } from "../../world/model/World.ts"
import type { Refusal } from "../../world/Refusal.ts"
import type { User } from "../../world/users/User.ts"
import { callerOf } from "../access/authenticate.ts"

/** Takes a step as the user whose token the request carries. */
export const act = <Answer>(
  transition: (world: World, caller: User, now: number) => Step<Answer>
): Effect.Effect<Answer, Refusal, Principal> =>
  Effect.flatMap(Principal, ({ subject }) =>
    step((world, now) => Result.flatMap(callerOf(world, subject), (caller) => transition(world, caller, now)))
  )

/** Reads as the user whose token the request carries. */
export const read = <Answer>(
  answer: (world: World, caller: User, now: number) => Result.Result<Answer, Refusal>
): Effect.Effect<Answer, Refusal, Principal> =>
  Effect.flatMap(Principal, ({ subject }) =>
    Effect.flatMap(look, ({ now, world }) =>
      Effect.fromResult(Result.flatMap(callerOf(world, subject), (caller) => answer(world, caller, now)))
    )
  )
