import { rmSync, statSync } from "node:fs"
import { dirname } from "node:path"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as PlatformError from "effect/PlatformError"

import * as FileLock from "../../src/FileLock.ts"
import { age, entriesOf, file, filesWith, leave, ownedBy, textOf } from "../support/lock.ts"

const failing = Effect.fail(PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "write" }))

layer(NodeFileSystem.layer, { excludeTestServices: true })("a lease", (it) => {
  it.effect("replaces the file, and one beside it", () =>
    Effect.gen(function* () {
      const path = yield* file
      yield* FileLock.exclusive(path, ({ replace }) =>
        Effect.all([replace("one"), replace(new TextEncoder().encode("two"), ".log")])
      )
      assert.strictEqual(textOf(path), "one")
      assert.strictEqual(textOf(`${path}.log`), "two")
      assert.strictEqual(statSync(`${path}.log`).mode & 0o777, 0o600)
      assert.deepStrictEqual(entriesOf(path), ["file", "file.log"])
    })
  )

  it.effect("flushes the file before it is renamed, and its folder after", () =>
    Effect.gen(function* () {
      const path = yield* file
      const folder = dirname(path)
      const steps: Array<string> = []
      const files = yield* filesWith((files) => ({
        open: (name, options) =>
          Effect.map(files.open(name, options), (opened) => ({
            ...opened,
            writeAll: (bytes: Uint8Array) => opened.writeAll(bytes),
            sync: Effect.tap(opened.sync, () =>
              Effect.sync(() => steps.push(name.startsWith(`${folder}/file`) ? "file" : name.replace(folder, "folder")))
            )
          })),
        rename: (...given) => Effect.tap(files.rename(...given), () => Effect.sync(() => steps.push("rename")))
      }))
      yield* FileLock.exclusive(path, ({ replace }) => replace("text")).pipe(
        Effect.provideService(FileSystem.FileSystem, files)
      )
      assert.deepStrictEqual(steps, ["file", "rename", "folder/"])
    })
  )

  it.effect("replaces again when what it could not write could not be removed either", () =>
    Effect.gen(function* () {
      const path = yield* file
      let isFull = true
      const files = yield* filesWith((files) => ({
        open: (name, options) =>
          Effect.map(files.open(name, options), (opened) => ({
            ...opened,
            sync: opened.sync,
            writeAll: (bytes: Uint8Array) => (isFull ? failing : opened.writeAll(bytes))
          })),
        remove: (name, options) =>
          isFull && name.endsWith(".draft") && entriesOf(path).some((entry) => entry.endsWith(".draft"))
            ? failing
            : files.remove(name, options)
      }))
      yield* FileLock.exclusive(path, ({ replace }) =>
        Effect.gen(function* () {
          assert.strictEqual((yield* Effect.flip(replace("one")))._tag, "PlatformError")
          isFull = false
          yield* replace("two")
        })
      ).pipe(Effect.provideService(FileSystem.FileSystem, files))
      assert.strictEqual(textOf(path), "two")
      assert.deepStrictEqual(entriesOf(path), ["file"])
    })
  )

  it.effect("tells who took its lock over", () =>
    Effect.gen(function* () {
      const path = yield* file
      const { replace, verify } = yield* FileLock.hold(path)
      leave(path, ownedBy({ id: "5-0-a", pid: 5, host: "elsewhere" }))
      for (const effect of [verify, replace("late"), replace("late", ".log")]) {
        const lost = yield* Effect.flip(effect)
        assert.strictEqual(lost.message, `${path}.lock was taken over by process 5 on elsewhere`)
      }
      assert.deepStrictEqual(entriesOf(path), ["file.lock"])
    })
  )

  it.effect("tells that its lock is gone", () =>
    Effect.gen(function* () {
      const path = yield* file
      const { remove, replace, verify } = yield* FileLock.hold(path)
      age(path)
      rmSync(`${path}.lock`)
      for (const effect of [verify, remove, replace("late")])
        assert.include((yield* Effect.flip(effect)).message, `${path}.lock is gone`)
      assert.deepStrictEqual(entriesOf(path), [])
    })
  )
})
