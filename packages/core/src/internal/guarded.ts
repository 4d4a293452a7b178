import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"

import * as LockFile from "./lockFile.ts"
import type { Found } from "./LockOwner.ts"
import * as Paths from "./paths.ts"

// where a folder cannot be opened, its file system decides when a rename lasts
const syncFolder = (files: FileSystem.FileSystem, folder: string) =>
  Effect.ignore(Effect.scoped(Effect.flatMap(files.open(folder, { flag: "r" }), ({ sync }) => sync)))

/**
 * What the owner with the id can do to the file at the path while the lock is its own. Else it fails with what `lostTo`
 * makes of the lock that is there instead, if there is one.
 */
export const make = Effect.fnUntraced(function* <E>(
  path: string,
  lock: string,
  id: string,
  lostTo: (found: Found | undefined) => E
) {
  const files = yield* FileSystem.FileSystem
  const oneByOne = yield* Semaphore.make(1)
  const draft = LockFile.draftOf(lock, id)

  const verify = Effect.gen(function* () {
    // in this order: who ends the lock has the right before it removes the lock, and until after
    const ending = Option.getOrUndefined(yield* LockFile.read(LockFile.rightOf(lock, id)))
    const found = Option.getOrUndefined(yield* LockFile.read(lock))
    if (ending !== undefined || found?.id !== id)
      return yield* Effect.fail(lostTo(found === undefined || found.id === id ? ending : found))
  }).pipe(Effect.provideService(FileSystem.FileSystem, files))

  const write = Effect.fnUntraced(function* (content: Uint8Array) {
    // one that could not be removed, as the disk failed
    yield* files.remove(draft, { force: true })
    const opened = yield* files.open(draft, { flag: "wx", mode: 0o600 })
    yield* opened.writeAll(content)
    yield* opened.sync
  }, Effect.scoped)

  return {
    verify,
    // in this order: who ends the lock removes the draft before, so that a put which comes late has nothing to put
    replace: (content: string | Uint8Array, suffix = "") =>
      oneByOne.withPermit(
        write(typeof content === "string" ? new TextEncoder().encode(content) : content).pipe(
          Effect.andThen(verify),
          Effect.andThen(Effect.tapError(files.rename(draft, `${path}${suffix}`), () => verify)),
          Effect.onError(() => Effect.ignore(files.remove(draft, { force: true }))),
          Effect.andThen(syncFolder(files, Paths.split(path).folder)),
          Effect.uninterruptible
        )
      ),
    remove: Effect.andThen(
      verify,
      Effect.suspend(() => files.remove(path, { force: true }))
    )
  }
})
