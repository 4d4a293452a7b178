import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

// its class and its first place alone: the words may hold what the callback was told, such as a token
const nameOf = (thrown: unknown) =>
  thrown instanceof Error
    ? [thrown.name, /\n\s+(at .+)/.exec(thrown.stack ?? "")?.[1]].filter(Predicate.isNotUndefined).join(" ")
    : `a ${typeof thrown}`

/** Says that a program's own function threw. */
export const warningOf = (name: string, thrown: unknown): string =>
  `${name} threw ${nameOf(thrown)}; what called it goes on.`

/** Calls a program's own function. What it throws or rejects with fails nothing, and is warned of. */
export const tell = (name: string, callback: () => unknown): Effect.Effect<void> =>
  Effect.suspend(() => {
    const warn = (thrown: unknown) => Effect.logWarning(warningOf(name, thrown))
    const told = Result.try(callback)
    if (Result.isFailure(told)) return warn(told.failure)
    if (!Predicate.isPromiseLike(told.success)) return Effect.void
    // listened to at once, as a rejection that is not ends the process
    const outcome = Promise.resolve(told.success).then(() => Effect.void, warn)
    return Effect.promise(() => outcome).pipe(Effect.flatten, Effect.forkDetach, Effect.asVoid)
  })
