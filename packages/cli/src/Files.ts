import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import * as PlatformError from "effect/PlatformError"

const refuse = (_tag: PlatformError.SystemErrorTag, path: string, code?: string) =>
  PlatformError.systemError({
    _tag,
    module: "FileSystem",
    method: "replaceFile",
    pathOrDescriptor: path,
    cause: code === undefined ? undefined : { code }
  })

/**
 * Returns the information about a file, if it exists. Fails if it is not a regular file, as reading a device may never end, or exists
 * although it must be new.
 */
export const statFile = Effect.fnUntraced(function* (path: string, isNew = false) {
  const files = yield* FileSystem.FileSystem
  const found = yield* Effect.option(files.stat(path))
  if (Option.isSome(found) && found.value.type !== "File")
    return yield* refuse("BadResource", path, found.value.type === "Directory" ? "EISDIR" : undefined)
  // a link may lead to no file
  if (isNew && (Option.isSome(found) || Option.isSome(yield* Effect.option(files.readLink(path)))))
    return yield* refuse("AlreadyExists", path)
  return found
})

const ownerBits = 0o700

/**
 * Writes a file that appears only when it is complete; an existing file stays until then, or fails if `isNew`. A file with secrets is
 * readable by its owner alone, even if the existing file was not.
 */
export const replaceFile = Effect.fnUntraced(function* <A, E, R>(
  path: string,
  write: (file: FileSystem.File) => Effect.Effect<A, E, R>,
  { isNew = false, isSecret = false }: { readonly isNew?: boolean; readonly isSecret?: boolean } = {}
) {
  const files = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const target = yield* Effect.orElseSucceed(files.realPath(path), () => path)
  const before = yield* statFile(path, isNew)
  const folder = yield* files.makeTempDirectoryScoped({
    directory: paths.dirname(paths.resolve(target)),
    prefix: ".remote-assist-"
  })
  const unfinished = paths.join(folder, paths.basename(target))
  const result = yield* Effect.scoped(
    Effect.gen(function* () {
      const file = yield* files.open(unfinished, { flag: "wx", ...(isSecret && { mode: 0o600 }) })
      const result = yield* write(file)
      yield* file.sync
      return result
    })
  )
  if (Option.isSome(before)) yield* files.chmod(unfinished, before.value.mode & (isSecret ? ownerBits : 0o7777))
  yield* files.rename(unfinished, target)
  return result
}, Effect.scoped)

/** Writes a text by {@link replaceFile}. */
export const replaceText = (path: string, text: string, options?: Parameters<typeof replaceFile>[2]) =>
  replaceFile(path, (file) => file.writeAll(new TextEncoder().encode(text)), options)
