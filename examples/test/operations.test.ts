import { execFile } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { operations } from "@remote-assist/core/Contract"
import { startEmulator } from "@remote-assist/http-mock/promise"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it, vi } from "vitest"

import * as effect from "../operations/effect.ts"
import * as promise from "../operations/promise.ts"

const reference = fileURLToPath(new URL("../../docs/reference", import.meta.url))

const pages = new Map(
  globSync("operations*.md", { cwd: reference }).map((name) => [name, readFileSync(`${reference}/${name}`, "utf8")])
)

const blockIn = (text: string, title: string) =>
  new RegExp(`^\`\`\`\\w+ \\[${title}\\]\\n(.*?)^\`\`\``, "ms").exec(text)?.[1] ?? ""

const setup = pages.get("operations.md") ?? ""

/** The section of an operation in the reference. */
const sectionOf = (id: string) => {
  const [, section = ""] = new RegExp(`\\n## ${id}\\n(.*?)(?:\\n## |$)`, "s").exec([...pages.values()].join("\n")) ?? []
  return section
}

const ids = operations.map(({ id }) => id)

type Emulator = Awaited<ReturnType<typeof startEmulator>>

/** Reads the operation and the status of the last request. */
const lastRequest = async ({ control }: Pick<Emulator, "control">) => {
  const last = (await control.journal.list({ query: {} })).at(-1)
  return { operation: last?.operation, status: last?.status }
}

describe("the samples of the reference, on the default world,", () => {
  let emulator: Emulator

  beforeAll(() => {
    const handle = (...args: ConstructorParameters<typeof Request>) => emulator.handler(new Request(...args))
    vi.stubGlobal("fetch", handle)
  })
  afterAll(() => vi.unstubAllGlobals())

  beforeEach(async () => {
    emulator = await startEmulator()
  })
  afterEach(() => emulator.close())

  it("are of all operations", () => {
    assert.sameMembers(Object.keys(promise.samples), ids)
    assert.sameMembers(Object.keys(effect.samples), ids)
  })

  it.each(Object.entries(promise.samples))("succeed with promises: %s", async (operation, sample) => {
    await using remote = await promise.open()
    await sample(remote)
    assert.deepEqual(await lastRequest(emulator), { operation, status: 200 })
  })

  it.each(Object.entries(effect.samples))("succeed with Effect: %s", async (operation, sample) => {
    await effect.run<unknown, unknown>(sample)
    assert.deepEqual(await lastRequest(emulator), { operation, status: 200 })
  })
})

describe("the samples of the reference, each in a tenant of its own,", () => {
  let server: Emulator

  beforeAll(async () => {
    server = await startEmulator({ port: 0 })
  })
  afterAll(() => server.close())

  it.concurrent.each(ids)("succeed with curl: %s", async (operation) => {
    const tenant = server.tenant(operation.replace(".", "-"))
    const script = [
      "set -euo pipefail",
      // ends with an error for a status of 400 or more
      `curl() { command curl --fail-with-body "$@"; }`,
      blockIn(setup, "curl").replace(/URL=\S+/, `URL=${tenant.baseUrl.us}`),
      blockIn(sectionOf(operation), "curl")
    ]
    await promisify(execFile)("bash", ["-c", script.join("\n")])
    assert.deepEqual(await lastRequest(tenant), { operation, status: 200 })
  })
})
