import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"

import { explainFileError } from "@remote-assist/core/FileError"
import * as FileLock from "@remote-assist/core/FileLock"
import { pluralize } from "@remote-assist/core/Text"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { oneLine } from "../world/json.ts"
import { applyChanges, emptyState, encodeChange } from "./Codec.ts"
import type { StoredState } from "./Codec.ts"
import { UnusableState } from "./StateErrors.ts"
import * as StateFile from "./stateFile.ts"

const newline = 0x0a

// a line is JSON: the number of bytes of the record, their checksum, and the record
const line = /^\[(\d{1,15}),(\d{1,10}),(.*)\]$/s

const writer = new TextEncoder()
const reader = new TextDecoder()

const lineEnd = writer.encode("]\n")

/** Encodes a record, which is a line of JSON, as a line of the log. */
const encodeLine = (record: string): Uint8Array => {
  const bytes = writer.encode(record)
  return Buffer.concat([writer.encode(`[${bytes.length},${crc32(bytes)},`), bytes, lineEnd])
}

/** Decodes the record of a line without its end, or returns `undefined` if the line is incomplete. */
const decodeLine = (bytes: Uint8Array): string | undefined => {
  const [, length, sum, record = ""] = line.exec(reader.decode(bytes)) ?? []
  return Number(length) === Buffer.byteLength(record) && Number(sum) === crc32(record) ? record : undefined
}

/** Whether the bytes are a line without its end, or nothing. */
const isStartOfLine = (bytes: Uint8Array) => /^(?:\[[^\n]*)?$/.test(reader.decode(bytes))

/** Decodes lines up to the first invalid one: `incomplete` bytes follow, and `damaged` is its number if it is not the last. */
const decodeLines = (bytes: Uint8Array) => {
  const records: Array<string> = []
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(newline, start)
    const record = end < 0 ? undefined : decodeLine(bytes.subarray(start, end))
    if (record === undefined) {
      const isLast = end < 0 || end + 1 === bytes.length
      return { records, incomplete: bytes.length - start, damaged: isLast ? undefined : records.length + 1 }
    }
    records.push(record)
    start = end + 1
  }
  return { records, incomplete: 0, damaged: undefined }
}

const suffix = ".log"

/** Returns the path of the log of a state file. */
export const logPath = (file: string) => `${file}${suffix}`

/** Returns the id of a snapshot, which is its hash. */
export const idOf = (snapshot: string | Uint8Array): string => createHash("sha256").update(snapshot).digest("hex")

/** The first record of a log: the id of its snapshot. */
const Head = Schema.fromJsonString(Schema.Struct({ snapshot: Schema.String }))

const encodeHead = Schema.encodeSync(Head)

const decodeHead = Schema.decodeUnknownResult(Head)

/** Appends a record to the log. It overwrites an incomplete line. The next owner of the lock removes this log. */
const appendLine = Effect.fnUntraced(
  function* ({ path, verify }: FileLock.Lease, length: number, record: Uint8Array) {
    const files = yield* FileSystem.FileSystem
    const opened = yield* files.open(logPath(path), { flag: "r+" })
    // after open, which otherwise might open the log of the next owner
    yield* verify
    yield* opened.truncate(length)
    yield* opened.seek(BigInt(length), "start")
    yield* opened.writeAll(record)
    yield* opened.sync
    // the next owner may not have read the record
    yield* verify
  },
  Effect.scoped,
  Effect.uninterruptible
)

