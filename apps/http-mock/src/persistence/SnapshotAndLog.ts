import type * as FileLock from "@remote-assist/core/FileLock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"

import * as LogLine from "./logLine.ts"
import * as StateFile from "./stateFile.ts"
import * as StateLog from "./stateLog.ts"
import * as StatesChange from "./statesChange.ts"

/** Why nothing was written. */
export type NotWritten = FileLock.LockLost | PlatformError.PlatformError

/** A snapshot and its log, which together hold what was last written. */
export interface SnapshotAndLog {
  /** Adds what became of what is kept to the log. */
  readonly write: (kept: StatesChange.Kept) => Effect.Effect<void, NotWritten>
  /** Whether the log has become so long that a new snapshot is due. */
  readonly isLong: () => boolean
  /** Writes all as a new snapshot, in place of both. */
  readonly compact: (kept: StatesChange.Kept) => Effect.Effect<void, NotWritten>
  /** Whether there is a log. */
  readonly hasLog: () => boolean
}

/** How many times as long as its snapshot a log becomes before it is compacted. */
const mostTimes = 2

/** How many bytes a log has at least before it is compacted. */
const leastBytes = 2 ** 20

/** The pair of a file whose lock is held, of which nothing is written yet. */
export const make = Effect.fnUntraced(function* (lease: FileLock.Lease, least = leastBytes) {
  const files = yield* FileSystem.FileSystem
  const { path, verify } = lease
  const log = StateLog.beside(path)
  const encode = StateFile.encoder()
  let written = StatesChange.nothing
  let id = ""
  let length = 0
  let most = least

  const replace = Effect.fnUntraced(function* (kept: StatesChange.Kept) {
    const snapshot = new TextEncoder().encode(encode(kept))
    yield* lease.replace(snapshot)
    // from here on the log is of another snapshot
    id = StateLog.idOf(snapshot)
    written = kept
    length = 0
    most = Math.max(least, mostTimes * snapshot.length)
    yield* Effect.ignore(Effect.andThen(verify, files.remove(log, { force: true })))
  })

  const append = Effect.fnUntraced(function* (kept: StatesChange.Kept, record: string) {
    yield* files.access(path)
    const begins = length === 0
    const bytes = begins ? StateLog.begun(id, record) : LogLine.encode(record)
    yield* begins ? lease.replace(bytes, StateLog.suffix) : StateLog.append(lease, length, bytes)
    length += bytes.length
    written = kept
  })

  const pair: SnapshotAndLog = {
    // a log that cannot be written may not be the one that was, so all is written anew
    write: (kept) =>
      Effect.suspend(() => {
        const record = StatesChange.between(written, kept)
        if (record === undefined) return Effect.void
        return Effect.catchTag(append(kept, record), "PlatformError", () => replace(kept))
      }).pipe(Effect.provideService(FileSystem.FileSystem, files)),
    isLong: () => length > most,
    // one that fails is not tried again with each change
    compact: (kept) =>
      Effect.suspend(() => replace(kept)).pipe(
        Effect.onError(() => Effect.sync(() => (most = Math.max(most, 2 * length)))),
        Effect.uninterruptible,
        Effect.provideService(FileSystem.FileSystem, files)
      ),
    hasLog: () => length > 0
  }
  return pair
})
