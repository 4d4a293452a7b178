import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Result from "effect/Result"

import { UnusableState } from "./StateErrors.ts"

// those of this process: a process that was killed may have left a lock with the number that this one has now
const held = new Set<string>()

const isRunning = (pid: number) => Result.isSuccess(Result.try(() => process.kill(pid, 0)))

const lockOf = (file: string) => `${file}.lock`

/** Whose lock holds: nobody's where the process that left it has ended. */
const holderOf = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const pid = Number(yield* Effect.orElseSucceed(files.readFileString(lockOf(file)), () => "0"))
  const holds = pid === process.pid ? held.has(file) : pid > 0 && isRunning(pid)
  return holds ? pid : undefined
})

const take = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Effect.orElseSucceed(files.realPath(file), () => file)
  const pid = yield* holderOf(path)
  if (pid !== undefined)
    return yield* new UnusableState({
      file,
      reason: `the emulator of process ${pid} keeps its state there. Give another file, or end that one`
    })
  yield* Effect.mapError(
    files.writeFileString(lockOf(path), String(process.pid)),
    ({ reason }) => new UnusableState({ file, reason: `it cannot be written (${reason._tag})` })
  )
  held.add(path)
  return path
})

const release = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  held.delete(path)
  yield* Effect.ignore(files.remove(lockOf(path)))
})

/** Takes the file of a state for one emulator, until the scope closes. */
export const hold = (file: string) => Effect.acquireRelease(take(file), release)
