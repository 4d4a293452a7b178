import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

import { assert, describe, it, onTestFinished } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import { run, start } from "../support/command.ts"

const written = (files: Readonly<Record<string, unknown>>) => {
  const folder = mkdtempSync(join(tmpdir(), "stubs-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, "mappings"))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content))
  }
  return folder
}

const at = (urlPath: string, response: object) => ({ request: { urlPath }, response })

/** A command that is ready, and what it has logged. */
const readyAt = async (args: ReadonlyArray<string>) => {
  const child = start(args)
  let log = ""
  const origin = await new Promise<string>((resolve) =>
    child.stderr?.setEncoding("utf8").on("data", (chunk) => {
      log += String(chunk)
      const [, origin] = /"us":"(.*?)\/us"/.exec(log) ?? []
      if (origin !== undefined) resolve(origin)
    })
  )
  return { origin, log: () => log }
}

describe("a folder of stubs", { timeout: 30_000 }, () => {
  it("answers in every tenant and region, the bodies of its files too", async () => {
    const folder = written({
      "mappings/things.json": { mappings: [at("/api/v2/a", { body: "first" }), at("/api/v2/a", { body: "second" })] },
      "mappings/deep/file.json": at("/api/v2/file", {
        bodyFileName: "texts/hello.txt",
        headers: { "Content-Type": "text/plain", "Set-Cookie": ["a=1", "b=2; Path=/"] }
      }),
      "mappings/notes.txt": "no mapping",
      "mappings/list.json": at("/api/v1r1/enterprise/users", { body: "never" }),
      "__files/texts/hello.txt": "Hello {{request.path}}"
    })
    // a mapping whose operation goes first is told
    writeFileSync(
      join(folder, "mappings/list.json"),
      JSON.stringify({ request: { method: "GET", urlPath: "/api/v1r1/enterprise/users" } })
    )
    const { log, origin } = await readyAt(["--port", "0", "--log", "json", "--stubs", folder])
    assert.match(
      log(),
      /No request reaches the mapping GET \/api\/v1r1\/enterprise\/users: the operation EnterpriseUsers\.list/
    )
    const text = async (path: string) => (await fetch(origin + path)).text()
    assert.strictEqual(await text("/us/api/v2/a"), "second")
    assert.strictEqual(await text("/t/other/eu/api/v2/a"), "second")
    const answer = await fetch(`${origin}/us/api/v2/file`)
    assert.deepStrictEqual(
      [answer.status, answer.headers.get("content-type"), answer.headers.getSetCookie(), await answer.text()],
      [200, "text/plain", ["a=1", "b=2; Path=/"], "Hello {{request.path}}"]
    )
    const { meta }: any = await (await fetch(`${origin}/t/other/__mock/stubs`)).json()
    assert.deepInclude(meta, { total: 4, handlers: [] })
    assert.lengthOf(meta.shared, 4)
    assert.match(log(), /"path":"\/api\/v2\/file","operation":"none","stub":"\/api\/v2\/file"/)
  })

  it("is shadowed in a tenant by a stub with the same id, and keeps its own", async () => {
    const id = "730d3e32-d098-4169-a20c-554c3bedce58"
    const stubs = written({ "mappings/a.json": { id, ...at("/api/v2/a", { body: "folder" }) } })
    await using emulator = await startEmulator({ stubs })
    const { control } = emulator.tenant("mine")
    const text = async (base: string) => (await emulator.fetch(`${base}/api/v2/a`)).text()
    const removed = await control.stubs.remove({ params: { id } }).catch((error: unknown) => error)
    assert.match(
      String(Reflect.get(Object(removed), "detail")),
      /is of the folder, in every tenant\. PUT \/__mock\/stubs\//
    )
    await control.stubs.put({ params: { id }, payload: at("/api/v2/a", { body: "mine" }) })
    assert.strictEqual(await text(emulator.tenant("mine").baseUrl.us), "mine")
    assert.strictEqual(await text(emulator.baseUrl.us), "folder")
    assert.deepStrictEqual(await control.stubs.clear(), { removed: 1 })
    assert.strictEqual(await text(emulator.tenant("mine").baseUrl.us), "folder")
  })

  it("that cannot be used ends the start, with a sentence for each problem", async () => {
    const folder = written({
      "mappings/x.json": { request: { bodyPatterns: [{ matchesXPath: "//a" }] } },
      "mappings/y.json": "{",
      "mappings/z.json": { mappings: [{}, { response: { bodyFileName: "../x.json" } }] },
      "mappings/link.json": { response: { bodyFileName: "link" } },
      "mappings/twice.json": { id: "730d3e32-d098-4169-a20c-554c3bedce58" },
      "mappings/twice2.json": { uuid: "730d3e32-d098-4169-a20c-554c3bedce58" },
      "mappings/template.json": { response: { body: "{{#if}}", transformers: ["response-template"] } },
      "__files/a": ""
    })
    symlinkSync(join(folder, "mappings/y.json"), join(folder, "__files/link"))
    const { code, err, out } = await run(["--port", "0", "--stubs", folder])
    assert.deepStrictEqual([code, out], [1, ""])
    for (const told of [
      `Cannot use ${folder} as --stubs: mappings/`,
      "mappings/x.json: request.bodyPatterns[0].matchesXPath is not supported; supported here: equalTo, ",
      "mappings/y.json is not JSON, or nests deeper than 100 levels.",
      'mappings/z.json: mappings[1].response.bodyFileName is "../x.json", which is no path below __files.',
      "response.bodyFileName leads out of __files: link.",
      "mappings/twice2.json has the id 730d3e32-d098-4169-a20c-554c3bedce58, as mappings/twice.json has.",
      "mappings/template.json: response.body is no template: Parse error on line 1: {{#if}}"
    ])
      assert.include(err, told)
  })

  it.each([
    ["nowhere", "it is no folder."],
    ["", "it has no folder mappings, which holds the mappings as files of JSON."]
  ])("%j that is none ends the start of a program", async (name, told) => {
    const folder = mkdtempSync(join(tmpdir(), "stubs-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const stubs = join(folder, name)
    for (const options of [{ stubs }, { stubs, port: 0 }]) {
      const error = await startEmulator(options).catch((error: unknown) => error)
      assert.strictEqual(String(error).replace(/^\w+: /, ""), `Cannot use ${stubs} as --stubs: ${told}`)
    }
  })
})
