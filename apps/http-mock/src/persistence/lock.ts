import * as FileLock from "@remote-assist/core/FileLock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

import { UnusableState } from "./StateErrors.ts"

const reasonOf = (error: Effect.Error<ReturnType<typeof FileLock.hold>>) => {
  if (error._tag === "PlatformError") return `it cannot be written (${error.reason._tag})`
  const owner = error.pid === undefined ? "another process" : `process ${error.pid}`
  return `the emulator of ${owner} keeps its state there. Give another file, or end that one`
}

/** Takes the file of a state for one emulator, until the scope closes. */
export const hold = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Effect.orElseSucceed(files.realPath(file), () => file)
  yield* Effect.mapError(FileLock.hold(path), (error) => new UnusableState({ file, reason: reasonOf(error) }))
  return path
})
