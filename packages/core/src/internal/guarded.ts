import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"

import * as LockFile from "./lockFile.ts"

/** What the owner with the id can do to the file at the path while the lock is its own; else it is `lost`. */
export const make = Effect.fnUntraced(function* <E>(
  path: string,
  lock: string,
  id: string,
  lost: Effect.Effect<never, E>
) {
  const files = yield* FileSystem.FileSystem
  const oneByOne = yield* Semaphore.make(1)
  const draft = LockFile.draftOf(lock, id)

  const verify = Effect.gen(function* () {
    // in this order: who ends the lock has the right before it removes the lock, and until after
    const isEnding = yield* files.exists(LockFile.rightOf(lock, id))
    const found = yield* LockFile.read(lock)
    if (isEnding || !Option.exists(found, (now) => now.id === id)) return yield* lost
  }).pipe(Effect.provideService(FileSystem.FileSystem, files))

  const write = Effect.fnUntraced(function* (text: string) {
    const opened = yield* files.open(draft, { flag: "wx", mode: 0o600 })
    yield* opened.writeAll(new TextEncoder().encode(text))
    yield* opened.sync
  }, Effect.scoped)

  const put = Effect.suspend(() => files.rename(draft, path))

  return {
    verify,
    // in this order: who ends the lock removes the draft before, so that a put which comes late has nothing to put
    replace: (text: string) =>
      oneByOne.withPermit(
        write(text).pipe(
          Effect.andThen(verify),
          Effect.andThen(Effect.tapError(put, () => verify)),
          Effect.onError(() => Effect.ignore(files.remove(draft))),
          Effect.uninterruptible
        )
      ),
    remove: Effect.andThen(
      verify,
      Effect.suspend(() => files.remove(path, { force: true }))
    )
  }
})
