import type { Endpoints, GroupName } from "@remote-assist/core/Contract"
import type * as Endpoint from "@remote-assist/core/Endpoint"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"

import * as Exchange from "../../tenants/Exchange.ts"
import type { Deployment } from "../../tenants/Tenant.ts"
import { ended } from "../../wire/Answer.ts"
import type { AtOnce } from "../../wire/Answer.ts"
import type { Worded, Wording } from "../../wire/errors.ts"
import type { Sliced } from "../../world/lists/Sliced.ts"
import type {
  TransitionContext,
  Principal,
  AdministrationContext,
  CallerContext
} from "../../world/model/TransitionContext.ts"
import type { Step, World } from "../../world/model/World.ts"
import type { Refusal } from "../../world/Refusal.ts"
import { callerOf, permitted } from "./authenticate.ts"

// one after the other: of those who ask for the same, all but the first find it made
const turn = Semaphore.makeUnsafe(1)

const rest = Effect.fnUntraced(function* <A>(work: Sliced<A>) {
  for (;;) {
    yield* Effect.yieldNow
    const { done, value } = work.next()
    if (done === true) return value
  }
})

/** Does work at once where it makes no pause, else in its slices, with all else that the process has to do between them. */
const inSlices = <A>(work: Sliced<A>): A | Effect.Effect<A> => {
  const { done, value } = work.next()
  return done === true ? value : turn.withPermits(1)(rest(work))
}

/** A request that was let in: where it is, when, and whose user token it carries. */
interface Visit<Known = unknown> {
  readonly deployment: Deployment
  readonly context: TransitionContext
  readonly principal: Known
}

/** Who makes a transition: what is known of them joins its context, or they are refused. */
type Actor<Context, Known = unknown> = (context: TransitionContext, principal: Known) => Result.Result<Context, Refusal>

/** What an operation answers, and what its answer waits for: nothing, or until the change is saved. */
interface Done<Answer> {
  readonly answer: Answer
  readonly saved: Effect.Effect<void> | undefined
}

/** What becomes of an operation. */
export type Outcome<Answer, E = Worded> = Result.Result<Done<Answer>, E>

/** An operation with its input: what it does when its request is let in, at once or in slices. */
export type Run<Answer, E = Worded, Known = unknown> = (visit: Visit<Known>) => AtOnce<Outcome<Answer, E>>

/** A step that is ready, or one of many rows that is made in slices and leaves the world as it is. */
type Stepping<Answer> = Step<Answer> | Sliced<Step<Answer>>

const isSliced = <Answer>(made: Stepping<Answer>): made is Sliced<Step<Answer>> => "next" in made

const replace = ({ exchange, mailed, watchers, world }: Deployment, before: World, after: World) => {
  if (exchange !== undefined) Exchange.noteChange(exchange, before, after)
  MutableRef.set(world, after)
  if (mailed !== undefined && after.outbox !== before.outbox) mailed(before, after, exchange)
  for (const watch of watchers) watch()
}

const finish = <Answer, E>(
  { context, deployment }: Visit,
  word: Wording<E>,
  step: Step<Answer>
): Outcome<Answer, E> => {
  if (Result.isFailure(step)) return Result.fail(word(step.failure, context.choose))
  const [after, answer] = step.success
  if (after === context.world) return Result.succeed({ answer, saved: undefined })
  replace(deployment, context.world, after)
  return Result.succeed({ answer, saved: deployment.changed(context.world) })
}

/**
 * Runs a transition on the world of the request: as an actor, with its refusals in the error form of the operation. The next
 * world is kept before the answer goes out; what is made in slices answers by the world that it began with.
 */
export const run =
  <Context, Known, E>(actor: Actor<Context, Known>, word: Wording<E>) =>
  <Answer>(transition: (context: Context) => Stepping<Answer>): Run<Answer, E, Known> =>
  (visit) => {
    const { context, principal } = visit
    const entered = actor(context, principal)
    if (Result.isFailure(entered)) return Result.fail(word(entered.failure, context.choose))
    const made = transition(entered.success)
    if (!isSliced(made)) return finish(visit, word, made)
    return ended(inSlices(made), (step) => finish(visit, word, step))
  }

/** The same with its answer as the contract has it. */
export const shownAs =
  <Answer, Shown, E, Known>(perform: Run<Answer, E, Known>, show: (answer: Answer) => Shown): Run<Shown, E, Known> =>
  (visit) =>
    ended(perform(visit), (outcome) => Result.map(outcome, ({ answer, saved }) => ({ answer: show(answer), saved })))

/** What a request says beside what the contract decodes. */
export interface Raw {
  readonly request: HttpServerRequest.HttpServerRequest
  /** Where whoever sent it finds the region. */
  readonly base: () => string
  /** The JSON of its body before it was decoded. */
  readonly body: unknown
}

type PrincipalOf<E> = E extends { readonly takesUserToken: true } ? Principal : undefined

/** What answers an operation: its decoded input in, what the contract answers or words out. */
type Handler<E> = (
  input: Raw & Endpoint.Input<E>
) => Run<Endpoint.Success<E> | HttpServerResponse.HttpServerResponse, Worded<Endpoint.Failure<E>>, PrincipalOf<E>>

/** What answers the operations of a group, each by its name. */
export type Handlers<Name extends GroupName> = {
  readonly [Operation in keyof Endpoints<Name>]: Handler<Endpoints<Name>[Operation]>
}

/** Whoever has the API key. */
export const anyone: Actor<TransitionContext> = (context) => Result.succeed(context)

/** The user whose token the request carries. */
export const user: Actor<CallerContext, Principal> = (context, principal) =>
  Result.map(callerOf(principal), (caller) => ({ ...context, caller }))

/** Whoever's token has a permission of the administration. */
export const administrator =
  (permission: string): Actor<AdministrationContext, Principal> =>
  (context, principal) =>
    Result.map(permitted(context, principal, permission), () => ({ ...context, principal }))
