import * as FileLock from "@remote-assist/core/FileLock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import * as Predicate from "effect/Predicate"

import { UnusableState } from "./StateErrors.ts"

// more than the tags of a platform tell
const known: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "the disk is full, ENOSPC: free some space on it"],
  ["EDQUOT", "the quota of the disk is used up, EDQUOT: free some space of it"],
  ["EFBIG", "the file is larger than it may be, EFBIG: raise the limit of this process"],
  ["EROFS", "the disk is read-only, EROFS: give a file on another"],
  ["EIO", "the disk fails, EIO: check it, or give a file on another"],
  ["EISDIR", "it is a directory, EISDIR: give a file"],
  ["ENOTDIR", "its folder is none, ENOTDIR: give another path"],
  ["ENOENT", "its folder is missing, ENOENT: make it, or give another path"],
  ["EACCES", "its folder or itself is not for this user, EACCES: allow it, or give another path"],
  ["EMFILE", "too many files are open, EMFILE: raise the limit of this process"]
])

/** Why a file system refused, and what to do where it is known. */
export const whyRefused = ({ reason }: PlatformError.PlatformError): string => {
  const { cause, description } = reason
  const code = Predicate.hasProperty(cause, "code") && typeof cause.code === "string" ? cause.code : undefined
  return code === undefined
    ? (description ?? reason._tag)
    : (known.get(code) ?? (reason._tag === "Unknown" ? code : reason._tag))
}

// of a directory its reader says more
const readable: ReadonlySet<FileSystem.File.Type> = new Set(["File", "Directory"])

/** Fails where a path leads to what is no file, such as a FIFO or a device: to read from one may never end. */
export const check = Effect.fnUntraced(function* (file: string, path = file) {
  const files = yield* FileSystem.FileSystem
  const type = yield* Effect.orElseSucceed(
    Effect.map(files.stat(path), ({ type }) => type),
    () => "File" as const
  )
  if (readable.has(type)) return
  const what = path === file ? "it" : `its log ${path}`
  return yield* new UnusableState({ file, reason: `${what} is no regular file but a ${type}: give another path` })
})

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
const timeout = "70 seconds"

const waiting = (error: FileLock.LockHeld) =>
  Effect.logWarning(
    `Waiting for ${error.lock}: it names ${ownerOf(error)}, and whether that still runs cannot be told from here. It is taken over a minute after its last sign of life; remove the lock file if it has ended.`
  )

/** Takes the file of a state for one emulator, until the scope closes. */
export const hold = (file: string) =>
  FileLock.hold(file).pipe(
    Effect.catchTag("LockHeld", (error) =>
      error.state === "running" ? Effect.fail(error) : Effect.andThen(waiting(error), FileLock.hold(file, { timeout }))
    ),
    Effect.mapError((error) => new UnusableState({ file, reason: reasonOf(error) }))
  )
