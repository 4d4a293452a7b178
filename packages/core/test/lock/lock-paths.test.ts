import { existsSync, lstatSync, mkdirSync, realpathSync, symlinkSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it as pure, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"

import * as FileLock from "../../src/FileLock.ts"
import { splitPath } from "../../src/internal/lock/LockFile.ts"
import { entriesOf, file, holdOnce, textOf } from "../support/lock.ts"

const inside = (path: string) => FileLock.exclusive(path, Effect.succeed, { timeout: "100 millis" })

layer(NodeFileSystem.layer, { excludeTestServices: true })("a file lock under several names", (it) => {
  it.effect.each([
    ["with a point in it", (path: string) => `${dirname(path)}/./${basename(path)}`],
    ["relative", (path: string) => relative(process.cwd(), path)],
    [
      "over a link to its folder",
      (path: string) => {
        const link = `${dirname(path)}/folder`
        symlinkSync(dirname(path), link)
        return join(link, basename(path))
      }
    ],
    [
      "over a link to the file",
      (path: string) => {
        symlinkSync(basename(path), `${path}.link`)
        return `${path}.link`
      }
    ]
  ] as const)("is one lock %s, and lets who is in it in again, before and after the file is there", ([, other]) =>
    Effect.gen(function* () {
      const path = yield* file
      const name = other(path)
      yield* FileLock.exclusive(path, (outer) =>
        Effect.gen(function* () {
          assert.strictEqual((yield* inside(name)).number, outer.number)
          yield* outer.replace("text")
          assert.strictEqual((yield* inside(name)).number, outer.number)
        })
      )
      yield* FileLock.hold(name)
      assert.strictEqual((yield* Effect.flip(holdOnce(path)))._tag, "LockHeld")
    })
  )

  it.effect("is that of the file that a link will lead to, which stays one", () =>
    Effect.gen(function* () {
      const path = yield* file
      const folder = dirname(path)
      mkdirSync(join(folder, "inner"))
      symlinkSync("inner/between", path)
      symlinkSync("../target", join(folder, "inner", "between"))
      const lease = yield* FileLock.hold(path)
      assert.strictEqual(lease.path, join(realpathSync(folder), "target"))
      yield* lease.replace("text")
      assert.isTrue(lstatSync(path).isSymbolicLink())
      assert.strictEqual(textOf(path), "text")
      assert.isTrue(existsSync(join(folder, "target.lock")))
    })
  )

  it.effect("is that of the file that a link below a linked folder will lead to", () =>
    Effect.gen(function* () {
      const path = yield* file
      const folder = dirname(path)
      mkdirSync(join(folder, "x", "y"), { recursive: true })
      mkdirSync(join(folder, "x", "data"))
      symlinkSync("x/y", join(folder, "linked"))
      symlinkSync("../data/target", join(folder, "x", "y", "file"))
      const lease = yield* FileLock.hold(join(folder, "linked", "file"))
      assert.strictEqual(lease.path, join(realpathSync(folder), "x", "data", "target"))
    })
  )

  it.effect("is beside a link that leads to itself", () =>
    Effect.gen(function* () {
      const path = yield* file
      symlinkSync(path, path)
      yield* inside(path)
      assert.deepStrictEqual(entriesOf(path), ["file"])
    })
  )
})

describe("a path", () => {
  pure.each([
    ["/a/b", "/a/", "b"],
    ["/a\\b", "/", "a\\b"],
    ["b", "", "b"],
    ["a/b", "a/", "b"],
    ["C:\\a\\b", "C:\\a\\", "b"],
    ["C:\\a/b", "C:\\a/", "b"]
  ])("%s has a folder and a name", (path, folder, name) => {
    assert.deepStrictEqual(splitPath(path), { folder, name })
  })
})
