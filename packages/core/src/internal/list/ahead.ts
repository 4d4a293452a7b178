import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"

/** The values of a step, and what the next one begins with; nothing at the end. */
export type Turn<A, State> = readonly [values: ReadonlyArray<A>, next: Option.Option<State>]

// each is a fiber, and its answer waits in memory
const most = 100

/**
 * Makes steps that are taken ahead of who asks for them, one after the other and by so many, within a scope. Less than a
 * queue, which weighs a kilobyte and a half in each bundle.
 */
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
