import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import type { ListBroken } from "../../Errors.ts"
import { SameSession } from "../session/SameSession.ts"

/** The values of a step, and what the next one begins with; nothing at the end. */
type Turn<A, State> = readonly [values: ReadonlyArray<A>, next: Option.Option<State>]

// each is a fiber, and its answer waits in memory
const most = 100

/** Takes steps ahead of demand, one after the other, `count` at most. A queue would add 1.5 kB to each bundle. */
export const ahead = <A, State, E, R>(
  step: (from: State) => Effect.Effect<Turn<A, State>, E, R>,
  start: State,
  count: number,
  scope: Scope.Scope
) => {
  type Running = Fiber.Fiber<Turn<A, State>, E>

  const follow = ([, next]: Turn<A, State>) =>
    Option.isSome(next) ? step(next.value) : Effect.succeed<Turn<A, State>>([[], next])

  return Effect.fnUntraced(function* (running: ReadonlyArray<Running>) {
    const [first = yield* Effect.forkIn(step(start), scope), ...others] = running
    let last = others.at(-1) ?? first
    while (others.length < Math.min(count, most)) {
      last = yield* Effect.forkIn(Effect.flatMap(Fiber.join(last), follow), scope)
      others.push(last)
    }
    const [values, next] = yield* Fiber.join(first)
    return [values, Option.as(next, others)] satisfies Turn<A, ReadonlyArray<Running>>
  })
}

/** Where a walk goes on after a page. */
export interface Step<E = never> {
  /** The page to ask for; none at the end. */
  readonly next?: number
  /** Whether the page lies behind the end and is not yielded. */
  readonly isPast?: boolean
  /** What the walk fails with behind its last page. */
  readonly ending?: E
}

/** Decides where a walk goes on, by each page that was asked for and its answer. */
export type Course<Answer, E = never> = (asked: number, answer: Answer) => Effect.Effect<Step<E>, ListBroken>

interface State<Answer, E> extends Step<E> {
  readonly course: Course<Answer, E>
  readonly session: SameSession
}

// by paginate alone: what else streams are made with weighs more than all of this
/** Streams the pages of a course, all of one session, each requested only when it or its prefetch is needed. */
export const follow = <Answer, E, R, Ending = never>(
  read: (page: number) => Effect.Effect<Answer, E, R>,
  begin: () => Course<Answer, Ending>,
  from: number,
  prefetch: number
): Stream.Stream<Answer, E | Ending | ListBroken, R> => {
  type From = State<Answer, Ending> | undefined
  type Failure = E | Ending | ListBroken

  const step = (state: From): Effect.Effect<Turn<Answer, From>, Failure, R> => {
    const { course, ending, next: asked = from, session } = state ?? { course: begin(), next: from, session: {} }
    if (ending !== undefined) return Effect.fail(ending)
    return Effect.flatMap(Effect.provideService(read(asked), SameSession, session), (answer) =>
      Effect.map(course(asked, answer), (step) => [
        step.isPast === true ? [] : [answer],
        step.next === undefined && step.ending === undefined ? Option.none() : Option.some({ ...step, course, session })
      ])
    )
  }

  if (prefetch <= 0) return Stream.paginate(undefined, step)
  return Stream.unwrap(
    Effect.map(Effect.scope, (scope) => Stream.paginate([], ahead(step, undefined, prefetch, scope)))
  )
}

/** Reads a stream to its end before it yields. */
export const collectFirst = <A, E, R>(self: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
  Stream.paginate(undefined, () => Effect.map(Stream.runCollect(self), (all) => [all, Option.none()] as const))
