import * as FileLock from "@remote-assist/core/FileLock"
import * as Effect from "effect/Effect"

import { UnusableState } from "./StateErrors.ts"
import { whyRefused } from "./whyRefused.ts"

const ownerOf = ({ host, pid, state }: FileLock.LockHeld) =>
  pid === undefined
    ? "another process"
    : `process ${pid}${state === "running" || host === undefined ? "" : ` on ${host}`}`

const reasonOf = (error: Effect.Error<ReturnType<typeof FileLock.hold>>) => {
  if (error._tag === "PlatformError")
    return error.reason._tag === "BadResource"
      ? `its lock ${String(error.reason.pathOrDescriptor)} cannot be read (${whyRefused(error)})`
      : `it cannot be written (${whyRefused(error)})`
  const held = `the emulator of ${ownerOf(error)} keeps its state there`
  if (error.state === "unknown")
    return `${held}, as ${error.lock} says. Give another file, end that one, or remove the lock file if it has ended`
  return `${held}, by ${error.lock}. Give another file, or end that one`
}

// an owner that cannot be asked loses the lock a minute after its last sign of life
const patience = "70 seconds"

const waiting = (error: FileLock.LockHeld) =>
  Effect.logWarning(
    `Waiting for ${error.lock}: it names ${ownerOf(error)}, and whether that still runs cannot be told from here. It is taken over a minute after its last sign of life; remove the lock file if it has ended.`
  )

/** Takes the file of a state for one emulator, until the scope closes. */
export const hold = (file: string) =>
  FileLock.hold(file).pipe(
    Effect.catchTag("LockHeld", (error) =>
      error.state === "running" ? Effect.fail(error) : Effect.andThen(waiting(error), FileLock.hold(file, { patience }))
    ),
    Effect.mapError((error) => new UnusableState({ file, reason: reasonOf(error) }))
  )
