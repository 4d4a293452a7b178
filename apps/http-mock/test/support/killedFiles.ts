import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as PlatformError from "effect/PlatformError"

const killed = PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "killed" })

/**
 * A file system whose operations fail after a number of steps, as in a killed process; the next step is half done. With
 * `lasting`, it works again after so many failures, like a disk that was full.
 */
export const killedAfter = (steps: number, files: FileSystem.FileSystem, lasting = Infinity) => {
  let left = steps
  const step = <A, R>(
    effect: Effect.Effect<A, PlatformError.PlatformError, R>,
    half: Effect.Effect<unknown, PlatformError.PlatformError> = Effect.void
  ): Effect.Effect<A, PlatformError.PlatformError, R> =>
    Effect.suspend((): Effect.Effect<A, PlatformError.PlatformError, R> => {
      left--
      if (left >= 0 || left < -lasting) return effect
      return Effect.andThen(left === -1 ? half : Effect.void, Effect.fail(killed))
    })
  const killing: FileSystem.FileSystem = {
    ...files,
    open: (path, options) =>
      Effect.map(step(files.open(path, options)), (file) => ({
        ...file,
        seek: (offset: bigint, from: FileSystem.SeekMode) => file.seek(offset, from),
        truncate: (length?: number) => step(file.truncate(length)),
        sync: step(file.sync),
        writeAll: (bytes: Uint8Array) => step(file.writeAll(bytes), file.writeAll(bytes.subarray(0, bytes.length >> 1)))
      })),
    rename: (from, to) => step(files.rename(from, to)),
    remove: (path, options) => step(files.remove(path, options))
  }
  return { files: killing, wasKilled: () => left < 0 }
}
