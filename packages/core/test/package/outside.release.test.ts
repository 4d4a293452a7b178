import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { afterAll, assert, beforeAll, describe, it } from "vitest"

import { startProxy } from "../support/proxy.ts"
import { must, pack, run } from "./packed.ts"
import { service } from "./service.ts"

const require = createRequire(import.meta.url)
const tsc = fileURLToPath(new URL("../../../../node_modules/typescript/bin/tsc", import.meta.url))

let folder: string
const server = createServer(service)
const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const options = {
  target: "ES2024",
  lib: ["ES2024", "ESNext.Disposable", "DOM", "DOM.AsyncIterable"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true
}

const use = `
  export const names = async (baseUrl: string) => {
    const remote = await connect({ name: "us", baseUrl, apiKey: "key-1", tokenStore: tokenFile("session.json") })
    const pods: ReadonlyArray<Pod> = await remote.pods.stream({ filter: "name=a" }).take(3).toArray({ limit: 2 })
    const own = await connectTo({ name: "us", baseUrl, apiKey: "key-1" }, { users: enterpriseUsers })
    const page: Page<EnterpriseUser> = await own.users.list({ page: 1 })
    const id: number = page.entries[0]?.id ?? 0
    // @ts-expect-error -- an unknown option
    void remote.pods.list({ page: 1 }, { unknown: id })
    return pods.map(({ name }) => name)
  }
  export const code = (error: unknown) => isInvalidCredentials(error) ? error._tag : error instanceof SessionEnded ? error.state : ""`

const imported = "connect, connectTo, enterpriseUsers, isInvalidCredentials, SessionEnded"

const asModule = `
  import { ${imported} } from "@remote-assist/core/promise"
  import type { EnterpriseUser, Page, Pod } from "@remote-assist/core/promise"
  import { tokenFile } from "@remote-assist/core/promise/node"${use}`

const asScript = `
  import promise = require("@remote-assist/core/promise")
  import node = require("@remote-assist/core/promise/node")
  type EnterpriseUser = promise.EnterpriseUser
  type Page<Entry> = promise.Page<Entry>
  type Pod = promise.Pod
  const { ${imported.replace(", SessionEnded", "")} } = promise
  const { SessionEnded } = promise
  const { tokenFile } = node${use}`

const program = `
  import { connect, isInvalidCredentials, SessionEnded } from "@remote-assist/core/promise"
  import { tokenFile } from "@remote-assist/core/promise/node"
  const [, , baseUrl] = process.argv
  const remote = await connect({ name: "us", baseUrl, apiKey: "key-1", tokenStore: tokenFile("session.json") })
  const how = await remote.session.token().then(() => "kept", async (error) => {
    if (!(error instanceof SessionEnded)) throw error
    await remote.session.logIn({ email: "ada@example.com", password: "correct-horse" })
    return "logged in"
  })
  console.log(how, (await remote.pods.stream().toArray({ limit: 1 })).map(({ name }) => name).join())
  await remote.close()`

describe("the promise form in an empty project without Effect", { timeout: 120_000 }, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "remote-assist-outside-"))
    const installed = join(folder, "node_modules/@remote-assist/core")
    await mkdir(installed, { recursive: true })
    await must("tar", ["-xzf", await pack(), "-C", installed, "--strip-components=1"], folder)
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
    await writeFile(join(folder, "program.js"), program)
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  }, 120_000)

  afterAll(async () => {
    server.close()
    server.closeAllConnections()
    await rm(folder, { recursive: true, force: true })
  })

  it.each([
    ["a CommonJS file under node16", "main.cts", asScript, "Node16", "Node16"],
    ["a module under node16", "main.mts", asModule, "Node16", "Node16"],
    ["a module under nodenext", "main.mts", asModule, "NodeNext", "NodeNext"],
    ["a CommonJS file under nodenext", "main.cts", asScript, "NodeNext", "NodeNext"],
    ["a module for a bundler", "main.ts", asModule, "ESNext", "Bundler"]
  ])("compiles as %s", async (_, file, text, module, moduleResolution) => {
    await writeFile(join(folder, file), text)
    const config = { compilerOptions: { ...options, module, moduleResolution }, files: [file] }
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config))
    const output = await run(process.execPath, [tsc, "-p", folder], folder)
    assert.strictEqual(output.code, 0, output.text)
  })

  it("keeps a session in a file from one process to the next", async () => {
    const args = ["program.js", baseUrl()]
    assert.strictEqual((await run(process.execPath, args, folder)).text, "logged in Everyone\n")
    assert.strictEqual((await run(process.execPath, args, folder)).text, "kept Everyone\n")
    assert.strictEqual((await stat(join(folder, "session.json"))).mode & 0o777, 0o600)
  })

  it("is required by a script", async () => {
    const script = `const { connect } = require("@remote-assist/core/promise")
      const { tokenFile } = require("@remote-assist/core/promise/node")
      console.log(typeof connect, typeof tokenFile("a").load)`
    await writeFile(join(folder, "script.cjs"), script)
    assert.strictEqual((await run(process.execPath, ["script.cjs"], folder)).text, "function function\n")
  })

  it("sends its requests through the proxy of the environment", async () => {
    using proxy = await startProxy(() => (server.address() as AddressInfo).port)
    const { text } = await run(process.execPath, ["program.js", "http://us.example.test"], folder, {
      NODE_USE_ENV_PROXY: "1",
      HTTP_PROXY: proxy.origin,
      NO_PROXY: "",
      NODE_NO_WARNINGS: "1"
    })
    assert.match(text, /^(?:kept|logged in) Everyone\n$/)
    assert.match(proxy.seen.at(-1) ?? "", /^GET http:\/\/us\.example\.test\/api\/v1r1\/enterprise\/pods/)
  })

  it("sends its requests through a proxy that the program sets", async (context) => {
    context.skip(!("setGlobalProxyFromEnv" in process.getBuiltinModule("node:http")))
    using proxy = await startProxy(() => (server.address() as AddressInfo).port)
    const own = `
      process.getBuiltinModule("node:http").setGlobalProxyFromEnv({ HTTP_PROXY: "${proxy.origin}" })
      await import("./program.js")`
    await writeFile(join(folder, "own-proxy.js"), own)
    await run(process.execPath, ["own-proxy.js", "http://us.example.test"], folder)
    assert.match(proxy.seen.at(-1) ?? "", /^GET http:\/\/us\.example\.test\/api\/v1r1\/enterprise\/pods/)
  })

  it("gives a tracer of OpenTelemetry a span of each call", async () => {
    const traced = `
      import { connect } from "@remote-assist/core/promise"
      import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "${require.resolve("@opentelemetry/sdk-trace-base")}"
      const exporter = new InMemorySpanExporter()
      const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer("app")
      const remote = await connect({ name: "us", baseUrl: process.argv[2], apiKey: "key-1", tracer })
      await remote.session.logIn({ email: "ada@example.com", password: "correct-horse" })
      await remote.pods.list()
      console.log(exporter.getFinishedSpans().map(({ attributes, name }) => name + " " + attributes["http.response.status_code"]).join())
      await remote.close()`
    await writeFile(join(folder, "traced.js"), traced)
    const { text } = await run(process.execPath, ["traced.js", baseUrl()], folder)
    assert.strictEqual(text, "Auth.logIn 200,Pods.list 200\n")
  })
})
