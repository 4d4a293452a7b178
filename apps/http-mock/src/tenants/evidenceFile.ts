import { randomUUID } from "node:crypto"

import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Seen } from "./Evidence.ts"
import type { Evidence } from "./Evidence.ts"

const isFolder = (path: string) =>
  process.getBuiltinModule("node:fs").statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Creates a folder and its parents. The function of node never ends in folders such as /proc. The scenario runner has a copy,
 * as the published library of the emulator cannot import a private package.
 */
export const makeFolders = (folder: string): void => {
  const { existsSync, mkdirSync } = process.getBuiltinModule("node:fs")
  const paths = process.getBuiltinModule("node:path")
  const path = paths.resolve(folder)
  if (isFolder(path)) return
  const parent = paths.dirname(path)
  if (parent !== path && !existsSync(path)) makeFolders(parent)
  const created = Result.try({ try: () => mkdirSync(path), catch: (error) => error })
  // another process may have created it meanwhile
  if (Result.isFailure(created) && !isFolder(path)) throw created.failure
}

/** The content of a file of evidence. */
export const FileContent = Schema.fromJsonString(Schema.Array(Seen))

const encode = Schema.encodeSync(FileContent)

const writeNow = (directory: string, seen: typeof FileContent.Type) => {
  const { writeFileSync } = process.getBuiltinModule("node:fs")
  makeFolders(directory)
  writeFileSync(`${directory}/${process.pid}-${randomUUID()}.json`, encode(seen))
}

class EvidenceLost extends Schema.TaggedError<EvidenceLost>()("EvidenceLost", {
  directory: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The evidence cannot be written to ${this.directory}: ${this.reason}. Set REMOTE_ASSIST_MOCK_EVIDENCE to a writable directory.`
  }
}

/** Writes evidence into a new file of a directory, which is created if needed. A failure is logged, and is a defect. */
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
