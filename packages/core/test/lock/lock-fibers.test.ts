import { statSync } from "node:fs"
import { join } from "node:path"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, it as clocked, layer } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as PlatformError from "effect/PlatformError"
import * as TestClock from "effect/testing/TestClock"

import * as FileLock from "../../src/FileLock.ts"
import { entriesOf, file, filesWith, gate, holdOnce, take, textOf } from "../support/lock.ts"

const unsupported = PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "link" })

layer(NodeFileSystem.layer, { excludeTestServices: true })("a file lock of fibers", (it) => {
  it.effect("lets one in at a time, and leaves nothing", () =>
    Effect.gen(function* () {
      const path = yield* file
      let inside = 0
      const numbers = yield* Effect.replicateEffect(
        FileLock.exclusive(path, ({ number }) =>
          Effect.gen(function* () {
            assert.strictEqual(++inside, 1)
            yield* Effect.sleep("1 millis")
            inside--
            return number
          })
        ),
        20,
        { concurrency: "unbounded" }
      )
      assert.lengthOf(new Set(numbers), 20)
      assert.deepStrictEqual(entriesOf(path), [])
    })
  )

  it.effect("lets who is in it in again, also to write twice at once", () =>
    Effect.gen(function* () {
      const path = yield* file
      const write = (text: string) => FileLock.exclusive(path, ({ replace }) => replace(text))
      yield* FileLock.exclusive(path, () => Effect.all([write("one"), write("two")], { concurrency: 2 }))
      assert.include(["one", "two"], textOf(path))
      assert.deepStrictEqual(entriesOf(path), ["file"])
      assert.strictEqual(statSync(path).mode & 0o777, 0o600)
    })
  )

  it.effect("is taken again by a fiber that outlives its effect", () =>
    Effect.gen(function* () {
      const path = yield* file
      const { open, pass } = yield* gate
      const late = Effect.andThen(
        pass,
        FileLock.exclusive(path, ({ verify }) => verify)
      )
      const fiber = yield* FileLock.exclusive(path, () => Effect.forkDetach(late))
      yield* open
      yield* Fiber.join(fiber)
    })
  )

  it.effect("is free again when its effect fails, dies or is interrupted, or its waiter is", () =>
    Effect.gen(function* () {
      const path = yield* file
      const reason = yield* Effect.flip(FileLock.exclusive(path, () => Effect.fail("reason")))
      assert.strictEqual(reason, "reason")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(FileLock.exclusive(path, () => Effect.die("defect")))))
      const isIn = yield* Deferred.make<void>()
      const owner = yield* Effect.forkChild(
        FileLock.exclusive(path, () => Effect.andThen(Deferred.succeed(isIn, undefined), Effect.never))
      )
      yield* Deferred.await(isIn)
      const waiter = yield* Effect.forkChild(FileLock.exclusive(path, () => Effect.void))
      yield* Effect.sleep("30 millis")
      yield* Fiber.interrupt(waiter)
      yield* Fiber.interrupt(owner)
      assert.deepStrictEqual(entriesOf(path), [])
    })
  )

  it.effect("works if files have no second names", () =>
    Effect.gen(function* () {
      const path = yield* file
      const files = yield* filesWith(() => ({ link: () => Effect.fail(unsupported) }))
      const write = FileLock.exclusive(path, ({ replace }) =>
        Effect.andThen(Effect.flip(holdOnce(path)), replace("text"))
      )
      yield* Effect.provideService(write, FileSystem.FileSystem, files)
      assert.strictEqual(textOf(path), "text")
      assert.deepStrictEqual(entriesOf(path), ["file"])
    })
  )

  it.effect("fails with the error of the file system if the folder is missing", () =>
    Effect.gen(function* () {
      const path = join(yield* file, "absent")
      for (const effect of [take(path), holdOnce(path)]) {
        const error = yield* Effect.flip(effect)
        assert.strictEqual(error._tag, "PlatformError")
      }
    })
  )
})

clocked.effect("a file lock is renewed well before others may doubt it", () =>
  Effect.gen(function* () {
    const path = yield* file
    const renewed = yield* Deferred.make<void>()
    const files = yield* filesWith((files) => ({
      utimes: (name, atime, mtime) =>
        Effect.andThen(
          files.utimes(name, atime, mtime),
          Number(mtime) === 0 ? Effect.void : Deferred.succeed(renewed, undefined)
        )
    }))
    yield* Effect.provideService(FileLock.hold(path), FileSystem.FileSystem, files)
    assert.strictEqual(statSync(`${path}.lock`).mtimeMs, 0)
    yield* TestClock.adjust("20 seconds")
    yield* Deferred.await(renewed)
    assert.strictEqual(statSync(`${path}.lock`).mtimeMs, 20_000)
  }).pipe(Effect.provide(NodeFileSystem.layer))
)
