import { createHash } from "node:crypto"
import { crc32 } from "node:zlib"

import type * as FileLock from "@remote-assist/core/FileLock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { oneLine } from "../world/json.ts"
import { whyRefused } from "./files.ts"
import { UnusableState } from "./StateErrors.ts"
import * as StateFile from "./stateFile.ts"
import * as StatesChange from "./statesChange.ts"

const newline = 0x0a

/** A line of JSON: how many bytes the record has, their checksum, and the record. */
const prefix = /^\[(\d{1,15}),(\d{1,10}),$/

/** The longest that can stand before a record. */
const mostPrefix = 30

const writer = new TextEncoder()
const reader = new TextDecoder()

const end = writer.encode("]\n")

/** The line of a record, which is a line of JSON. */
const encodeLine = (record: string): Uint8Array => {
  const bytes = writer.encode(record)
  return Buffer.concat([writer.encode(`[${bytes.length},${crc32(bytes)},`), bytes, end])
}

/** The record of a line without its end; nothing where it was not written as a whole. */
const decodeLine = (line: Uint8Array): string | undefined => {
  const start = line.indexOf(0x2c, line.indexOf(0x2c) + 1) + 1
  if (start === 0 || start > mostPrefix || line.at(-1) !== 0x5d) return undefined
  const [, length, sum] = prefix.exec(reader.decode(line.subarray(0, start))) ?? []
  const record = line.subarray(start, -1)
  return Number(length) === record.length && Number(sum) === crc32(record) ? reader.decode(record) : undefined
}

/** What the lines of a log hold. */
interface Lines {
  readonly records: ReadonlyArray<string>
  /** How many bytes at the end were not written as a whole. */
  readonly torn: number
  /** The number of a line that does not fit, though others follow. */
  readonly damaged: number | undefined
}

/** Reads lines up to the first that does not fit. */
const readAll = (bytes: Uint8Array): Lines => {
  const records: Array<string> = []
  let start = 0
  while (start < bytes.length) {
    const end = bytes.indexOf(newline, start)
    const record = end < 0 ? undefined : decodeLine(bytes.subarray(start, end))
    if (record === undefined) {
      const isLast = end < 0 || end + 1 === bytes.length
      return { records, torn: bytes.length - start, damaged: isLast ? undefined : records.length + 1 }
    }
    records.push(record)
    start = end + 1
  }
  return { records, torn: 0, damaged: undefined }
}

/** What the name of a log has after that of its state file. */
const suffix = ".log"

/** The log beside a state file. */
export const beside = (file: string) => `${file}${suffix}`

/** The id of a snapshot, which follows from its text. */
export const idOf = (snapshot: string | Uint8Array): string => createHash("sha256").update(snapshot).digest("hex")

/** The first record of a log: the id of the snapshot that the others go on from. */
const Head = Schema.fromJsonString(Schema.Struct({ snapshot: Schema.String }))

const encodeHead = Schema.encodeSync(Head)

const decodeHead = Schema.decodeUnknownResult(Head)

/** The bytes of a log with a first record. */
const begun = (snapshot: string, record: string): Uint8Array =>
  Buffer.concat([encodeLine(encodeHead({ snapshot })), encodeLine(record)])

/**
 * Puts a record at the end of the log of a lease, over what of one could not be written there. Whoever takes the lock over
 * removes this log before it begins its own.
 */
const appendLine = Effect.fnUntraced(function* ({ path, verify }: FileLock.Lease, length: number, record: Uint8Array) {
  const files = yield* FileSystem.FileSystem
  yield* Effect.scoped(
    Effect.gen(function* () {
      const opened = yield* files.open(beside(path), { flag: "r+" })
      // in this order: what was opened before is no log of the next owner
      yield* verify
      yield* opened.truncate(length)
      yield* opened.seek(BigInt(length), "start")
      yield* opened.writeAll(record)
      yield* opened.sync
      // who took the lock over meanwhile may not have read the record
      yield* verify
    })
  )
}, Effect.uninterruptible)

const otherSnapshot = (file: string, log: string) =>
  `${log} is left out: it goes on from another snapshot than ${file}. An emulator that was killed while it wrote a new snapshot leaves this, and nothing is lost; if ${file} was replaced by hand, it counts as it is now.`

const tornEnd = (log: string, bytes: number) =>
  `The last ${bytes} bytes of ${log} are left out: an emulator that was killed was writing them, and had not answered the change.`

/** What a log leads to from what its snapshot keeps; that itself where there is no log of it. */
export const readLog = Effect.fnUntraced(function* (file: string, id: string, kept: StatesChange.Kept) {
  const files = yield* FileSystem.FileSystem
  const log = beside(file)
  const unusable = (reason: string) => new UnusableState({ file, reason })
  const bytes = yield* files.readFile(log).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined),
    Effect.mapError((error) => unusable(`its log ${log} cannot be read (${whyRefused(error)})`))
  )
  if (bytes === undefined) return kept
  const { damaged, records, torn } = readAll(bytes)
  const [first, ...changes] = records
  const head = decodeHead(first)
  if (Result.isFailure(head)) return yield* unusable(`${log} is no log of a state. Move it away, or give another file`)
  if (head.success.snapshot !== id) {
    yield* Effect.logWarning(otherSnapshot(file, log))
    return kept
  }
  const remedy = "Restore it, or remove it to go on with the snapshot alone"
  if (damaged !== undefined) return yield* unusable(`line ${damaged} of its log ${log} is damaged. ${remedy}`)
  if (torn > 0) yield* Effect.logWarning(tornEnd(log, torn))
  return yield* Effect.try({
    try: () => StatesChange.applied(kept, changes),
    catch: (error) => unusable(`its log ${log} does not fit (${oneLine(String(error), 500)}). ${remedy}`)
  })
})

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
  const log = beside(path)
  const encode = StateFile.encoder()
  let written = StatesChange.nothing
  let id = ""
  let length = 0
  let most = least

  const replace = Effect.fnUntraced(function* (kept: StatesChange.Kept) {
    const snapshot = new TextEncoder().encode(encode(kept))
    yield* lease.replace(snapshot)
    // from here on the log is of another snapshot
    id = idOf(snapshot)
    written = kept
    length = 0
    most = Math.max(least, mostTimes * snapshot.length)
    yield* Effect.ignore(Effect.andThen(verify, files.remove(log, { force: true })))
  })

  const append = Effect.fnUntraced(function* (kept: StatesChange.Kept, record: string) {
    yield* files.access(path)
    const begins = length === 0
    const bytes = begins ? begun(id, record) : encodeLine(record)
    yield* begins ? lease.replace(bytes, suffix) : appendLine(lease, length, bytes)
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
