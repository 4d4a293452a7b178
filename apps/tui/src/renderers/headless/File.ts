import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type * as PlatformError from "effect/PlatformError"

import type { Output, Stopped } from "./output.ts"
import { usage } from "./output.ts"

const cannot = (path: string) => (error: PlatformError.PlatformError) =>
  usage(`Cannot write ${path} (${error.reason._tag}).`)

const ownersBits = 0o700

/**
 * Writes a file that has its name only once all of it is there; what was there before stays until then. One with secrets is
 * its owner's alone, also where others could read what was there before.
 */
export const writtenTo = <A, E, R>(
  path: string,
  write: (to: Output<Stopped>) => Effect.Effect<A, E, R>,
  { isSecret = false }: { readonly isSecret?: boolean } = {}
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const paths = yield* Path.Path
      const target = yield* Effect.orElseSucceed(files.realPath(path), () => path)
      const before = yield* Effect.option(files.stat(target))
      if (before._tag === "Some" && before.value.type !== "File")
        return yield* usage(`${path} is no file. Leave it out to write to the standard output.`)
      const folder = yield* Effect.mapError(
        files.makeTempDirectoryScoped({ directory: paths.dirname(paths.resolve(target)), prefix: ".remote-assist-" }),
        cannot(path)
      )
      const unfinished = paths.join(folder, paths.basename(target))
      const result = yield* Effect.scoped(
        Effect.gen(function* () {
          const file = yield* Effect.mapError(
            files.open(unfinished, { flag: "wx", ...(isSecret && { mode: 0o600 }) }),
            cannot(path)
          )
          const encoder = new TextEncoder()
          const result = yield* write({
            width: undefined,
            write: (text) => Effect.mapError(file.writeAll(encoder.encode(text)), cannot(path))
          })
          yield* Effect.mapError(file.sync, cannot(path))
          return result
        })
      )
      if (before._tag === "Some")
        yield* Effect.mapError(
          files.chmod(unfinished, before.value.mode & (isSecret ? ownersBits : 0o7777)),
          cannot(path)
        )
      yield* Effect.mapError(files.rename(unfinished, target), cannot(path))
      return result
    })
  )
