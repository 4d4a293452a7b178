import { createHash } from "node:crypto"

import type * as FileLock from "@remote-assist/core/FileLock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { oneLine } from "../world/oneLine.ts"
import * as LogLine from "./logLine.ts"
import { UnusableState } from "./StateErrors.ts"
import * as StatesChange from "./statesChange.ts"
import { whyRefused } from "./whyRefused.ts"

/** What the name of a log has after that of its state file. */
export const suffix = ".log"

/** The log beside a state file. */
export const beside = (file: string) => `${file}${suffix}`

/** The id of a snapshot, which follows from its text. */
export const idOf = (snapshot: string | Uint8Array): string => createHash("sha256").update(snapshot).digest("hex")

/** The first record of a log: the id of the snapshot that the others go on from. */
const Head = Schema.fromJsonString(Schema.Struct({ snapshot: Schema.String }))

const encodeHead = Schema.encodeSync(Head)

const decodeHead = Schema.decodeUnknownResult(Head)

/** The bytes of a log with a first record. */
export const begun = (snapshot: string, record: string): Uint8Array =>
  Buffer.concat([LogLine.encode(encodeHead({ snapshot })), LogLine.encode(record)])

/**
 * Puts a record at the end of the log of a lease, over what of one could not be written there. Whoever takes the lock over
 * removes this log before it begins its own.
 */
export const append = Effect.fnUntraced(function* (
  { path, verify }: FileLock.Lease,
  length: number,
  record: Uint8Array
) {
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
export const read = Effect.fnUntraced(function* (file: string, id: string, kept: StatesChange.Kept) {
  const files = yield* FileSystem.FileSystem
  const log = beside(file)
  const unusable = (reason: string) => new UnusableState({ file, reason })
  const bytes = yield* files.readFile(log).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.undefined),
    Effect.mapError((error) => unusable(`its log ${log} cannot be read (${whyRefused(error)})`))
  )
  if (bytes === undefined) return kept
  const { damaged, records, torn } = LogLine.readAll(bytes)
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