/** Reads the log of a snapshot, and applies it to its state. Keeps the log of another snapshot under another name. */
export const readLog = Effect.fnUntraced(function* (file: string, snapshot: string | undefined, state: StoredState) {
  const files = yield* FileSystem.FileSystem
  const log = logPath(file)
  const unusable = (reason: string) => new UnusableState({ file, reason })
  const bytes = yield* files.readFile(log).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined),
    Effect.mapError((error) => unusable(`its log ${log} cannot be read, as ${explainFileError(error)}`))
  )
  if (bytes === undefined) return state
  const { damaged, incomplete, records } = decodeLines(bytes)
  const [first, ...changes] = records
  const head = decodeHead(first)
  if (Result.isFailure(head) && !isStartOfLine(bytes))
    return yield* unusable(`${log} is not the log of a state. Move it away, or use another file`)
  if (snapshot === undefined)
    return yield* unusable(
      `it is missing, but its log ${log} exists. Move the file back to its log, or move the log away to start with a new state`
    )
  if (Result.isFailure(head)) {
    yield* Effect.logWarning(`${log} is ignored: its first line is incomplete, so it has no changes.`)
    return state
  }
  if (head.success.snapshot !== idOf(snapshot)) {
    const copy = `${log}.${yield* Clock.currentTimeMillis}`
    yield* Effect.mapError(files.rename(log, copy), (error) =>
      unusable(`its log ${log} cannot be renamed, as ${explainFileError(error, true)}`)
    )
    yield* Effect.logWarning(
      `${log} is ignored and kept as ${copy}: it belongs to another snapshot than ${file}. If you replaced ${file}, its former changes are in that log. If an emulator was killed while it wrote a snapshot, remove that log.`
    )
    return state
  }
  const advice = "Restore it, or remove it to use only the snapshot"
  if (damaged !== undefined) return yield* unusable(`line ${damaged} of its log ${log} is damaged. ${advice}`)
  if (incomplete > 0)
    yield* Effect.logWarning(
      `The end of ${log} is ignored (${pluralize(incomplete, "byte")}): an emulator was killed while it wrote it, before it answered the change.`
    )
  return yield* Effect.try({
    try: () => applyChanges(state, changes),
    catch: (error) => unusable(`its log ${log} is not valid (${oneLine(String(error), 500)}). ${advice}`)
  })
})

/** Why nothing was written. */
export type NotWritten = FileLock.LockLost | PlatformError.PlatformError

/** A snapshot and its log, which together store the latest state. */
export type SnapshotAndLog = Effect.Success<ReturnType<typeof make>>

/** How many times as long as its snapshot a log can become before it is compacted. */
const maxRatio = 2

/** How many bytes a log has at least before it is compacted. */
const defaultMinBytes = 2 ** 20

/** Makes the snapshot and the log of a file whose lock is held. Nothing is written yet. */
export const make = Effect.fnUntraced(function* (lease: FileLock.Lease, minBytes = defaultMinBytes) {
  const files = yield* FileSystem.FileSystem
  const { path, verify } = lease
  const log = logPath(path)
  let written = emptyState
  let id = ""
  let length = 0
  let maxLength = minBytes

  const replace = Effect.fnUntraced(function* (state: StoredState) {
    const snapshot = writer.encode(StateFile.encode(state))
    yield* lease.replace(snapshot)
    // from here on the log belongs to another snapshot
    id = idOf(snapshot)
    written = state
    length = 0
    maxLength = Math.max(minBytes, maxRatio * snapshot.length)
    yield* Effect.ignore(Effect.andThen(verify, files.remove(log, { force: true })))
  })

  const append = Effect.fnUntraced(function* (state: StoredState, record: string) {
    yield* files.access(path)
    const isFirst = length === 0
    const added = encodeLine(record)
    const bytes = isFirst ? Buffer.concat([encodeLine(encodeHead({ snapshot: id })), added]) : added
    yield* isFirst ? lease.replace(bytes, suffix) : appendLine(lease, length, bytes)
    length += bytes.length
    written = state
  })

  return {
    /** Adds the change to a state to the log. */
    // if the log cannot be written, it may not be the expected one: write a snapshot
    write: (state: StoredState): Effect.Effect<void, NotWritten> =>
      Effect.suspend(() => {
        const record = encodeChange(written, state)
        if (record === undefined) return Effect.void
        return Effect.catchTag(append(state, record), "PlatformError", () => replace(state))
      }).pipe(Effect.provideService(FileSystem.FileSystem, files)),
    /** Whether the log is so long that a new snapshot is due. */
    isLong: () => length > maxLength,
    /** Replaces both by a new snapshot. */
    compact: (state: StoredState): Effect.Effect<void, NotWritten> =>
      Effect.suspend(() => replace(state)).pipe(
        // do not retry with each change
        Effect.onError(() => Effect.sync(() => (maxLength = Math.max(maxLength, 2 * length)))),
        Effect.uninterruptible,
        Effect.provideService(FileSystem.FileSystem, files)
      ),
    hasLog: () => length > 0
  }
})
