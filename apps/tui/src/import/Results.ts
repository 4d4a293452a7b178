import { FileLock } from "@remote-assist/core"
import { explainFileError } from "@remote-assist/core/FileError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type * as PlatformError from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"

import { ImportError, emailKey, rowHash } from "./UserFile.ts"
import type { Row } from "./UserFile.ts"

/** How to import a file. A later run of the same import takes the options of the last one unless it has others. */
export const Options = Schema.Struct({
  /** Whether to send welcome e-mails as the file says, or none. */
  send_email: Schema.Boolean,
  /** As `--columns-map`; empty if the columns are found by name. */
  columns_map: Schema.String,
  existing: Schema.Literals(["skip", "update", "fail"]),
  reactivate: Schema.Boolean
})
export type Options = typeof Options.Type

export const defaults: Options = { send_email: true, columns_map: "", existing: "skip", reactivate: false }

/**
 * The state of a row. `sending` is written before each request: without a later line, the request may have been made.
 * `unknown` is the same after a lost answer; `unsent` did not leave this machine.
 */
export const State = Schema.Literals(["sending", "created", "exists", "updated", "refused", "unknown", "unsent"])
export type State = typeof State.Type

const Line = Schema.Struct({
  at: Schema.String,
  line: Schema.Int,
  email: Schema.String,
  /** See `rowHash`. */
  row: Schema.String,
  state: State,
  user_id: Schema.optional(Schema.Int),
  why: Schema.optional(Schema.String)
})
type Line = typeof Line.Type

/** The first line of each run: which import the results are of, and its options. */
const Head = Schema.Struct({
  results_of: Schema.Literal("remote-assist users import"),
  version: Schema.Literal(2),
  service: Schema.String,
  region: Schema.String,
  file: Schema.String,
  options: Options
})
type Head = typeof Head.Type

/** Which import results are of. */
export type Import = Pick<Head, "service" | "region" | "file">

/** The last line of an e-mail address. */
export interface Last extends Line {
  /** Whether this import created the user. */
  readonly isOurs: boolean
}

/** What became of a row. */
export interface Outcome {
  readonly state: Exclude<State, "sending">
  readonly id?: number | undefined
  readonly why?: string | undefined
}

/** The default path of the results of a file. */
export const defaultPath = (file: string): string => `${file}.results.ndjson`

const elsewhere = "store the results elsewhere: --results of the import command"

const decodeLine = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Union([Line, Head])))

const failedTo =
  (verb: string, path: string) =>
  (error: PlatformError.PlatformError): ImportError =>
    new ImportError({
      message: `Cannot ${verb} the results ${path}: ${explainFileError(error, verb !== "read")}, or ${elsewhere}.`
    })

/** Reads the whole lines of a file: a killed process may have left a part of one at the end. */
const readLines = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const bytes = yield* files.readFile(path).pipe(
    Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed(new Uint8Array())),
    Effect.mapError(failedTo("read", path))
  )
  const size = bytes.lastIndexOf(10) + 1
  const lines = new TextDecoder().decode(bytes.subarray(0, size)).split("\n").slice(0, -1)
  return { lines, size, isTorn: size < bytes.length }
})

// the file may have been moved together with its results
const nameOf = (file: string) => file.split(/[\\/]/).at(-1) ?? file

const mismatch = (path: string, is: Import, { file, region, service }: Import): string | undefined => {
  if (service !== is.service || region !== is.region)
    return `${path} has results of ${service} (${region}), and this is ${is.service} (${is.region}). Import there, or ${elsewhere}.`
  if (nameOf(file) !== nameOf(is.file))
    return `${path} has results of ${nameOf(file)}, and this is ${nameOf(is.file)}. Rename the file, or ${elsewhere}.`
  return undefined
}

/** The last line of each e-mail address. */
const makeMemory = () => {
  const last = new Map<string, Last>()
  const add = (line: Line) => {
    const key = emailKey(line.email)
    const before = last.get(key)
    // a request to create the user again: the one created before is deleted
    const isAnew = line.state === "sending" && line.user_id === undefined
    const wasOurs = before?.isOurs === true && !isAnew
    const isOurs = line.state === "created" || wasOurs
    last.set(key, { ...line, isOurs, user_id: line.user_id ?? (wasOurs ? before.user_id : undefined) })
  }
  return { add, last, options: defaults }
}

type Memory = ReturnType<typeof makeMemory>

