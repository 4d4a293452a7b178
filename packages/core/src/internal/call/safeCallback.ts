import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

// only its class and its first stack frame: the message may hold an argument of the callback, such as a token
const describe = (thrown: unknown) =>
  thrown instanceof Error
    ? [thrown.name, /\n\s+(at .+)/.exec(thrown.stack ?? "")?.[1]].filter(Predicate.isNotUndefined).join(" ")
    : `a ${typeof thrown}`

/** Formats the warning about a callback that threw. */
export const callbackWarning = (name: string, thrown: unknown): string =>
  `${name} threw ${describe(thrown)}. The error is ignored.`

/** Calls a callback of the program. If it throws or rejects, a warning is logged and nothing fails. */
export const safeCallback = (name: string, callback: () => unknown): Effect.Effect<void> =>
  Effect.suspend(() => {
    const warn = (thrown: unknown) => Effect.logWarning(callbackWarning(name, thrown))
    const result = Result.try(callback)
    if (Result.isFailure(result)) return warn(result.failure)
    if (!Predicate.isPromiseLike(result.success)) return Effect.void
    // handled now, as an unhandled rejection ends the process
    const outcome = Promise.resolve(result.success).then(() => Effect.void, warn)
    return Effect.promise(() => outcome).pipe(Effect.flatten, Effect.forkDetach, Effect.asVoid)
  })
