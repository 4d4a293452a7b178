import * as Effect from "effect/Effect"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"

import { contextOf, deployment } from "../../tenants/Deployment.ts"
import type { Deployment } from "../../tenants/Deployment.ts"
import * as Exchange from "../../tenants/journal/Exchange.ts"
import type { Choose } from "../../world/gaps/Gaps.ts"
import type { Sliced } from "../../world/lists/Sliced.ts"
import type { TransitionContext } from "../../world/model/TransitionContext.ts"
import type { Step } from "../../world/model/World.ts"
import type { Refusal } from "../../world/Refusal.ts"
import { inSlices } from "./inSlices.ts"

/** How an operation words a refusal: as one of the errors that the contract documents for it. */
export type Wording<E> = (refused: Refusal, choose: Choose) => E

/** Who makes a transition: what is known of them joins its context, or they are refused. */
export type Actor<Context, R = never> = Effect.Effect<
  (context: TransitionContext) => Result.Result<Context, Refusal>,
  never,
  R
>

/** A step that is ready, or one of many rows that is made in slices and leaves the world as it is. */
export type Stepping<Answer> = Step<Answer> | Sliced<Step<Answer>>

const isSliced = <Answer>(made: Stepping<Answer>): made is Sliced<Step<Answer>> => "next" in made

const finish = <Answer, E>(
  here: Deployment,
  { choose, world: before }: TransitionContext,
  word: Wording<E>,
  step: Step<Answer>
): Effect.Effect<Answer, E> => {
  if (Result.isFailure(step)) return Effect.fail(word(step.failure, choose))
  const [after, answer] = step.success
  if (after === before) return Effect.succeed(answer)
  if (here.exchange !== undefined) Exchange.took(here.exchange, before, after)
  MutableRef.set(here.world, after)
  for (const watch of here.watchers) watch()
  return Effect.as(here.changed(before), answer)
}

/**
 * Runs a transition on the world of the request: as an actor, with its refusals in the error form of the operation. The next
 * world is kept before the answer goes out; what is made in slices answers by the world that it began with.
 */
export const run =
  <Context, R, E>(actor: Actor<Context, R>, word: Wording<E>) =>
  <Answer>(transition: (context: Context) => Stepping<Answer>): Effect.Effect<Answer, E, R> =>
    Effect.flatMap(actor, (enter) =>
      Effect.flatMap(deployment, (here) => {
        const around = contextOf(here)
        const entered = enter(around)
        if (Result.isFailure(entered)) return Effect.fail(word(entered.failure, around.choose))
        const made = transition(entered.success)
        return isSliced(made)
          ? Effect.flatMap(inSlices(made), (step) => finish(here, around, word, step))
          : finish(here, around, word, made)
      })
    )
