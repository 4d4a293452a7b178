import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

import type { ListBroken } from "../../Errors.ts"

/** Where a walk goes on after a page. */
export interface Step {
  /** The page to ask for; none at the end. */
  readonly next?: number
  /** Whether the page lies behind the end and is not yielded. */
  readonly isPast?: boolean
}

/** Decides where a walk goes on, by each page that was asked for and its answer. */
export type Course<Answer> = (asked: number, answer: Answer) => Effect.Effect<Step, ListBroken>

/** Streams the pages of a course, one request at a time and each only when it or its prefetch is needed. */
export const follow = <Answer, E, R>(
  read: (page: number) => Effect.Effect<Answer, E, R>,
  course: Course<Answer>,
  from: number,
  prefetch: number
): Stream.Stream<Answer, E | ListBroken, R> => {
  const all = Stream.paginate(from, (asked: number) =>
    Effect.flatMap(read(asked), (answer) =>
      Effect.map(
        course(asked, answer),
        ({ isPast = false, next }) => [isPast ? [] : [answer], Option.fromUndefinedOr(next)] as const
      )
    )
  )
  return prefetch > 0 ? Stream.buffer(all, { capacity: prefetch }) : all
}
