import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"

import * as LogLine from "./logLine.ts"
import * as Record from "./Record.ts"
import * as StateFile from "./stateFile.ts"
import * as StateLog from "./stateLog.ts"

/** A snapshot and its log, which together hold what was last written. */
export interface SnapshotAndLog {
  /** Adds what became of what is kept to the log. */
  readonly write: (kept: Record.Kept) => Effect.Effect<void, PlatformError.PlatformError>
  /** Whether the log has become so long that a new snapshot is due. */
  readonly isLong: () => boolean
  /** Writes all as a new snapshot, in place of both. */
  readonly compact: (kept: Record.Kept) => Effect.Effect<void, PlatformError.PlatformError>
  /** Whether there is a log. */
  readonly hasLog: () => boolean
}

/** How many times as long as its snapshot a log becomes before it is compacted. */
const mostTimes = 2

/** How many bytes a log has at least before it is compacted. */
const leastBytes = 2 ** 20

/** A pair at a path, of which nothing is written yet. */
export const make = Effect.fnUntraced(function* (file: string, least = leastBytes) {
  const files = yield* FileSystem.FileSystem
  const log = StateLog.beside(file)
  const encode = StateFile.encoder()
  let written = Record.nothing
  let id = ""
  let length = 0
  let most = least

  const replace = Effect.fnUntraced(function* (kept: Record.Kept) {
    const text = encode(kept)
    yield* StateFile.write(file, new TextEncoder().encode(text))
    // from here on the log is of another snapshot
    id = StateLog.idOf(text)
    written = kept
    length = 0
    most = Math.max(least, mostTimes * text.length)
    yield* Effect.ignore(files.remove(log, { force: true }))
  })

  const append = Effect.fnUntraced(function* (kept: Record.Kept, record: string) {
    yield* files.access(file)
    const begins = length === 0
    const bytes = begins ? StateLog.begun(id, record) : LogLine.encode(record)
    yield* begins ? StateFile.write(log, bytes) : StateLog.append(log, length, bytes)
    length += bytes.length
    written = kept
  })

  const pair: SnapshotAndLog = {
    // a log that cannot be written may not be the one that was, so all is written anew
    write: (kept) =>
      Effect.suspend(() => {
        const record = Record.between(written, kept)
        if (record === undefined) return Effect.void
        return Effect.catch(append(kept, record), () => replace(kept))
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
