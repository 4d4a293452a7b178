import { closeSync, existsSync, mkdtempSync, openSync, rmdirSync, unlinkSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

import { Exit, report } from "@remote-assist/cli/Process"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import { makeFolders } from "../runner/discovery.ts"
import { messageOf } from "../runner/Result.ts"
import { UsageError } from "../targets/Target.ts"

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

/** The files that the running command could not write, a message each. */
export const WriteErrors = Context.Reference<Array<string>>("@remote-assist/e2e/WriteErrors", {
  defaultValue: () => []
})

const checkWritable = (path: string, kind: string, check: () => void) =>
  Effect.try({
    try: check,
    catch: (error) =>
      new UsageError({ message: `${path} cannot be written: ${messageOf(error)}. Give another ${kind}.` })
  })

/**
 * Returns a function that overwrites a file, and returns whether that worked. Fails if the file cannot be opened now; a later
 * error is added to {@link WriteErrors}.
 */
export const fileWriter = Effect.fnUntraced(function* (file: string) {
  const writeErrors = yield* WriteErrors
  yield* checkWritable(file, "file", () => {
    makeFolders(dirname(file))
    // keeps the content of a file, and does not create one, until there is something to write
    const isNew = !existsSync(file)
    closeSync(openSync(file, "a"))
    if (isNew) unlinkSync(file)
  })
  return (text: string): boolean =>
    Result.match(Result.try({ try: () => writeFileSync(file, text), catch: messageOf }), {
      onSuccess: () => true,
      onFailure: (reason) => {
        writeErrors.push(`${file} is incomplete: ${reason}. Give another file and run the command again.`)
        return false
      }
    })
})

/** Returns {@link fileWriter} of a file, or a function that does nothing without one. */
export const optionalFileWriter = (file: Option.Option<string>) =>
  Option.isSome(file) ? fileWriter(file.value) : Effect.succeed((_: string) => false)

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(resolve(path))))

/** Fails if files cannot be created in a folder. Does not create the folder. */
export const checkFolder = (folder: string): Effect.Effect<void, UsageError> =>
  checkWritable(folder, "folder", () => rmdirSync(mkdtempSync(join(nearestFolder(folder), ".remote-assist-e2e-"))))
