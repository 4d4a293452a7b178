import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

import { whyRefused } from "../persistence/whyRefused.ts"
import type { File } from "./MappingLog.ts"
import { UnusableFolder } from "./UnusableFolder.ts"

/** A folder that is recorded to. */
export interface Folder {
  /** Writes a file as a whole: who reads it sees what was there before, or all of it. What cannot be written is logged. */
  readonly write: (file: File) => Effect.Effect<void>
}

// what upstreams answer is for who records it
const [ofFolders, ofFiles] = [0o700, 0o600]

/** Makes a folder ready, which has to be new or empty: nothing that is there is written over. */
export const open = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const unusable = (reason: string) => new UnusableFolder({ folder: path, reason })
  const begun = Effect.gen(function* () {
    yield* files.makeDirectory(path, { recursive: true, mode: ofFolders })
    const there = yield* files.readDirectory(path)
    if (there.length > 0) return false
    for (const below of ["mappings", "__files"]) yield* files.makeDirectory(`${path}/${below}`, { mode: ofFolders })
    return true
  })
  const isReady = yield* Effect.mapError(begun, (error) => unusable(whyRefused(error)))
  if (!isReady) return yield* unusable("there are other files in it")
  const folder: Folder = {
    write: ({ bytes, path: name }) => {
      const written = `${path}/.being-written`
      return files.writeFile(written, bytes, { mode: ofFiles }).pipe(
        Effect.andThen(files.rename(written, `${path}/${name}`)),
        Effect.catch((error) =>
          Effect.logError(`${name} is not recorded: ${path} cannot be written (${whyRefused(error)}).`)
        )
      )
    }
  }
  return folder
})
