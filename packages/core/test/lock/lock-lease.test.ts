import { execFileSync } from "node:child_process"
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as PlatformError from "effect/PlatformError"

import * as FileLock from "../../src/FileLock.ts"
import { age, ended, entriesOf, file, filesWith, leave, ownedBy, textOf } from "../support/lock.ts"

const failing = Effect.fail(PlatformError.systemError({ _tag: "Unknown", module: "FileSystem", method: "write" }))

/** Where the right to end the lock of a file is. */
const rightTo = (path: string) => {
  const { id }: { id: string } = JSON.parse(readFileSync(`${path}.lock`, "utf8"))
  return `${path}.lock.${id}`
}

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

  it.effect("names the process that took its lock over", () =>
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

  it.effect("reports that its lock is unreadable, and keeps it once it is readable", () =>
    Effect.gen(function* () {
      const path = yield* file
      let isBarred = false
      const files = yield* filesWith((files) => ({
        readFileString: (...given) => (isBarred ? failing : files.readFileString(...given))
      }))
      yield* FileLock.exclusive(path, ({ replace, verify }) =>
        Effect.gen(function* () {
          isBarred = true
          for (const effect of [verify, replace("one")])
            assert.strictEqual((yield* Effect.flip(effect))._tag, "PlatformError")
          isBarred = false
          yield* replace("two")
        })
      ).pipe(Effect.provideService(FileSystem.FileSystem, files))
      assert.strictEqual(textOf(path), "two")
    })
  )

  it.effect("is held though somebody was killed who was about to end its lock", () =>
    Effect.gen(function* () {
      const path = yield* file
      const { replace } = yield* FileLock.hold(path)
      writeFileSync(rightTo(path), ownedBy({ id: "2-a-b", pid: ended }))
      yield* replace("text")
      assert.strictEqual(textOf(path), "text")
      assert.deepStrictEqual(entriesOf(path), ["file", "file.lock"])
    })
  )

  it.effect("is held when somebody was about to end its lock and left it, and lost to one who stands still", () =>
    Effect.gen(function* () {
      const path = yield* file
      const { replace } = yield* FileLock.hold(path)
      const right = rightTo(path)
      const taken = ownedBy({ id: "2-a-b", pid: process.ppid })
      writeFileSync(right, taken)
      const replaced = yield* Effect.forkChild(replace("text"))
      yield* Effect.sleep("100 millis")
      rmSync(right)
      yield* Fiber.join(replaced)
      assert.strictEqual(textOf(path), "text")
      writeFileSync(right, taken)
      assert.include((yield* Effect.flip(replace("late"))).message, `was taken over by process ${process.ppid}`)
    })
  )

  it.effect("is not taken if the lock is not a regular file", () =>
    Effect.gen(function* () {
      const path = yield* file
      execFileSync("mkfifo", [`${path}.lock`])
      const refused = yield* Effect.flip(FileLock.hold(path))
      assert.include(refused.message, "it is a FIFO, not a regular file: remove it")
    })
  )

  it.effect("reports that its lock is gone", () =>
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
