import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Evidence } from "./Evidence.ts"

const isFolder = (path: string) =>
  process.getBuiltinModule("node:fs").statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Makes a folder and those around it. Node's own never ends where none can be made, as in /proc. The scenario runner has the
 * same rule: the library of the emulator is published file by file, and imports no package that is not published.
 */
export const makeFolders = (folder: string): void => {
  const { existsSync, mkdirSync } = process.getBuiltinModule("node:fs")
  const paths = process.getBuiltinModule("node:path")
  const path = paths.resolve(folder)
  if (isFolder(path)) return
  const around = paths.dirname(path)
  if (around !== path && !existsSync(path)) makeFolders(around)
  const made = Result.try({ try: () => mkdirSync(path), catch: (error) => error })
  // another process may have made it meanwhile
  if (Result.isFailure(made) && !isFolder(path)) throw made.failure
}

/** What a file of evidence holds. */
export const FileContent = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      operation: Schema.String,
      status: Schema.Int,
      served: Schema.Boolean,
      injected: Schema.Boolean,
      drivers: Schema.Array(Schema.String)
    })
  )
)

const encode = Schema.encodeSync(FileContent)

const writeNow = (directory: string, seen: typeof FileContent.Type) => {
  const { existsSync, writeFileSync } = process.getBuiltinModule("node:fs")
  makeFolders(directory)
  const nameOf = (index: number) => `${directory}/${process.pid}-${index}.json`
  let index = 0
  while (existsSync(nameOf(index))) index++
  writeFileSync(nameOf(index), encode(seen), { flag: "wx" })
}

/** Evidence could not be written. */
class EvidenceLost extends Schema.TaggedError<EvidenceLost>()("EvidenceLost", {
  directory: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The evidence is lost, as it cannot be written to ${this.directory}: ${this.reason}. Set REMOTE_ASSIST_MOCK_EVIDENCE to a directory that can be written to.`
  }
}

/** Writes evidence into a new file of a directory, which is made if need be; where it cannot be, that is told, and a defect. */
export const write = (directory: string, { all }: Evidence): Effect.Effect<void> =>
  Effect.suspend(() => {
    const seen = all()
    return seen.length === 0
      ? Effect.void
      : Effect.try({
          try: () => writeNow(directory, seen),
          catch: (error) => new EvidenceLost({ directory, reason: String(error) })
        }).pipe(
          Effect.tapError(({ message }) => Effect.logError(message)),
          Effect.orDie
        )
  })
