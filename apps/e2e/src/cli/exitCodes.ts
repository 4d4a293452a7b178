import { Exit, report } from "@remote-assist/cli/Process"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

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
  InvalidScenario: exitCodes.usage,
  BadSettings: exitCodes.usage,
  InvalidSettings: exitCodes.usage,
  TargetLost: exitCodes.unreachable
}

/** Runs a command. Prints its error and the files that it could not write, and ends with the exit code of these. */
export const withExitCodes = Effect.fnUntraced(function* <A, E, R>(command: Effect.Effect<A, E, R>) {
  const writeErrors: Array<string> = []
  const result = yield* command.pipe(
    Effect.catch(exitWithCode),
    Effect.provideService(WriteErrors, writeErrors),
    Effect.ensuring(Effect.suspend(() => Effect.forEach(writeErrors, (message) => Console.error(message))))
  )
  return writeErrors.length === 0 ? result : yield* new Exit({ code: exitCodes.writeError })
})

/** Prints an error, or each of its messages, and fails with its exit code. */
const exitWithCode = Effect.fnUntraced(function* (error: unknown) {
  const code = Predicate.hasProperty(error, "_tag") ? codes[String(error._tag)] : undefined
  if (code === undefined) return yield* report(error)
  const { messages } = Predicate.hasProperty(error, "messages") ? error : { messages: undefined }
  for (const message of Array.isArray(messages) ? messages : [error]) yield* Effect.ignore(report(message))
  return yield* new Exit({ code })
})

/** The files that the running command could not write, a message each. */
export const WriteErrors = Context.Reference<Array<string>>("@remote-assist/e2e/WriteErrors", {
  defaultValue: () => []
})
