import { readFileSync } from "node:fs"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import { assert, describe, it, onTestFinished } from "vitest"

import { readHandlersFile } from "../../src/cli/files.ts"
import { startEmulator } from "../../src/library/promise.ts"
import { textAt } from "../support/json.ts"

const page = readFileSync(join(import.meta.dirname, "../../../../docs/emulator/handlers.md"), "utf8")

/** Loads a module of the page, with a file beside it. */
const load = async (name: string, beside: Readonly<Record<string, string>> = {}) => {
  const [, text = ""] = page.split(`\`\`\`ts\n// ${name}\n`)
  const dist = join(import.meta.dirname, "../../dist")
  await mkdir(dist, { recursive: true })
  const folder = await mkdtemp(join(dist, "documented-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [file, content] of Object.entries({ ...beside, [name]: text.split("```")[0] ?? "" }))
    await writeFile(join(folder, file), content)
  return Effect.runPromise(Effect.provide(readHandlersFile(join(folder, name)), NodeFileSystem.layer))
}

describe("the documentation of handlers", () => {
  it("behaves as documented", async () => {
    const [, path = "", says = ""] = /curl -s http:\/\/127\.0\.0\.1:4010(\S+) # (.*)/.exec(page) ?? []
    await using emulator = await startEmulator({ handlers: await load("handlers.ts") })
    const origin = emulator.baseUrl.us.replace(/\/us$/, "")
    assert.strictEqual(await (await emulator.fetch(`${origin}${path}`)).text(), says)
    const team = await emulator.fetch(`${origin}/eu/api/v2/teams`, { method: "POST", body: '{"name":"night"}' })
    assert.deepInclude(await team.json(), { name: "night" })
  })

  it("replays the archive of another emulator", async () => {
    await using recorded = await startEmulator({ users: 30 })
    const logIn = {
      method: "POST",
      headers: { "x-service-api-key": recorded.demo.apiKey, "content-type": "application/json" },
      body: JSON.stringify({ email: recorded.demo.email, password: recorded.demo.password })
    }
    const loggedIn = await recorded.fetch(`${recorded.baseUrl.us}/api/v1r1/auth`, logIn)
    const users = "/api/v1r1/enterprise/users?page_size=2"
    const headers = { "x-service-api-key": recorded.demo.apiKey, authorization: textAt(await loggedIn.json(), "token") }
    const text = await (await recorded.fetch(recorded.baseUrl.us + users, { headers })).text()
    const archive = JSON.stringify(await recorded.control.journal.har())
    await using emulator = await startEmulator({ handlers: await load("recorded.ts", { "session.har": archive }) })
    assert.strictEqual(await (await emulator.fetch(emulator.baseUrl.us + users)).text(), text)
    assert.strictEqual((await emulator.fetch(`${emulator.baseUrl.us}/api/v1r1/auth`, { method: "POST" })).status, 200)
    assert.strictEqual((await emulator.fetch(`${emulator.baseUrl.us}/api/v1r1/auth`)).status, 400)
  })
})
