import { mkdtemp, readdir, readFile, rm, stat, watch, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

import * as Result from "effect/Result"
import { assert, describe, it, onTestFinished } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import { readMappings } from "../../src/stubs/mapping/readMappings.ts"
import { exitOf, run, start, until } from "../support/command.ts"
import { emulator, service } from "../upstream/support/service.ts"
import { everything } from "./support/traffic.ts"

const folder = async () => {
  const made = await mkdtemp(join(tmpdir(), "record-"))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

/** Every file below a folder, with its text. */
const filesIn = async (path: string) => {
  const names = await readdir(path, { recursive: true })
  const found = await Promise.all(
    names.map(async (name) => {
      const { mode, size } = await stat(join(path, name))
      const isFile = (mode & 0o170000) === 0o100000
      return { name, mode: mode & 0o777, size, isFile, text: isFile ? await readFile(join(path, name), "latin1") : "" }
    })
  )
  return found.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const recording = async (us: string) => {
  const started = await startEmulator({ upstream: { us } })
  onTestFinished(started.close)
  const ask = (path: string, init?: RequestInit) =>
    started.fetch(`${started.baseUrl.us}${path}`, init).then((answer) => answer.text())
  return { ...started, ask, recorded: () => started.control.upstream.recorded() }
}

const json = { "content-type": "application/json" }

describe("a mapping of what was passed on", () => {
  it("has the request and the answer, is one that stubs take, and is there once", async () => {
    const us = await service((sent, answer) =>
      answer.writeHead(201, { ...json, "x-own": ["a", "b"], date: "x" }).end(`{"url": "${sent.url}"}`)
    )
    const { ask, recorded } = await recording(us)
    for (let times = 0; times < 2; times += 1)
      await ask("/api/v2/things?a=1&b=%20", { method: "POST", headers: json, body: '{"name": "x"}' })
    const { left_out, mappings } = await recorded()
    assert.deepStrictEqual(left_out, [])
    assert.lengthOf(mappings, 1)
    const [{ id, ...mapping } = {}] = mappings
    assert.match(id ?? "", /^[\da-f-]{36}$/)
    assert.deepStrictEqual(mapping, {
      name: "POST /api/v2/things?a=1&b=%20",
      request: { method: "POST", url: "/api/v2/things?a=1&b=%20", bodyPatterns: [{ equalToJson: { name: "x" } }] },
      response: {
        status: 201,
        headers: { ...json, "x-own": ["a", "b"] },
        body: '{"url": "/api/v2/things?a=1&b=%20"}'
      }
    })
    assert.isTrue(Result.isSuccess(readMappings({ mappings })))
  })

  it("has of many values of one name as many as a stub takes", async () => {
    const us = await service((_, answer) => answer.end("ok"))
    const { ask, close, recorded } = await recording(us)
    const body = Array.from({ length: 12 }, (_, at) => `pick=${at}`).join("&")
    const init = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body }
    await ask("/api/v2/picks", init)
    const { mappings } = await recorded()
    await close()
    await using again = await startEmulator()
    await again.control.stubs.make({ payload: { mappings } })
    const answer = await again.fetch(`${again.baseUrl.us}/api/v2/picks`, init)
    assert.strictEqual(await answer.text(), "ok")
  })

  it("is a scenario where the answers differ in turn", async () => {
    let count = 0
    const us = await service((_, answer) => answer.end(String((count += 1))))
    const { ask, recorded } = await recording(us)
    for (let times = 0; times < 3; times += 1) await ask("/api/v2/poll")
    const { mappings } = await recorded()
    assert.deepStrictEqual(
      mappings.map(({ newScenarioState, requiredScenarioState, response }) => [
        requiredScenarioState,
        response?.body,
        newScenarioState
      ]),
      [
        ["Started", "1", "answer 2"],
        ["answer 2", "2", "answer 3"],
        ["answer 3", "3", undefined]
      ]
    )
    assert.isTrue(Result.isSuccess(readMappings({ mappings })))
  })

  it("has what was packed as it reads", async () => {
    const us = await service((_, answer) =>
      answer.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("plain"))
    )
    const { ask, recorded } = await recording(us)
    await ask("/api/v2/x")
    const [mapping] = (await recorded()).mappings
    assert.deepStrictEqual(mapping?.response, { status: 200, body: "plain" })
  })

  it("of an operation there is none, and what is forgotten is gone", async () => {
    const behind = await emulator({})
    const started = await startEmulator({ upstream: { us: behind.baseUrl.us }, upstreamOperations: ["*"] })
    onTestFinished(started.close)
    await everything(started)
    assert.deepStrictEqual((await started.control.upstream.recorded()).mappings, [])
    await (await started.fetch(`${started.baseUrl.us}/api/v2/x`)).text()
    assert.deepStrictEqual(await started.control.upstream.forget(), { mappings: 1 })
    assert.deepStrictEqual((await started.control.upstream.recorded()).mappings, [])
    assert.deepStrictEqual((await started.control.upstream.drift()).compared, [])
  })
})

describe("what is recorded", () => {
  const canaries = [
    "canary-api-key",
    "canary-token-1",
    "canary-password",
    "canary-refresh",
    "canary-query",
    "canary-cookie",
    "canary-path-token"
  ]

  it("has no secret, and still tells requests apart", async () => {
    const us = await service((sent, answer) => {
      if (sent.url?.includes("login") === true)
        return answer
          .writeHead(200, { ...json, "set-cookie": "sid=canary-cookie; Path=/; HttpOnly" })
          .end('{"token":"canary-token-1","refresh_token":"canary-refresh","name":"Ada"}')
      if (sent.url?.includes("plain") === true) return answer.end("the token: canary-token-1 and more")
      if (sent.url?.includes("binary") === true)
        return answer.end(Buffer.concat([Buffer.from([0, 255]), Buffer.from("canary-token-1")]))
      return answer.writeHead(200, json).end('{"echo":"canary-token-1 of canary-api-key"}')
    })
    const { ask, recorded } = await recording(us)
    const headers = { ...json, "x-service-api-key": "canary-api-key" }
    const body = JSON.stringify({ user: "ada", password: "canary-password", device: { kind: "phone" } })
    await ask("/api/v2/login", { method: "POST", headers, body })
    const withToken = { ...headers, authorization: "Bearer canary-token-1", cookie: "sid=canary-cookie" }
    await ask("/api/v2/things?access_token=canary-query&page=2", { headers: withToken })
    await ask("/api/v2/things?access_token=canary-query&page=3", { headers: withToken })
    await ask("/api/v2/sessions/canary-token-1/end", { headers: withToken })
    await ask("/api/v2/refresh", {
      method: "POST",
      headers: withToken,
      body: '{"refresh_token":"canary-refresh","page":1}'
    })
    await ask("/api/v2/plain", { headers: withToken })
    await ask("/api/v2/binary", { headers: withToken })
    const { left_out, mappings } = await recorded()
    const text = JSON.stringify(mappings)
    for (const canary of canaries) {
      assert.notInclude(text, canary)
      assert.notInclude(text, Buffer.from(canary).toString("base64").slice(0, 16))
    }
    const requests = mappings.map(({ request }) => request)
    assert.deepInclude(requests, {
      method: "GET",
      urlPath: "/api/v2/things",
      queryParameters: { page: { equalTo: "3" } }
    })
    assert.deepInclude(requests, { method: "GET", urlPathPattern: "/api/v2/sessions/[^/]+/end" })
    assert.deepInclude(requests, {
      method: "POST",
      url: "/api/v2/refresh",
      bodyPatterns: [{ equalToJson: { page: 1 }, ignoreExtraElements: true }]
    })
    assert.include(text, '\\"token\\":\\"masked-token\\"')
    assert.include(text, "sid=masked-cookie; Path=/; HttpOnly")
    assert.isAbove(
      left_out.reduce((sum, { requests }) => sum + requests, 0),
      0
    )
    assert.isTrue(Result.isSuccess(readMappings({ mappings })))
  })

  it("is bounded, and what is left out is told", async () => {
    const us = await service((_, answer) => answer.end("x"))
    const { ask, recorded } = await recording(us)
    for (let at = 0; at < 1010; at += 1) await ask(`/api/v2/${at}`)
    const { left_out, mappings } = await recorded()
    assert.lengthOf(mappings, 1000)
    assert.deepStrictEqual(left_out, [{ why: "there are 1000 mappings, which is the most", requests: 10 }])
  })
})

describe("the command record", { timeout: 30_000 }, () => {
  it.skipIf(process.platform === "win32")(
    "writes mappings, files and drift as they come and when it ends, for this user alone",
    async () => {
      const behind = await emulator({ gaps: { "users.token": "present" } })
      const big = "b".repeat(20_000)
      const us = await service((sent, answer) => {
        if (sent.url === "/us/api/v2/big") return answer.writeHead(200, { "content-type": "text/plain" }).end(big)
        if (sent.url === "/us/api/v2/png")
          return answer.writeHead(200, { "content-type": "image/png" }).end(Buffer.alloc(9000, 0xff))
        return fetch(`${new URL(behind.baseUrl.us).origin}${sent.url}`, {
          headers: sent.headers as Record<string, string>
        }).then((found) => found.text().then((text) => answer.writeHead(found.status, json).end(text)))
      })
      const out = join(await folder(), "new")
      const child = start(["record", "--port", "0", "--upstream", `us=${us}/us`, "--out", out])
      const text = await until(child.stdout, /Mappings .*\n/)
      const [, origin = ""] = /US +(http:\S+)\/us/.exec(text) ?? []
      await fetch(`${origin}/us/api/v2/big`)
      await fetch(`${origin}/us/api/v2/png`)
      const { token } = (await (
        await fetch(`${behind.baseUrl.us}/api/v1r1/auth`, {
          method: "POST",
          headers: { ...json, "x-service-api-key": "demo-api-key" },
          body: JSON.stringify({ email: "ada", password: "correct-horse" })
        })
      ).json()) as any
      await fetch(`${origin}/us/api/v1r1/enterprise/users`, {
        headers: { "x-service-api-key": "demo-api-key", authorization: token }
      })
      child.kill("SIGINT")
      assert.strictEqual(await exitOf(child), 130)
      const files = await filesIn(out)
      assert.deepStrictEqual(
        files.filter(({ isFile }) => isFile).map(({ mode, name }) => [name.replace(/-[\da-f]{8}/, ""), mode]),
        [
          ["__files/get-api-v2-big-1.txt", 0o600],
          ["__files/get-api-v2-png-1.png", 0o600],
          ["drift.json", 0o600],
          ["drift.md", 0o600],
          ["mappings/get-api-v2-big.json", 0o600],
          ["mappings/get-api-v2-png.json", 0o600]
        ]
      )
      for (const { isFile, mode, name, text } of files) {
        if (!isFile) assert.strictEqual(mode, 0o700, name)
        assert.notInclude(text, "demo-api-key", name)
        assert.notInclude(text, token, name)
      }
      const named = (end: string) => files.find(({ name }) => name.endsWith(end))?.text ?? ""
      assert.strictEqual(named(".txt"), big)
      const { differences } = JSON.parse(named("drift.json"))
      assert.deepStrictEqual(
        differences.map(({ operation, path }: any) => [operation, path]),
        [["EnterpriseUsers.list", "$.entries[*].token"]]
      )
      assert.include(
        named("drift.md"),
        "| EnterpriseUsers.list | 200 | $.entries[*].token | no such field | a text | emulator |"
      )
    }
  )

  it.skipIf(process.platform === "win32")("leaves what it wrote whole when it is killed", async () => {
    const us = await service((_, answer) => answer.end("x"))
    const out = join(await folder(), "new")
    const child = start(["record", "--port", "0", "--upstream", `us=${us}`, "--out", out])
    const [, origin = ""] = /US +(http:\S+)\/us/.exec(await until(child.stdout, /Mappings .*\n/)) ?? []
    const watched = watch(out)
    await fetch(`${origin}/us/api/v2/x`)
    for await (const { filename } of watched) if (filename === "drift.md") break
    child.kill("SIGKILL")
    await exitOf(child)
    const written = (await filesIn(out)).filter(({ name }) => name.endsWith(".json"))
    assert.lengthOf(written, 2)
    for (const { text } of written) assert.isObject(JSON.parse(text))
  })

  it("refuses a folder with files, and tells what it lacks", async () => {
    const out = await folder()
    await writeFile(join(out, "mine.txt"), "mine")
    const us = "us=http://127.0.0.1:9"
    const foreign = await run(["record", "--port", "0", "--upstream", us, "--out", out])
    assert.strictEqual(foreign.code, 1)
    assert.match(foreign.err, /Cannot record to .*: there are other files in it\. Give a new folder, or an empty one\./)
    assert.deepStrictEqual(await readdir(out), ["mine.txt"])
    const nowhere = await run(["record", "--port", "0", "--out", join(out, "new")])
    assert.match(nowhere.err, /There is nothing to record\. Give the service with --upstream/)
    const notFolder = await run(["record", "--port", "0", "--upstream", us, "--out", join(out, "mine.txt")])
    assert.match(notFolder.err, /Cannot record to .*mine\.txt/)
  })
})
