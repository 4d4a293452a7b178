import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import type * as PlatformError from "effect/PlatformError"
import * as Semaphore from "effect/Semaphore"

import * as LockFile from "./lockFile.ts"
import type { Found } from "./LockOwner.ts"
import * as Paths from "./paths.ts"

// where a folder cannot be opened, its file system decides when a rename lasts
const syncFolder = (files: FileSystem.FileSystem, folder: string) =>
  Effect.ignore(Effect.scoped(Effect.flatMap(files.open(folder, { flag: "r" }), ({ sync }) => sync)))

const pause = "20 millis"

// about a second: one who has the right and stands still may end the lock at any moment
const mostTurns = 50

/** What the owner `id` can do to the file while it has the lock; `lostTo` makes the error once it has not. */
export const make = Effect.fnUntraced(function* <E>(
  path: string,
  lock: string,
  id: string,
  lostTo: (found: Found | undefined) => E
) {
  const files = yield* FileSystem.FileSystem
  const oneByOne = yield* Semaphore.make(1)
  const draft = LockFile.draftOf(lock, id)

  const right = LockFile.rightOf(lock, id)

  const look = (turns: number): Effect.Effect<void, E | PlatformError.PlatformError, FileSystem.FileSystem> =>
    Effect.gen(function* () {
      // in this order: who ends the lock has the right before it removes the lock, and until after
      const ending = Option.getOrUndefined(yield* LockFile.readWhole(right))
      const found = Option.getOrUndefined(yield* LockFile.readWhole(lock))
      if (found?.id !== id) return yield* Effect.fail(lostTo(found ?? ending))
      if (ending === undefined) return
      if (turns === 0) return yield* Effect.fail(lostTo(ending))
      // who was killed ends nothing, and who came as the lock was renewed leaves it
      if (LockFile.isAbandoned(ending)) yield* LockFile.end(lock, right, ending.id, LockFile.isAbandoned)
      else yield* Effect.sleep(pause)
      return yield* look(turns - 1)
    })

  const verify = Effect.provideService(look(mostTurns), FileSystem.FileSystem, files)

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
