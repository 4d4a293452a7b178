import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

import { UnusableState } from "./StateErrors.ts"

// of a directory its reader says more
const readable: ReadonlySet<FileSystem.File.Type> = new Set(["File", "Directory"])

/** Fails where a path leads to what is no file, such as a FIFO or a device: to read from one may never end. */
export const check = Effect.fnUntraced(function* (file: string, path = file) {
  const files = yield* FileSystem.FileSystem
  const type = yield* Effect.orElseSucceed(
    Effect.map(files.stat(path), ({ type }) => type),
    () => "File" as const
  )
  if (readable.has(type)) return
  const what = path === file ? "it" : `its log ${path}`
  return yield* new UnusableState({ file, reason: `${what} is no regular file but a ${type}: give another path` })
})
