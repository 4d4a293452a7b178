import { writeFile } from "node:fs/promises"
import { join } from "node:path"

import { afterAll, assert, beforeAll, describe, it } from "vitest"

import { inChromium } from "./chromium.ts"
import { run } from "./packed.ts"
import { bundled, project, serve } from "./project.ts"
import { npm, runtimes } from "./runtimes.ts"
import { service } from "./service.ts"

let installed: Awaited<ReturnType<typeof project>>

const known = "Everyone"
// with Effect on fetch and on node:http, and with promises
const thrice = `${known}\n${known}\n${known}\n`
const missing = (program: string | undefined) => (program === undefined ? " (skipped: it is not here)" : "")

/** What a program of the project writes, run as the arguments say. */
const output = async (program: string, ...args: ReadonlyArray<string>) => {
  using served = await serve(service)
  const { text } = await run(program, args, installed.root, {
    BASE_URL: served.origin,
    API_KEY: "key-1",
    NO_COLOR: "1"
  })
  return text
}

/** Loads every entry, and runs what serves tests: it uses more of the platform than a client does. */
const entries = `
  import { readdirSync } from "node:fs"
  import { dirname } from "node:path"
  import { fileURLToPath } from "node:url"
  import * as Effect from "effect/Effect"
  import * as Contract from "@remote-assist/core/Contract"
  import { Tokens } from "@remote-assist/core/Tokens"
  import * as Testing from "@remote-assist/core/testing"
  import * as Redacted from "effect/Redacted"
  const folder = dirname(fileURLToPath(import.meta.resolve("@remote-assist/core/package.json"))) + "/dist"
  for (const file of readdirSync(folder))
    if (file.endsWith(".d.ts") && file !== "index.d.ts") await import("@remote-assist/core/" + file.slice(0, -5))
  const asked = Effect.gen(function* () {
    yield* (yield* Tokens).info(Redacted.make("token-1"))
    return yield* (yield* Testing.Requests).all
  })
  const [request] = await Effect.runPromise(Effect.provide(asked, Testing.layer()))
  console.log(request.operation, Contract.match("GET", "/v1/calls/recent").operation.id)`

const both = (baseUrl: string) => `
  import * as Effect from "effect/Effect"
  import * as Redacted from "effect/Redacted"
  import * as effect from "./effect.ts"
  import * as promise from "./promise.ts"
  const settings = { name: "us", baseUrl: ${baseUrl} } as const
  const found = async () => [
    ...(await Effect.runPromise(effect.podNames({ ...settings, apiKey: Redacted.make("key-1") }))),
    ...(await promise.podNames({ ...settings, apiKey: "key-1" }))
  ].join()`

describe("core, installed by npm in an empty project", { timeout: 60_000 }, () => {
  beforeAll(async () => {
    if (npm === undefined)
      throw new Error("npm is not installed: run pnpm install, and look at what it says of optional packages.")
    installed = await project(runtimes.node20 ?? process.execPath, npm)
  }, 120_000)

  afterAll(() => installed?.remove())

  describe.each([
    ["Node 20", runtimes.node20],
    ["Node 22", runtimes.node22],
    [`Node ${process.versions.node}`, process.execPath]
  ])("on %s", (name, node) => {
    const program = node ?? ""

    it.skipIf(node === undefined)(`runs with Effect and with promises${missing(node)}`, async () => {
      assert.strictEqual(await output(program, "src/main.js"), thrice, name)
    })

    it.skipIf(node === undefined)(`loads every entry${missing(node)}`, async () => {
      await writeFile(join(installed.root, "entries.mjs"), entries)
      assert.strictEqual(await output(program, "entries.mjs"), "Tokens.info Calls.recent\n", name)
    })

    it.skipIf(node === undefined)(`is required by a script${missing(node)}`, async () => {
      assert.strictEqual(await output(program, "src/require.cjs"), `${known}\n`, name)
    })
  })

  it.skipIf(runtimes.bun === undefined)(`runs on Bun${missing(runtimes.bun)}`, async () => {
    assert.strictEqual(await output(runtimes.bun ?? "", "src/main.ts"), thrice)
    assert.strictEqual(await output(runtimes.bun ?? "", "src/require.cjs"), `${known}\n`)
  })

  it.skipIf(runtimes.deno === undefined)(`runs on Deno${missing(runtimes.deno)}`, async () => {
    const flags = ["run", "--no-remote", "--node-modules-dir=manual", "--allow-net=127.0.0.1", "--allow-env"]
    assert.strictEqual(await output(runtimes.deno ?? "", ...flags, "src/main.ts"), thrice)
  })

  it.skipIf(runtimes.workerd === undefined)(
    `runs in workerd, bundled by esbuild${missing(runtimes.workerd)}`,
    async () => {
      using served = await serve(service)
      const worker = `${both(JSON.stringify(served.origin))}
      export default { test: async () => console.log("found", await found()) }`
      await writeFile(
        join(installed.root, "worker.js"),
        await bundled(installed.root, worker, "workerd", "worker", "browser")
      )
      await writeFile(
        join(installed.root, "worker.capnp"),
        `using Workerd = import "/workerd/workerd.capnp";
      const config :Workerd.Config = (services = [
        (name = "main", worker = .main),
        (name = "internet", network = (allow = ["private"]))
      ]);
      const main :Workerd.Worker = (
        modules = [(name = "worker", esModule = embed "worker.js")],
        compatibilityDate = "2026-01-01"
      );`
      )
      const { text } = await run(runtimes.workerd ?? "", ["test", "worker.capnp"], installed.root)
      assert.include(text, `found ${known},${known}`)
    }
  )

  it.skipIf(runtimes.chromium === undefined)(
    `runs in Chromium, bundled by esbuild${missing(runtimes.chromium)}`,
    async () => {
      const page = `${both("location.origin")}
        found().catch(String).then((body) => fetch("/found", { method: "POST", body }))`
      const found = await inChromium(runtimes.chromium ?? "", await bundled(installed.root, page), service)
      assert.strictEqual(found, `${known},${known}`)
    }
  )
})
