import { explainFileError } from "@remote-assist/core/FileError"
import * as FileLock from "@remote-assist/core/FileLock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

import { UnusableState } from "./StateErrors.ts"

// reading a directory fails with a better message
const allowedTypes: ReadonlySet<FileSystem.File.Type> = new Set(["File", "Directory"])

/** Fails if a path is a FIFO or a device, for example: reading it may never end. */
export const checkRegularFile = Effect.fnUntraced(function* (file: string, path = file) {
  const files = yield* FileSystem.FileSystem
  const type = yield* Effect.orElseSucceed(
    Effect.map(files.stat(path), ({ type }) => type),
    () => "File" as const
  )
  if (allowedTypes.has(type)) return
  const subject = path === file ? "it" : `its log ${path}`
  const noun = type === "FIFO" ? type : type.replace(/(?<=[a-z])(?=[A-Z])/, " ").toLowerCase()
  return yield* new UnusableState({ file, reason: `${subject} is not a regular file but a ${noun}. Use another path` })
})

const reasonOf = (error: Effect.Error<ReturnType<typeof FileLock.hold>>) => {
  if (error._tag === "PlatformError")
    return error.reason._tag === "BadResource"
      ? `its lock ${String(error.reason.pathOrDescriptor)} cannot be read, as ${explainFileError(error)}`
      : `it cannot be written, as ${explainFileError(error, true)}`
  return `${error.message}, or use another file`
}

// a lock expires a minute after the last sign of life of its owner
const timeout = "70 seconds"

/** Acquires the lock of a state file, until the scope closes. */
export const acquireLock = (file: string) =>
  FileLock.hold(file).pipe(
    Effect.catchTag("LockHeld", (error) =>
      error.state === "running"
        ? Effect.fail(error)
        : Effect.andThen(Effect.logWarning(`Waiting, as ${error.message}.`), FileLock.hold(file, { timeout }))
    ),
    Effect.mapError((error) => new UnusableState({ file, reason: reasonOf(error) }))
  )
