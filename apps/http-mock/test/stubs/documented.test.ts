import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"

import { assert, describe, it } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import { comparisons } from "../../src/stubs/mapping/Matcher.ts"
import { RequestPattern, ResponseDefinition, StubMapping } from "../../src/stubs/mapping/StubMapping.ts"
import { helperNames } from "../../src/stubs/templates/renderer.ts"

const page = readFileSync(new URL("../../../../docs/emulator/stubs.md", import.meta.url), "utf8")

const blocks = (language: string) =>
  Array.from(page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms")), ([, block = ""]) => block)

describe("the page about stubs", () => {
  it.each(blocks("sh"))("has commands that answer what it says: %s", async (block) => {
    await using emulator = await startEmulator({ port: 0 })
    const origin = new URL(emulator.baseUrl.us).origin
    const [, told = ""] = / # (.*)\n$/.exec(block) ?? []
    const command = block.replace(/ # .*\n$/, "").replaceAll("http://127.0.0.1:4010", origin)
    const { stdout } = await promisify(execFile)("bash", ["-c", command])
    assert.notStrictEqual(told, "")
    assert.strictEqual(stdout.trim(), told)
  })

  it("has handlers that answer", async () => {
    const [block = ""] = blocks("ts")
    const AsyncFunction: any = (async () => {}).constructor
    const run = new AsyncFunction("startEmulator", `${block}\nreturn emulator`)
    await using emulator: Awaited<ReturnType<typeof startEmulator>> = await run(startEmulator)
    const read = await emulator.fetch(`${emulator.baseUrl.us}/api/v2/things/7`)
    assert.deepStrictEqual(await read.json(), { id: "7", owner: "ada@example.com" })
    const made = await emulator.fetch(`${emulator.baseUrl.us}/api/v2/things`, { method: "POST", body: "[1]" })
    assert.deepStrictEqual([made.status, await made.json()], [201, { by: null, json: [1] }])
  })

  it("names every field, matcher and helper", () => {
    const names = [
      ...[StubMapping, RequestPattern, ResponseDefinition].flatMap(({ fields }) => Object.keys(fields)),
      ...comparisons,
      ...helperNames
    ]
    const missing = names.filter((name) => !page.includes(`\`${name}\``))
    assert.deepStrictEqual(missing, [])
  })
})
