import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

import type { ListBroken } from "../../Errors.ts"
import { SameSession } from "../session/SameSession.ts"
import { ahead } from "./ahead.ts"
import type { Turn } from "./ahead.ts"

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
/**
 * Streams the pages of a course, one request at a time and each only when it or its prefetch is needed. All are of the
 * session that the first one was of.
 */
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
