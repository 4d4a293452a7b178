import { readFile } from "node:fs/promises"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll } from "vitest"

import { listen } from "../support/listen.ts"
import { install, run, tool } from "./packed.ts"

let core: Awaited<ReturnType<typeof install>>

const read = (file: string) => readFile(join(core.installed, file), "utf8")

const modules = () =>
  core.files
    .filter((file) => file.startsWith("src/") && !/^src\/(?:Errors|internal|promise|testing)\//.test(file))
    .map((file) => file.slice("src/".length, -".ts".length))

// which holds Effect, and goes to Node alone
const isPromiseBundle = (file: string) => /^dist\/(?:bundled\/(?:chunks\/)?promise[./-]|promise\/node\.js$)/.test(file)

const runtimeTexts = () =>
  Promise.all(
    core.files
      .filter((file) => file.endsWith(".js") && !isPromiseBundle(file))
      .map(async (file) => [file, await read(file)] as const)
  )

const isOfNode = (file: string) => /^dist\/(?:bundled\/.+|HttpNode|internal\/node\/\w+)\.js$/.test(file)

describe("the packed core", { timeout: 60_000 }, () => {
  beforeAll(async () => {
    core = await install()
  }, 60_000)

  afterAll(() => core.remove())

  it("has nothing for publint to say", async () => {
    const { code, text } = await tool("publint", core.tarball, "--strict")
    assert.strictEqual(code, 0, text)
    assert.include(text, "All good!")
  })

  it("has types for each module, for Node's resolution and for bundlers'", async () => {
    const { code, text } = await tool(
      "attw",
      core.tarball,
      "--profile",
      "esm-only",
      "--include-entrypoints",
      ...modules()
    )
    assert.strictEqual(code, 0, text)
    for (const module of ["Client", "promise", "testing", "Calls/Call"])
      assert.include(text, `@remote-assist/core/${module}"`)
  })

  it("has types of the promise form for CommonJS too", async () => {
    const entries = ["promise", "promise/node"]
    const { code, text } = await tool("attw", core.tarball, "--profile", "node16", "--entrypoints", ...entries)
    assert.strictEqual(code, 0, text)
    assert.include(text, '@remote-assist/core/promise/node"')
  })

  it("shows the line of the caller above an uncaught error", async () => {
    const program = `import { connect } from "@remote-assist/core/promise"
      const settings = { name: "us", baseUrl: "http://127.0.0.1:1", apiKey: "key", retries: 0 }
      await (await connect(settings)).session.logIn({ email: "ada@example.com", password: "secret" })`
    const { code, text } = await run(process.execPath, ["--input-type=module", "-e", program], core.consumer)
    assert.strictEqual(code, 1)
    const [, line = ""] = text.split("\n")
    assert.include(line, "session.logIn({")
    assert.include(text, "ConnectionFailed: No connection to http://127.0.0.1:1")
  })

  it("holds the sources, what was built from them, and nothing else", () => {
    const built = core.files
      .filter((file) => file.startsWith("src/"))
      .map((file) => file.slice("src/".length, -".ts".length))
      .flatMap((module) => [".js", ".js.map", ".d.ts", ".d.ts.map"].map((suffix) => `dist/${module}${suffix}`))
    const sources = core.files.filter((file) => /^src\/.*\.ts$/.test(file))
    const isBundled = (file: string) =>
      /^dist\/bundled\/(?:.*\.(?:c?js(?:\.map)?|d\.c?ts)|THIRD-PARTY-LICENSES\.txt)$/.test(file)
    assert.deepStrictEqual(
      core.files.filter((file) => !isBundled(file)).toSorted(),
      ["LICENSE", "README.md", "package.json", ...built, ...sources].toSorted()
    )
    const entries = modules().filter((module) => !module.startsWith("promise/"))
    assert.includeMembers(core.files, [
      ...entries.map((module) => `dist/bundled/${module}.js`),
      ...["promise", "promise/node"].flatMap((entry) =>
        [".js", ".cjs", ".d.ts", ".d.cts"].map((suffix) => `dist/bundled/${entry}${suffix}`)
      )
    ])
  })

  it.each([
    ["promise", ["bundled/promise.js", "bundled/chunks/promise-tokenStore.js"]],
    ["Client", ["bundled/Client.js", "bundled/chunks/client.js", "bundled/chunks/rolldown-runtime.js"]],
    ["Pods", ["bundled/Pods.js", "bundled/chunks/client.js", "bundled/chunks/rolldown-runtime.js"]]
  ])("loads for %s on Node no files of its own but %j", async (module, files) => {
    const program = `
      import { registerHooks } from "node:module"
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      await import("@remote-assist/core/${module}")
      const files = loaded.filter((url) => url.startsWith("file:"))
      console.log(JSON.stringify(files.map((url) => new URL(url).pathname)))`
    const { text } = await run(process.execPath, ["--input-type=module", "-e", program], core.consumer)
    const loaded: ReadonlyArray<string> = JSON.parse(text).map((path: string) => path.split("/core/dist/").at(-1))
    const ofEffect = loaded.filter((path) => path.includes("/effect/dist/"))
    assert.sameMembers(
      loaded.filter((path) => !ofEffect.includes(path)),
      files
    )
    assert.strictEqual(ofEffect.length > 0, module !== "promise")
  })

  it("compiles schemas on Node alone", async () => {
    const compiler = "effect/schema/SchemaJITCompiler"
    assert.include(await read("dist/bundled/chunks/client.js"), compiler)
    assert.notInclude(await read("dist/internal/platform/compile.js"), compiler)
  })

  it("imports nothing but Effect, itself, and for a fleet the packages of Redis", async () => {
    for (const [file, text] of await runtimeTexts())
      for (const [, target = ""] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g))
        assert.match(
          target,
          isOfNode(file)
            ? /^(?:\..*\.js|effect\/.+|node:\w+|redis|@effect\/platform-node\/NodeRedis)$/
            : /^(?:\.{1,2}\/.*\.js|effect\/.+)$/,
          file
        )
  })

  it("uses no Node-only API outside the modules for Node", async () => {
    const ofNode = /\b(?:process|Buffer|global)(?:\.\w|\[)|\brequire\(|\bnode:|\b__(?:dirname|filename)\b/
    const anywhere = (await runtimeTexts()).filter(([file]) => !isOfNode(file))
    for (const [file, text] of anywhere) assert.notMatch(text, ofNode, file)
  })

  it("carries no key, no token and no path of the machine it was built on", async () => {
    for (const file of core.files.filter((file) => !file.endsWith(".map")))
      assert.notMatch(
        await read(file),
        /PRIVATE KEY-----\s*[\w+/]{40}|\beyJ[\w-]{20}|\/(?:home|root|tmp|Users)\//,
        file
      )
    for (const file of core.files.filter((file) => file.endsWith(".map")))
      for (const source of JSON.parse(await read(file)).sources)
        assert.match(source, /^(?:\.\.\/)+(?:src|effect\/dist|@effect\/platform-node(?:-shared)?\/dist)\//, file)
  })

  it("takes Effect from the program, which has one copy of it", async () => {
    const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(await read("package.json"))
    assert.isUndefined(dependencies)
    assert.sameMembers(Object.keys(peerDependencies), ["effect", "@effect/platform-node", "redis"])
    for (const name of Object.keys(peerDependencies)) assert.isTrue(peerDependenciesMeta[name].optional, name)
    const { text } = await run("pnpm", ["list", "--ignore-workspace", "--depth", "9", "effect"], core.consumer)
    assert.strictEqual(new Set(text.match(/\beffect[ @]\d\S*/g)).size, 1, text)
  })

  it.each(["internal/call/decode", "promise/connect", "testing/codec"])("keeps %s to itself", async (module) => {
    const { code, text } = await run(process.execPath, ["-e", `import("@remote-assist/core/${module}")`], core.consumer)
    assert.strictEqual(code, 1)
    assert.include(text, "ERR_PACKAGE_PATH_NOT_EXPORTED")
  })

  it("compiles in a program of its own, for Node and for a bundler", async () => {
    const { code, text } = await run("pnpm", ["--ignore-workspace", "check"], core.consumer)
    assert.strictEqual(code, 0, text)
  })

  it.live("runs in a program of its own, with Effect and with promises", () =>
    Effect.gen(function* () {
      const { origin } = yield* listen(({ url = "" }, response) => {
        const pods = {
          entries: [{ id: 1, name: "Everyone" }],
          total_entries: 1,
          total_pages: 1,
          page: 1,
          page_size: 20
        }
        response.setHeader("content-type", "application/json")
        response.end(JSON.stringify(url.endsWith("/auth") ? { token: "token-1", refresh: "refresh-1" } : pods))
      })
      const { text } = yield* Effect.promise(() =>
        run(process.execPath, ["src/main.ts"], core.consumer, { BASE_URL: origin, API_KEY: "key-1" })
      )
      assert.strictEqual(text, "Everyone\nEveryone\nEveryone\n")
    })
  )
})
