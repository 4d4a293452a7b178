import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { onTestFinished, vi } from "vitest"

import { run, start, textOf } from "../support/command.ts"

const msw = import.meta.resolve("msw")

/** A file with this text, removed when the test ends. */
const fileOf = async (text: string, name = "handlers.ts") => {
  const folder = await mkdtemp(join(tmpdir(), "handlers-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, name)
  await writeFile(file, text.replace('"msw"', JSON.stringify(msw)))
  return file
}

const errorOf = async (file: string) => {
  const { readHandlersFile } = await import("../../src/cli/files.ts")
  const failure = Effect.provide(Effect.flip(readHandlersFile(file)), NodeFileSystem.layer)
  return Effect.runPromise(Effect.map(failure, ({ message }) => message))
}

describe("the file of --handlers", () => {
  it.each([
    ["throw new Error('out of tea')", /: out of tea \(\S+handlers\.ts:1:7\)\. Correct the file\.$/],
    [
      "import 'no-such-package'",
      /: Cannot find package 'no-such-package' imported from \S+handlers\.ts\. Install it with npm install --save-dev no-such-package\.$/
    ],
    [
      "import '@remote-assist/no-such'",
      /: Cannot find package '@remote-assist.no-such' imported from \S+handlers\.ts\. Install it/
    ],
    ["export const http = 1", /: it does not export a list of handlers\. Add: export default \[http\.get/],
    ["export default { 'GET /a': () => 1 }", /: it does not export a list of handlers\. /],
    ["import { http } from \"msw\"; export default [http.get('*', () => undefined), 1]", /: \[1\] of its list is not/],
    ["import { ws } from \"msw\"; export const handlers = [ws.link('ws://a')]", /: \[0\] of its list is not/]
  ])("is rejected in one sentence: %s", async (text, says) => {
    const file = await fileOf(text)
    const message = await errorOf(file)
    assert.isTrue(message.startsWith(`Cannot use ${file} as --handlers: `), message)
    assert.match(message, says)
    assert.notInclude(message, "\n")
  })

  it.effect("is rejected if it waits for something that never happens", () =>
    Effect.gen(function* () {
      const file = yield* Effect.promise(() => fileOf("await new Promise(() => {}); export const handlers = []"))
      const { readHandlersFile } = yield* Effect.promise(() => import("../../src/cli/files.ts"))
      const failing = yield* Effect.forkChild(Effect.flip(readHandlersFile(file)))
      while (failing.pollUnsafe() === undefined) {
        yield* Effect.promise(() => new Promise(setImmediate))
        yield* TestClock.adjust("10 seconds")
      }
      const { message } = yield* Fiber.join(failing)
      assert.include(message, "loading it takes more than 10 seconds. Let it export the handlers without waiting.")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it("ends the command if it is absent", async () => {
    const { code, err, out } = await run(["--port", "0", "--handlers", "/no/such.ts"])
    assert.deepStrictEqual([code, out], [1, ""])
    assert.strictEqual(err.trim(), "Cannot use /no/such.ts as --handlers: it does not exist. Check the path.")
  })

  it("ends the command if it is a folder", async () => {
    const { code, err, out } = await run(["--port", "0", "--handlers", tmpdir()])
    assert.deepStrictEqual([code, out], [1, ""])
    assert.strictEqual(err.trim(), `Cannot use ${tmpdir()} as --handlers: it is a folder. Use a file in it.`)
  })

  // in a process: vitest's loader does not report the position
  it.each([
    [
      "my händlers.ts",
      "const handlers = 1 +,\n",
      "FILE is not TypeScript from line 1, column 21 (Expression expected). Correct it there."
    ],
    [
      "my händlers.mjs",
      "const handlers = []\n  const handlers = 1\n",
      "FILE is not JavaScript from line 2, column 9 (Identifier 'handlers' has already been declared). Correct it there."
    ],
    [
      "handlers.js",
      "export const handlers = 1 +,\n",
      "it is not JavaScript from line 1, column 28 (Unexpected token ','). Correct it there."
    ],
    [
      "handlers.mts",
      "import { nothing } from 'node:fs'\n",
      "The requested module 'node:fs' does not provide an export named 'nothing' (FILE, line 1, column 10). Correct the file."
    ],
    ["handlers.mjs", "\nthrow new Error('out of tea')\n", "out of tea (FILE:2:7). Correct the file."]
  ])("is rejected with the position of an error, also in a file that it imports: %s", async (name, text, says) => {
    const wrong = await fileOf(text, name)
    const importing = join(wrong, "../importing.mjs")
    const file = says.startsWith("it ") ? wrong : importing
    await writeFile(importing, `import ${JSON.stringify(`./${name}`)}\nexport const handlers = []\n`)
    const { stderr } = start(["--port", "0", "--handlers", file])
    assert.strictEqual(
      (await textOf(stderr)).trim(),
      `Cannot use ${file} as --handlers: ${says.replace("FILE", wrong)}`
    )
  })

  // in a process: vitest's loader has other messages
  it.each([
    ["import 'broken'", "Cannot find package 'FOLDER/node_modules/broken/absent.js' imported from FOLDER/handlers.mjs"],
    [
      "import { nothing } from './common.cjs'",
      "Named export 'nothing' not found. The requested module './common.cjs' is a CommonJS module, which may not support all module.exports as named exports (FOLDER/handlers.mjs, line 1, column 10)"
    ]
  ])("is rejected without the advice to install a package or to correct its syntax: %s", async (text, says) => {
    const file = await fileOf(text, "handlers.mjs")
    const folder = dirname(file)
    await writeFile(join(folder, "common.cjs"), "module.exports = {}")
    await mkdir(join(folder, "node_modules/broken"), { recursive: true })
    await writeFile(join(folder, "node_modules/broken/package.json"), '{ "main": "absent.js" }')
    const { stderr } = start(["--port", "0", "--handlers", file])
    assert.strictEqual(
      (await textOf(stderr)).trim(),
      `Cannot use ${file} as --handlers: ${says.replaceAll("FOLDER", folder)}. Correct the file.`
    )
  })

  it("answers requests, reads the world, is logged, and survives late errors and a rejected promise", async () => {
    const file = await fileOf(`
      import { delay, http, HttpResponse } from 'msw'
      import { world } from "@remote-assist/http-mock"
      void Promise.reject(new Error("spilt milk"))
      export const handlers = [
        http.get("/us/api/v2/late", () => {
          setTimeout(() => { throw new Error("out of tea") })
          return HttpResponse.json({})
        }),
        http.get("/us/api/v2/me", () => HttpResponse.json({ name: world().user("ada")?.name as string })),
        http.get("/us/api/v2/wait", () => {
          console.error("under way")
          return delay("infinite")
        })
      ]`)
    // as npm init writes it
    await writeFile(join(file, "../package.json"), '{ "type": "commonjs" }')
    const child = start(["--port", "0", "--log", "json", "--handlers", file])
    let logged = ""
    child.stderr?.on("data", (chunk) => (logged += String(chunk)))
    let printed = ""
    child.stdout?.on("data", (chunk) => (printed += String(chunk)))
    const [, us = ""] = await vi.waitUntil(() => /US +(http:\S+)\n/.exec(printed), { timeout: 20_000 })
    assert.deepStrictEqual(await (await fetch(`${us}/api/v2/me`)).json(), { name: "Ada Lovelace" })
    await fetch(`${us}/api/v2/late`)
    await vi.waitUntil(() => /failed outside of a request.*out of tea/.test(logged), { timeout: 20_000 })
    assert.match(logged, /failed outside of a request.*spilt milk/)
    assert.notInclude(logged, "Warning")
    const last = fetch(`${us}/api/v2/wait`)
    await vi.waitUntil(() => logged.includes("under way"), { timeout: 20_000 })
    child.kill("SIGTERM")
    assert.strictEqual((await last).status, 503)
  })
})
