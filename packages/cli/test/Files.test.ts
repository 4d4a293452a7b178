import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { explainFileError } from "@remote-assist/core/FileError"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"

import { replaceFile, replaceText } from "../src/Files.ts"

layer(NodeServices.layer)("replaceFile", (it) => {
  it.effect("keeps the existing file, and leaves no other, if the writing fails", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      yield* files.writeFileString(`${folder}/a`, "before")
      const failed = yield* Effect.flip(
        replaceFile(`${folder}/a`, (file) => Effect.andThen(file.writeAll(new Uint8Array([1])), Effect.fail("full")))
      )
      assert.strictEqual(failed, "full")
      assert.strictEqual(yield* files.readFileString(`${folder}/a`), "before")
      assert.deepStrictEqual(yield* files.readDirectory(folder), ["a"])
    })
  )

  it.effect("replaces the target of a link, and keeps its mode", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      yield* files.writeFileString(`${folder}/a`, "before", { mode: 0o640 })
      yield* files.symlink(`${folder}/a`, `${folder}/link`)
      yield* replaceText(`${folder}/link`, "after")
      assert.strictEqual(yield* files.readFileString(`${folder}/a`), "after")
      assert.strictEqual((yield* files.stat(`${folder}/a`)).mode & 0o777, 0o640)
    })
  )

  it.effect("replaces no link that leads to no file by a new one", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      yield* files.symlink(`${folder}/missing`, `${folder}/link`)
      const error = yield* Effect.flip(replaceText(`${folder}/link`, "", { isNew: true }))
      assert.strictEqual(error.reason._tag, "AlreadyExists")
      assert.strictEqual(yield* files.readLink(`${folder}/link`), `${folder}/missing`)
    })
  )

  it.effect.each([
    ["/dev/full", "it is not a regular file. Use another path"],
    ["/dev", "it is a folder. Use a file in it"],
    [import.meta.filename, "it exists already. Use another path"]
  ] as const)("refuses %s, and says why", ([path, reason]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(replaceText(path, "", { isNew: true }))
      assert.strictEqual(explainFileError(error, true), reason)
    })
  )
})
