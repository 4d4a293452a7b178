import { randomUUID } from "node:crypto"

import { explainFileError } from "@remote-assist/core/FileError"
import * as Effect from "effect/Effect"
import * as PlatformError from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** The header in which a client names its kind, such as `sdk` (default `raw`). */
export const clientKindHeader = "x-mock-driver"

/** A status that an operation answered with, and how. */
export const Seen = Schema.Struct({
  operation: Schema.String,
  status: Schema.Int,
  /** Whether the service answered so. */
  served: Schema.Boolean,
  /** Whether a fault answered so, or broke the answer of the service. */
  injected: Schema.Boolean,
  /** The kinds of clients that got it: `sdk`, `raw`, or the value of the header x-mock-driver. */
  drivers: Schema.Array(Schema.String)
})
export type Seen = typeof Seen.Type

/** An answer to a request for an operation. */
export interface Answered extends Pick<Seen, "operation" | "status"> {
  /** Whether a fault replaced the answer. */
  readonly isFaulty: boolean
  /** The kind that the client names, or empty. */
  readonly kind: string
}

/** The statuses that operations of the service answered with. */
export type Evidence = ReturnType<typeof make>

/** How many kinds of clients are distinguished; others count as `raw`. */
const maxKinds = 20

const kindName = /^[a-z0-9-]{1,20}$/

/** Makes empty evidence. */
export const make = () => {
  const all = new Map<string, Seen>()
  const kinds = new Set<string>()
  return {
    /** Adds an answer. */
    note: ({ isFaulty, kind: named, operation, status }: Answered) => {
      if (kinds.size < maxKinds && kindName.test(named)) kinds.add(named)
      const kind = kinds.has(named) ? named : "raw"
      const id = `${operation} ${status}`
      const seen = all.get(id) ?? { operation, status, served: false, injected: false, drivers: [] }
      // as for most answers
      if (seen.drivers.includes(kind) && (isFaulty ? seen.injected : seen.served)) return
      all.set(id, {
        ...seen,
        served: !isFaulty || seen.served,
        injected: isFaulty || seen.injected,
        drivers: [...new Set([...seen.drivers, kind])].toSorted()
      })
    },
    all: (): ReadonlyArray<Seen> => [...all.values()]
  }
}

/**
 * Creates a folder and its parents. The function of node never ends in folders such as /proc. The scenario runner has a copy,
 * as the published library of the emulator cannot import a private package.
 */
const makeFolders = (folder: string): void => {
  const { existsSync, mkdirSync } = process.getBuiltinModule("node:fs")
  const paths = process.getBuiltinModule("node:path")
  if (existsSync(folder)) return
  makeFolders(paths.dirname(paths.resolve(folder)))
  // another process may create it meanwhile; any other failure fails the writing of the file
  Result.try(() => mkdirSync(folder))
}

/** The content of a file of evidence. */
export const FileContent = Schema.fromJsonString(Schema.Array(Seen))

/** Evidence cannot be written to a directory. */
export class UnusableEvidence extends Schema.TaggedError<UnusableEvidence>()("UnusableEvidence", {
  directory: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The evidence cannot be written to ${this.directory}: ${this.reason}, or set REMOTE_ASSIST_MOCK_EVIDENCE to another directory.`
  }
}

const attempt = (directory: string, use: (files: typeof import("node:fs")) => void) =>
  Effect.try({
    try: () => {
      makeFolders(directory)
      use(process.getBuiltinModule("node:fs"))
    },
    catch: (cause) => {
      const error = PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "write", cause })
      return new UnusableEvidence({ directory, reason: explainFileError(error, true) })
    }
  })

/** Creates a directory if needed, or fails if evidence cannot be written there. */
export const checkDirectory = (directory: string): Effect.Effect<void, UnusableEvidence> =>
  attempt(directory, ({ accessSync, constants, opendirSync }) => {
    opendirSync(directory).closeSync()
    accessSync(directory, constants.W_OK)
  })

/** Writes evidence into a new file of a directory, which is created if needed. A failure is logged, and leaves no file. */
export const write = (directory: string, { all }: Evidence): Effect.Effect<void> =>
  Effect.suspend(() => {
    const seen = all()
    if (seen.length === 0) return Effect.void
    const file = `${directory}/${process.pid}-${randomUUID()}.json`
    return Effect.tapError(
      attempt(directory, ({ writeFileSync }) => writeFileSync(file, Schema.encodeSync(FileContent)(seen))),
      () => Effect.ignore(attempt(directory, ({ rmSync }) => rmSync(file, { force: true })))
    )
  }).pipe(Effect.catch(({ message }) => Effect.logError(message)))
