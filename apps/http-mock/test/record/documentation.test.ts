import { readFileSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { assert, describe, it, onTestFinished } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import type { PromisedTenant } from "../../src/library/promise.ts"
import { exitOf, start, until } from "../support/command.ts"
import { emulator, service } from "../upstream/support/service.ts"
import { everything } from "./support/traffic.ts"

const page = readFileSync(new URL("../../../../docs/emulator/upstream.md", import.meta.url), "utf8")

const blocks = (language: string) =>
  Array.from(page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs")), ([, text = ""]) => text.trim())

/** The arguments of an example of the command, with a free port and what stands for the service and the folder. */
const argsOf = (line: string, us: string, out: string) =>
  line
    .replace(/^npx remote-assist-mock /, "")
    .replace(/--port \d+/, "--port 0")
    .replace("https://service.example", us)
    .replace("recorded", out)
    .split(" ")

const key = { "x-service-api-key": "demo-api-key", "content-type": "application/json" }

describe("the page about upstreams", { timeout: 30_000 }, () => {
  const sh = blocks("sh")
  const replayLine = sh.find((line) => line.includes("--stubs")) ?? ""
  const recordLine = sh.find((line) => line.includes(" record ")) ?? ""

  it("has commands that record, tell the drift that it shows, and answer the same again", async () => {
    const folder = await mkdtemp(join(tmpdir(), "page-"))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const behind = await emulator({ gaps: { "users.token": "present" } })
    const origin = new URL(behind.baseUrl.us).origin
    const things = { things: [{ id: 7, note: "ä" }] }
    const us = await service(async (sent, answer) => {
      if (sent.url === "/us/api/v2/things?page=2")
        return answer.writeHead(200, { "content-type": "application/json", etag: '"1"' }).end(JSON.stringify(things))
      const found = await fetch(`${origin}${sent.url}`, { headers: sent.headers as Record<string, string> })
      return answer.writeHead(found.status, { "content-type": "application/json" }).end(await found.text())
    })
    const out = join(folder, "out")
    const child = start(argsOf(recordLine, `${us}/us`, out))
    const [, url = ""] = /US +(http:\S+)/.exec(await until(child.stdout, /Mappings .*\n/)) ?? []
    const logIn = await fetch(`${behind.baseUrl.us}/api/v1r1/auth`, {
      method: "POST",
      headers: key,
      body: '{"email":"ada","password":"correct-horse"}'
    })
    const { token } = (await logIn.json()) as { token: string }
    await fetch(`${url}/api/v1r1/enterprise/users`, { headers: { ...key, authorization: token } })
    await fetch(`${url}/api/v2/things?page=2`, { headers: key })
    const drift = await (
      await fetch(
        `${new URL(url).origin}${
          new URL(
            sh
              .find((line) => line.startsWith("curl"))
              ?.split(" ")
              .at(-1) ?? ""
          ).pathname
        }`
      )
    ).json()
    assert.deepStrictEqual(drift, JSON.parse(blocks("json")[0] ?? ""))
    child.kill("SIGTERM")
    await exitOf(child)

    const again = start(argsOf(replayLine, "", out))
    const [, base = ""] = /US +(http:\S+)/.exec(await until(again.stdout, /US .*\n/)) ?? []
    const answer = await fetch(`${base}/api/v2/things?page=2`, { headers: key })
    assert.deepStrictEqual([answer.status, answer.headers.get("etag"), await answer.json()], [200, '"1"', things])
    assert.notStrictEqual((await fetch(`${base}/api/v2/things?page=3`, { headers: key })).status, 200)
  })

  it("has a test that passes where nothing differs", async () => {
    const behind = await emulator({})
    const [, body = ""] = /async \(\) => \{\n(.*)\n\}\)/s.exec(blocks("ts").at(-1) ?? "") ?? []
    const expect = (given: unknown) => ({ toEqual: (wanted: unknown) => assert.deepStrictEqual(given, wanted) })
    const names = ["startEmulator", "serviceUrl", "useTheService", "expect"]
    // oxlint-disable-next-line typescript/no-implied-eval -- what is tested is the text of the page
    const run = new Function(...names, `return (async () => {\n${body}\n})()`)
    await run(startEmulator, behind.baseUrl.us, (used: PromisedTenant) => everything(used), expect)
    assert.include(body, "upstream.drift()")
  })
})
