import { Exit, report } from "@remote-assist/cli/Process"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

import { exitCodes } from "./exitCodes.ts"
import { CurrentFiles } from "./outputFiles.ts"
import type { Files } from "./outputFiles.ts"

const codes: Readonly<Record<string, number>> = {
  Misuse: exitCodes.usage,
  UnknownTarget: exitCodes.usage,
  BadAddress: exitCodes.usage,
  BadScenario: exitCodes.usage,
  CannotStart: exitCodes.usage,
  BadSettings: exitCodes.usage,
  InvalidSettings: exitCodes.usage,
  NotOffered: exitCodes.usage,
  Unreachable: exitCodes.unreachable,
  Gone: exitCodes.unreachable,
  Unsteady: exitCodes.unreachable
}

/** What is to be said of an error, each on a line of its own. */
const toldOf = (error: unknown): ReadonlyArray<unknown> =>
  Predicate.hasProperty(error, "sentences") && Array.isArray(error.sentences) ? error.sentences : [error]

const withCodes = <A, E, R>(act: Effect.Effect<A, E, R>): Effect.Effect<A, Exit, R> =>
  Effect.catch(act, (error) => {
    const code = Predicate.hasProperty(error, "_tag") ? codes[String(error._tag)] : undefined
    if (code === undefined) return report(error)
    const told = Effect.forEach(toldOf(error), (one) => Effect.ignore(report(one)), { discard: true })
    return Effect.andThen(told, new Exit({ code }))
  })

/** Ends with the exit code of what went wrong, once it has been told; so it does where only a file could not be written. */
export const withEndings = <A, E, R>(act: Effect.Effect<A, E, R>): Effect.Effect<A, Exit, R> =>
  Effect.suspend(() => {
    const files: Files = { unwritten: [] }
    return withCodes(act).pipe(
      Effect.provideService(CurrentFiles, files),
      Effect.ensuring(Effect.suspend(() => Effect.forEach(files.unwritten, (text) => Console.error(text)))),
      Effect.tap(() => (files.unwritten.length === 0 ? Effect.void : new Exit({ code: exitCodes.unwritten })))
    )
  })
