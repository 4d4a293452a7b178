import { rmSync, utimesSync, writeFileSync } from "node:fs"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as PlatformError from "effect/PlatformError"
import * as Scope from "effect/Scope"

import * as FileLock from "../../src/FileLock.ts"
import {
  age,
  ended,
  entriesOf,
  file,
  filesWith,
  gate,
  holdOnce,
  leave,
  ownedBy,
  take,
  textOf
} from "../support/lock.ts"

/** Operations that wait for something first. */
const lateFiles = (files: FileSystem.FileSystem, wait: Effect.Effect<unknown>) =>
  ({
    open: { open: (...given) => Effect.andThen(wait, files.open(...given)) },
    remove: { remove: (...given) => Effect.andThen(wait, files.remove(...given)) },
    stat: { stat: (...given) => Effect.andThen(wait, files.stat(...given)) },
    readFileString: { readFileString: (...given) => Effect.andThen(wait, files.readFileString(...given)) },
    rename: { rename: (...given) => Effect.andThen(wait, files.rename(...given)) }
  }) satisfies Record<string, Partial<FileSystem.FileSystem>>

layer(NodeFileSystem.layer, { excludeTestServices: true })(
  "a file lock whose owner has ended or stands still",
  (it) => {
    it.effect("is ended by one of those who wait, when its owner has ended", () =>
      Effect.gen(function* () {
        const path = yield* file
        leave(path, ownedBy({ pid: ended, id: "1-dead-1" }))
        let removals = 0
        const files = yield* filesWith((files) => ({
          remove: (name, options) => {
            if (name === `${path}.lock` && textOf(name).includes("1-dead-1")) removals++
            return files.remove(name, options)
          }
        }))
        const taken = FileLock.exclusive(path, () => Effect.void)
        yield* Effect.replicateEffect(taken, 20, { concurrency: "unbounded" }).pipe(
          Effect.provideService(FileSystem.FileSystem, files)
        )
        assert.strictEqual(removals, 1)
        assert.deepStrictEqual(entriesOf(path), [])
      })
    )

    it.effect("is taken after one who began to end it and was killed, whose remains go too", () =>
      Effect.gen(function* () {
        const path = yield* file
        leave(path, ownedBy({ pid: ended, id: "1-dead-1" }))
        writeFileSync(`${path}.lock.1-dead-1`, ownedBy({ pid: ended, id: "1-dead-2" }))
        writeFileSync(`${path}.lock.1-dead-2`, ownedBy({ pid: ended, id: "1-dead-3" }))
        writeFileSync(`${path}.lock.1-dead-1.draft`, "secret")
        for (const name of ["1-dead-4.new", "1-dead-7.draft"]) {
          writeFileSync(`${path}.lock.${name}`, "")
          utimesSync(`${path}.lock.${name}`, 0, 0)
        }
        writeFileSync(`${path}.lock.${ended}-dead-8.new`, ownedBy({ pid: ended }))
        writeFileSync(`${path}.lock.${ended}-dead-5`, ownedBy({ pid: ended, id: "1-dead-6" }))
        writeFileSync(`${path}.lock.backup`, "of somebody")
        yield* take(path)
        assert.deepStrictEqual(entriesOf(path), ["file.lock.backup"])
      })
    )

    it.effect("is released on a full disk, on which no file has content", () =>
      Effect.gen(function* () {
        const path = yield* file
        const fullDisk = (name: string) =>
          PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "write", pathOrDescriptor: name })
        let isFull = false
        const files = yield* filesWith((files) => ({
          writeFileString: (name, text, options) =>
            isFull
              ? Effect.andThen(files.writeFileString(name, "", options), Effect.fail(fullDisk(name)))
              : files.writeFileString(name, text, options)
        }))
        const fill = Effect.sync(() => {
          isFull = true
        })
        yield* FileLock.exclusive(path, () => fill).pipe(Effect.provideService(FileSystem.FileSystem, files))
        assert.deepStrictEqual(entriesOf(path), [])
      })
    )

    it.effect("is not waited for by the process that could not remove it", () =>
      Effect.gen(function* () {
        const path = yield* file
        const failure = PlatformError.systemError({
          _tag: "PermissionDenied",
          module: "FileSystem",
          method: "link",
          pathOrDescriptor: path
        })
        let isBroken = false
        const files = yield* filesWith((files) => ({
          writeFileString: (...args) => (isBroken ? Effect.fail(failure) : files.writeFileString(...args))
        }))
        const taken = FileLock.exclusive(
          path,
          () =>
            Effect.sync(() => {
              isBroken = true
            }),
          { timeout: 0 }
        )
        yield* Effect.provideService(taken, FileSystem.FileSystem, files)
        assert.deepStrictEqual(entriesOf(path), ["file.lock"])
        yield* take(path)
        assert.deepStrictEqual(entriesOf(path), [])
      })
    )

    it.effect("leaves what others may be writing, such as processes of other machines", () =>
      Effect.gen(function* () {
        const path = yield* file
        leave(path, ownedBy({ pid: ended }))
        writeFileSync(`${path}.lock.${ended}-other-1.new`, ownedBy({ pid: ended, host: "other" }))
        writeFileSync(`${path}.lock.${ended}-other-2.new`, "")
        writeFileSync(`${path}.lock.${ended}-other-3.draft`, "text")
        yield* take(path)
        assert.deepStrictEqual(entriesOf(path), [
          `file.lock.${ended}-other-1.new`,
          `file.lock.${ended}-other-2.new`,
          `file.lock.${ended}-other-3.draft`
        ])
      })
    )

    it.effect("is taken though its remains go before they can be removed", () =>
      Effect.gen(function* () {
        const path = yield* file
        leave(path, ownedBy({ pid: ended }))
        for (const name of ["1-dead-1.draft", "1-dead-2.draft"]) {
          writeFileSync(`${path}.lock.${name}`, "")
          utimesSync(`${path}.lock.${name}`, 0, 0)
        }
        const files = yield* filesWith((files) => ({
          remove: (name, options) => {
            if (name.endsWith("1-dead-1.draft")) rmSync(name)
            return files.remove(name, options)
          }
        }))
        yield* Effect.provideService(take(path), FileSystem.FileSystem, files)
        assert.deepStrictEqual(entriesOf(path), [])
      })
    )

    it.effect("is kept when the rights to it go round in a circle", () =>
      Effect.gen(function* () {
        const path = yield* file
        leave(path, ownedBy({ pid: ended, id: "1-a-1" }))
        writeFileSync(`${path}.lock.1-a-1`, ownedBy({ pid: ended, id: "1-a-2" }))
        writeFileSync(`${path}.lock.1-a-2`, ownedBy({ pid: ended, id: "1-a-1" }))
        assert.strictEqual((yield* Effect.flip(take(path)))._tag, "LockHeld")
      })
    )

    it.effect("is nobody's, not even its owner's, while one who ends it stands still", () =>
      Effect.gen(function* () {
        const path = yield* file
        const owner = yield* FileLock.hold(path)
        age(path)
        const { open, pass, reached } = yield* gate
        const slow = yield* filesWith((files) => ({
          remove: (name, options) =>
            Effect.andThen(name === `${path}.lock` ? pass : Effect.void, files.remove(name, options))
        }))
        const ending = yield* Effect.forkChild(Effect.provideService(take(path), FileSystem.FileSystem, slow))
        yield* reached
        assert.strictEqual((yield* Effect.flip(owner.replace("late")))._tag, "LockLost")
        assert.strictEqual((yield* Effect.flip(take(path)))._tag, "LockHeld")
        assert.strictEqual((yield* Effect.flip(holdOnce(path)))._tag, "LockHeld")
        yield* open
        yield* Fiber.join(ending)
        assert.deepStrictEqual(entriesOf(path), [])
      })
    )

    it.effect("is not ended by one who stood still until it was another's", () =>
      Effect.gen(function* () {
        const path = yield* file
        leave(path, ownedBy({ pid: ended }))
        const { open, pass, reached } = yield* gate
        const slow = yield* filesWith((files) => ({
          writeFileString: (...given) => Effect.andThen(pass, files.writeFileString(...given))
        }))
        const ending = yield* Effect.forkChild(
          Effect.provideService(Effect.flip(take(path)), FileSystem.FileSystem, slow)
        )
        yield* reached
        const next = yield* FileLock.hold(path)
        yield* open
        assert.strictEqual((yield* Fiber.join(ending))._tag, "LockHeld")
        yield* next.verify
        assert.deepStrictEqual(entriesOf(path), ["file.lock"])
      })
    )

    it.effect("is not its former owner's to release", () =>
      Effect.gen(function* () {
        const path = yield* file
        const scope = yield* Scope.make()
        const { number, verify } = yield* Scope.provide(FileLock.hold(path), scope)
        age(path)
        yield* FileLock.exclusive(path, (next) =>
          Effect.gen(function* () {
            assert.isAbove(next.number, number)
            assert.strictEqual((yield* Effect.flip(verify))._tag, "LockLost")
            yield* Scope.close(scope, Exit.void)
            yield* next.verify
          })
        )
        assert.deepStrictEqual(entriesOf(path), [])
      })
    )

    it.effect.each(["remove", "open", "readFileString", "stat", "rename"] as const)(
      "is not its former owner's to write under, which stood still before it did %s",
      (operation) =>
        Effect.gen(function* () {
          const path = yield* file
          const { open, pass, reached } = yield* gate
          let isWriting = false
          const wait = Effect.suspend(() => {
            const isFirst = isWriting
            isWriting = false
            return isFirst ? pass : Effect.void
          })
          const slow = yield* filesWith((files) => lateFiles(files, wait)[operation])
          const former = yield* FileLock.exclusive(path, ({ replace }) => {
            isWriting = true
            return replace("former")
          }).pipe(Effect.provideService(FileSystem.FileSystem, slow), Effect.flip, Effect.forkChild)
          yield* reached
          age(path)
          yield* FileLock.exclusive(path, ({ replace }) =>
            Effect.gen(function* () {
              yield* open
              assert.strictEqual((yield* Fiber.join(former))._tag, "LockLost")
              yield* replace("next")
            })
          )
          assert.strictEqual(textOf(path), "next")
          assert.deepStrictEqual(entriesOf(path), ["file"])
        })
    )
  }
)
