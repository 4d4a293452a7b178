import files from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"

import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { vi } from "vitest"

import { Emulator } from "../../../src/library/Emulator.ts"

const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Emulator, ({ baseUrl }) =>
    Effect.promise(() => fetch(new URL(path, baseUrl.us), { headers, redirect: "manual" }))
  )

layer(Emulator.layerServer({ port: 0 }))("the address of the console", (it) => {
  it.effect("answers browsers with a page, and programs with the list of addresses", () =>
    Effect.gen(function* () {
      for (const prefix of ["", "/t/team-a"]) {
        const redirect = yield* ask(`${prefix}/__mock`, html)
        assert.deepStrictEqual([redirect.status, redirect.headers.get("location")], [302, `${prefix}/__mock/`])
        const page = yield* ask(`${prefix}/__mock/`, html)
        // 503 if the console is not built
        assert.include([200, 503], page.status)
        for (const accept of ["*/*", "application/json"])
          assert.match((yield* ask(`${prefix}/__mock/`, { accept })).headers.get("content-type") ?? "", /json/)
      }
    })
  )

  it.effect("is a page as soon as the console is built", () =>
    Effect.gen(function* () {
      const read = vi.spyOn(files, "readFile").mockRejectedValue(new Error("ENOENT"))
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          read.mockRestore()
          syncBuiltinESMExports()
        })
      )
      syncBuiltinESMExports()
      const before = yield* ask("/__mock/", html)
      assert.strictEqual(before.status, 503)
      assert.include(yield* Effect.promise(() => before.text()), "console build and load the page again.")
      read.mockResolvedValue("<!doctype html>")
      assert.strictEqual((yield* ask("/__mock/", html)).status, 200)
    })
  )

  it.effect("serves only the files of the console", () =>
    Effect.gen(function* () {
      for (const path of [
        "/__mock/assets/none.js",
        "/__mock/assets/..%2Findex.html",
        "/__mock/assets/.vite",
        "/__mock/assets/"
      ])
        assert.strictEqual((yield* ask(path)).status, 404, path)
    })
  )
})
