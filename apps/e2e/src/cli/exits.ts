import { Exit, report } from "@remote-assist/cli/Process"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

import { WriteErrors } from "./outputFiles.ts"

/** The exit codes of the program. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  drift: 4,
  threshold: 5,
  leftovers: 6,
  writeError: 7,
  interrupted: 130
} as const

const codes: Readonly<Record<string, number>> = {
  UsageError: exitCodes.usage,
  UnusableFile: exitCodes.usage,
  UnknownTarget: exitCodes.usage,
  InvalidAddress: exitCodes.usage,
  InvalidScenario: exitCodes.usage,
  EngineStartError: exitCodes.usage,
  LogInRefused: exitCodes.usage,
  BadSettings: exitCodes.usage,
  InvalidSettings: exitCodes.usage,
  TargetUnreachable: exitCodes.unreachable,
  TargetLost: exitCodes.unreachable,
  NotReproducible: exitCodes.unreachable
}

/** An invalid flag, argument or setting. */
export class UsageError extends Schema.TaggedError<UsageError>()("UsageError", { message: Schema.String }) {}

export const usageError = (message: string): Effect.Effect<never, UsageError> =>
  Effect.fail(new UsageError({ message }))

/** Prints an error and ends with its exit code. Ends with {@link exitCodes.writeError} if a file could not be written. */
export const withExitCodes = <A, E, R>(command: Effect.Effect<A, E, R>): Effect.Effect<A, Exit, R> =>
  Effect.suspend(() => {
    const writeErrors: Array<string> = []
    return Effect.catch(command, (error) => {
      const code = Predicate.hasProperty(error, "_tag") ? codes[String(error._tag)] : undefined
      if (code === undefined) return report(error)
      const messages =
        Predicate.hasProperty(error, "messages") && Array.isArray(error.messages) ? error.messages : [error]
      return Effect.andThen(
        Effect.forEach(messages, (message) => Effect.ignore(report(message))),
        new Exit({ code })
      )
    }).pipe(
      Effect.provideService(WriteErrors, writeErrors),
      Effect.ensuring(Effect.suspend(() => Effect.forEach(writeErrors, (message) => Console.error(message)))),
      Effect.tap(() => (writeErrors.length === 0 ? Effect.void : new Exit({ code: exitCodes.writeError })))
    )
  })
