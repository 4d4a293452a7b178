import * as Effect from "effect/Effect"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"

import { contextOf, deployment } from "../../tenants/Deployment.ts"
import * as Exchange from "../../tenants/journal/Exchange.ts"
import type { Choose } from "../../world/gaps/Gaps.ts"
import type { TransitionContext } from "../../world/model/TransitionContext.ts"
import type { Step } from "../../world/model/World.ts"
import type { Refusal } from "../../world/Refusal.ts"

/** How an operation words a refusal: as one of the errors that the contract documents for it. */
export type Wording<E> = (refused: Refusal, choose: Choose) => E

/** Who makes a transition: what is known of them joins its context, or they are refused. */
export type Actor<Context, R = never> = Effect.Effect<
  (context: TransitionContext) => Result.Result<Context, Refusal>,
  never,
  R
>

/**
 * Runs a transition on the world of the request: as an actor, with its refusals in the error form of the operation. The next
 * world is kept before the answer goes out.
 */
export const run =
  <Context, R, E>(actor: Actor<Context, R>, word: Wording<E>) =>
  <Answer>(transition: (context: Context) => Step<Answer>): Effect.Effect<Answer, E, R> =>
    Effect.flatMap(actor, (enter) =>
      Effect.flatMap(deployment, (here) => {
        const { changed, exchange, watchers } = here
        const around = contextOf(here)
        const before = around.world
        const step = Result.flatMap(enter(around), transition)
        if (Result.isFailure(step)) return Effect.fail(word(step.failure, around.choose))
        const [after, answer] = step.success
        if (after === before) return Effect.succeed(answer)
        if (exchange !== undefined) Exchange.took(exchange, before, after)
        MutableRef.set(here.world, after)
        for (const watch of watchers) watch()
        return Effect.as(changed(before), answer)
      })
    )