/** Loads results; the file need not exist. */
const load = Effect.fnUntraced(function* (path: string, is: Import) {
  const { isTorn, lines, size } = yield* readLines(path)
  const memory = makeMemory()
  for (const [at, text] of lines.entries()) {
    const line = decodeLine(text)
    if (Result.isFailure(line) || (at === 0 && !("results_of" in line.success)))
      return yield* new ImportError({
        message:
          at === 0
            ? `${path} does not have results of an import. Move it away, or ${elsewhere}.`
            : `Line ${at + 1} of ${path} cannot be read. Restore it, or remove the file: the import then looks up who exists.`
      })
    if ("results_of" in line.success) {
      const why = mismatch(path, is, line.success)
      if (why !== undefined) return yield* new ImportError({ message: why })
      memory.options = line.success.options
    } else memory.add(line.success)
  }
  return { size, isTorn, memory }
})

const resultsOf = (
  { add, last, options }: Memory,
  path: string | undefined,
  is: Import,
  append: (text: string, isDurable: boolean) => Effect.Effect<void, ImportError>
) => ({
  /** The file that they are in, or `undefined` if they are in memory only. */
  path,
  options,
  /** The last result of an e-mail address, by `emailKey`. */
  last: (key: string) => last.get(key),
  begin: (options: Options) =>
    append(
      `${JSON.stringify({ results_of: "remote-assist users import", version: 2, ...is, options } satisfies Head)}\n`,
      true
    ),
  /** Writes an outcome. It is on the disk afterwards if nobody can find it out again. */
  write: (row: Row, { id, state, why }: Omit<Outcome, "state"> & { readonly state: State }) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const { email, line } = row
      const result: Line = {
        at: new Date(now).toISOString(),
        line,
        email,
        row: rowHash(row),
        state,
        user_id: id,
        why
      }
      // after `sending`, a user who is found later counts as created by it: that nobody was created must not get lost
      const isAfterSending = last.get(emailKey(email))?.state === "sending"
      const isDurable = state === "sending" || (isAfterSending && state !== "created" && state !== "updated")
      add(result)
      return append(`${JSON.stringify(result)}\n`, isDurable)
    })
})

/** The results of the rows of a file. */
export type Results = ReturnType<typeof resultsOf>

const silent = () => Effect.void

/** Results that end with the process. */
export const inMemory = (is: Import) => resultsOf(makeMemory(), undefined, is, silent)

/** Reads results and never writes any. */
export const peek = (path: string, is: Import) =>
  Effect.map(load(path, is), ({ memory }) => resultsOf(memory, path, is, silent))

// the lock is lost a minute after its last sign of life at the earliest
const verifiedFor = "5 seconds"

/** Creates a function that appends a line to a file, and syncs the file if the line must be durable. */
const makeAppender = Effect.fnUntraced(function* (path: string, file: FileSystem.File, lease: FileLock.Lease) {
  const encoder = new TextEncoder()
  const lock = Semaphore.makeUnsafe(1)
  const verify = yield* Effect.cachedWithTTL(lease.verify, verifiedFor)
  let failed: ImportError | undefined
  const append = Effect.fnUntraced(function* (text: string) {
    // after a torn line no other can be read
    if (failed !== undefined) return yield* failed
    yield* verify
    return yield* file.writeAll(encoder.encode(text))
  })
  const toError = (error: FileLock.LockLost | ImportError | PlatformError.PlatformError): ImportError => {
    const message =
      error._tag === "LockLost"
        ? `${error.message}. Nothing more was sent: end the other import, then resume this one.`
        : error._tag === "ImportError"
          ? error.message
          : `Cannot write the results ${path}: ${explainFileError(error, true)}. Nothing more was sent.`
    return (failed ??= new ImportError({ message }))
  }
  return (text: string, isDurable: boolean) =>
    lock
      .withPermits(1)(append(text))
      .pipe(Effect.andThen(isDurable ? file.sync : Effect.void), Effect.mapError(toError))
})

/** Opens results to resume an import or to begin it; no other process can until the scope closes. */
export const open = Effect.fnUntraced(function* (path: string, is: Import) {
  const files = yield* FileSystem.FileSystem
  const lease = yield* Effect.mapError(FileLock.hold(path), (error) =>
    error._tag === "LockHeld"
      ? new ImportError({ message: `Another import of this file is running: ${error.message}.` })
      : failedTo("lock", path)(error)
  )
  const { isTorn, memory, size } = yield* load(path, is)
  const file = yield* Effect.mapError(
    Effect.andThen(isTorn ? files.truncate(path, size) : Effect.void, files.open(path, { flag: "a", mode: 0o600 })),
    failedTo("write", path)
  )
  return resultsOf(memory, path, is, yield* makeAppender(path, file, lease))
})
