import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type * as PlatformError from "effect/PlatformError"
import * as Semaphore from "effect/Semaphore"

import * as LockFile from "./LockFile.ts"

/** Splits a path into its folder, with the separator at the end, and its file name. */
export const splitPath = (path: string): { readonly folder: string; readonly name: string } => {
  // core knows no platform: only on Windows does an absolute path not start with a slash
  const end =
    1 + (path.startsWith("/") ? path.lastIndexOf("/") : Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")))
  return { folder: path.slice(0, end), name: path.slice(end) }
}

const isAbsolute = (path: string) => /^(?:[/\\]|[a-z]:)/i.test(path)

const join = (folder: string, name: string) =>
  /[/\\]$/.test(folder) ? `${folder}${name}` : `${folder}${folder.startsWith("/") ? "/" : "\\"}${name}`

// as many as Linux follows
const maxLinks = 40

/** Resolves symbolic links to a file that may not exist; returns the path itself if its folder is missing. */
export const resolveLinks = (path: string, left = maxLinks): Effect.Effect<string, never, FileSystem.FileSystem> =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const { folder, name } = splitPath(path)
    // the folder first: in a path joined to a link, a later .. would remove the link
    const beside = (name: string) =>
      Effect.map(files.realPath(folder === "" ? "." : folder), (real) => join(real, name))
    const missing = beside(name)
    const linked = Effect.flatMap(files.readLink(path), (target) =>
      Effect.flatMap(isAbsolute(target) ? Effect.succeed(target) : beside(target), (path) =>
        resolveLinks(path, left - 1)
      )
    )
    return yield* files.realPath(path).pipe(
      Effect.catch(() => (left === 0 ? Effect.succeed(path) : Effect.catch(linked, () => missing))),
      Effect.orElseSucceed(() => path)
    )
  })

// a folder that cannot be opened is flushed by its file system alone
const syncFolder = (files: FileSystem.FileSystem, folder: string) =>
  Effect.ignore(Effect.scoped(Effect.flatMap(files.open(folder, { flag: "r" }), ({ sync }) => sync)))

const pause = "20 millis"

// about a second: a stopped process that has the right may end the lock at any moment
const maxTries = 50

/** Makes the operations on the file of the lock owner `id`; `lostTo` makes the error once the lock is lost. */
export const make = Effect.fnUntraced(function* <E>(
  path: string,
  lock: string,
  id: string,
  lostTo: (found: LockFile.Found | undefined) => E
) {
  const files = yield* FileSystem.FileSystem
  const oneByOne = yield* Semaphore.make(1)
  const draft = LockFile.draftPath(lock, id)
  const right = LockFile.rightPath(lock, id)

  const check = (tries: number): Effect.Effect<void, E | PlatformError.PlatformError, FileSystem.FileSystem> =>
    Effect.gen(function* () {
      // in this order: a process that ends the lock has the right before it removes the lock, and until after
      const ending = Option.getOrUndefined(yield* LockFile.readStrict(right))
      const found = Option.getOrUndefined(yield* LockFile.readStrict(lock))
      if (found?.id !== id) return yield* Effect.fail(lostTo(found ?? ending))
      if (ending === undefined) return
      if (tries === 0) return yield* Effect.fail(lostTo(ending))
      // a killed process ends nothing; a process that came while the lock was renewed leaves it
      if (LockFile.isAbandoned(ending)) yield* LockFile.end(lock, right, ending.id, LockFile.isAbandoned)
      else yield* Effect.sleep(pause)
      return yield* check(tries - 1)
    })

  const verify = Effect.provideService(check(maxTries), FileSystem.FileSystem, files)

  const write = Effect.fnUntraced(function* (content: Uint8Array) {
    // a draft remains if the disk failed before
    yield* files.remove(draft, { force: true })
    const opened = yield* files.open(draft, { flag: "wx", mode: 0o600 })
    yield* opened.writeAll(content)
    yield* opened.sync
  }, Effect.scoped)

  return {
    verify,
    // in this order: a process that ends the lock removes the draft first, so a late rename has no file to rename
    replace: (content: string | Uint8Array, suffix = "") =>
      oneByOne.withPermit(
        write(typeof content === "string" ? new TextEncoder().encode(content) : content).pipe(
          Effect.andThen(verify),
          Effect.andThen(Effect.tapError(files.rename(draft, `${path}${suffix}`), () => verify)),
          Effect.onError(() => Effect.ignore(files.remove(draft, { force: true }))),
          Effect.andThen(syncFolder(files, splitPath(path).folder)),
          Effect.uninterruptible
        )
      ),
    remove: Effect.andThen(
      verify,
      Effect.suspend(() => files.remove(path, { force: true }))
    )
  }
})
