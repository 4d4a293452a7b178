import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { request as httpRequest } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { promisify } from "node:util"

import { http, HttpResponse } from "msw"
import { assert, describe, it, onTestFinished } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import type { PromisedTenant } from "../../src/library/promise.ts"
import { parseRange } from "../../src/service/recordings.ts"

const page = readFileSync(new URL("../../../../docs/emulator/calls.md", import.meta.url), "utf8")

const key = { "x-service-api-key": "demo-api-key", "content-type": "application/json" }

const frozen = { port: 0, frozenAt: "2026-03-02T09:00:00Z" }

const last = "call_00000000-0000-4000-8000-000000000001"

type Ask = (path: string, init?: RequestInit) => Promise<Response>

const tokenOf = async (ask: Ask, headers: Record<string, string> = key) => {
  const body = JSON.stringify({ email: "ada", password: "correct-horse" })
  const logIn = await ask("/us/api/v1r1/auth", { method: "POST", headers, body })
  return ((await logIn.json()) as { token: string }).token
}

const callsBy = async (ask: Ask, query = "", headers: Record<string, string> = key) => {
  const authorization = await tokenOf(ask, headers)
  const answer = await ask(`/us/api/v1/calls${query}`, { headers: { ...headers, authorization } })
  return (await answer.json()) as ReadonlyArray<{ session: string; recordingUrl: string }>
}

const urlBy = async (ask: Ask, headers: Record<string, string> = key) =>
  (await callsBy(ask, "", headers)).find(({ session }) => session === last)?.recordingUrl ?? ""

const originOf = ({ baseUrl }: PromisedTenant) => new URL(baseUrl.us).origin

const onSocket =
  (emulator: PromisedTenant): Ask =>
  (path, init) =>
    fetch(`${originOf(emulator)}${path}`, init)

const detail = async (answer: Response) =>
  [answer.status, ((await answer.json()) as { detail: string }).detail] as const

describe("the address of a recording", () => {
  it("is served by the emulator without any header", async () => {
    await using emulator = await startEmulator(frozen)
    const url = await urlBy(onSocket(emulator))
    assert.isTrue(url.startsWith(`${originOf(emulator)}/us/recordings/${last}.mp4?expires=1772445600&signature=`), url)
    const answer = await fetch(url)
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers.get("content-type"), "video/mp4")
    assert.strictEqual(answer.headers.get("content-disposition"), `inline; filename="${last}.mp4"`)
    assert.strictEqual(answer.headers.get("content-length"), String(bytes.length))
    assert.strictEqual(bytes.toString("latin1", 4, 12), "ftypisom")
    const head = await fetch(url, { method: "HEAD" })
    assert.deepStrictEqual(
      [head.status, head.headers.get("content-length"), (await head.arrayBuffer()).byteLength],
      [200, String(bytes.length), 0]
    )
  })

  it("starts with the origin of the request, and ignores proxy headers", async () => {
    await using emulator = await startEmulator(frozen)
    const authorization = await tokenOf(onSocket(emulator))
    const forwarded = {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example"
    }
    for (const [path, host] of [
      [last, "service.test:81"],
      ["?filter=recordingStatus%3Dfinished", "service.test:81"],
      // selected before, for another host
      ["?filter=recordingStatus%3Dfinished", "[::1]:82"]
    ] as const) {
      const clientRequest = httpRequest(`${originOf(emulator)}/us/api/v1/calls${path.replace(/^call/, "/call")}`, {
        headers: { ...key, ...forwarded, authorization, host }
      }).end()
      const { promise, resolve } = Promise.withResolvers<string>()
      clientRequest.on("response", (answer) => void text(answer).then(resolve))
      assert.include(await promise, `"recordingUrl":"http://${host}/us/recordings/`)
    }
  })

  it("has the tenant in its path, even if the request had it in a header", async () => {
    await using emulator = await startEmulator(frozen)
    const ask = onSocket(emulator)
    const begin = `${originOf(emulator)}/t/other/us/recordings/`
    const byHeader = await urlBy(ask, { ...key, "x-mock-tenant": "other" })
    const byPath = await urlBy((path, init) => ask(`/t/other${path}`, init))
    assert.isTrue(byHeader.startsWith(begin), byHeader)
    assert.strictEqual(byPath, byHeader)
    assert.strictEqual((await fetch(byHeader)).status, 200)
    assert.strictEqual((await fetch(byHeader.replace("/t/other", ""))).status, 403)
    assert.strictEqual((await fetch(byHeader.replace("/us/", "/eu/"))).status, 403)
  })

  it("works without a socket", async () => {
    await using emulator = await startEmulator({ frozenAt: frozen.frozenAt })
    const url = await urlBy((path, init) => emulator.fetch(`${originOf(emulator)}${path}`, init))
    assert.strictEqual((await emulator.fetch(url)).status, 200)
  })

  it("uses HTTPS if the emulator does", async () => {
    await using emulator = await startEmulator({ ...frozen, tls: true })
    const url = await urlBy((path, init) => emulator.fetch(`${originOf(emulator)}${path}`, init))
    assert.isTrue(url.startsWith(`${originOf(emulator)}/us/`) && url.startsWith("https:"), url)
  })

  it("expires after an hour by the tenant's clock", async () => {
    await using emulator = await startEmulator(frozen)
    const url = await urlBy(onSocket(emulator))
    await emulator.advance("3599 seconds")
    assert.strictEqual((await fetch(url)).status, 200)
    await emulator.advance("1 second")
    assert.deepStrictEqual(await detail(await fetch(url)), [
      403,
      "The address has expired. Get the call again, as with GET /api/v1/calls/<id>, and use its recordingUrl."
    ])
  })

  it("is rejected if it was changed", async () => {
    await using emulator = await startEmulator(frozen)
    const url = await urlBy(onSocket(emulator))
    const refused = async (changed: string) => (await detail(await fetch(changed)))[0]
    const other = last.replace(/1$/, "2")
    for (const changed of [
      url.replace(last, other),
      url.replace("expires=1", "expires=2"),
      url.replace("expires=", "expires=0"),
      url.replace(/signature=./, "signature=%00"),
      url.slice(0, -1),
      `${url}&expires=1`,
      url.split("&")[0] ?? "",
      url.split("?")[0] ?? "",
      `${url.split("?")[0]}?expires=NaN&signature=`,
      url.replace(last, "call_nowhere")
    ])
      assert.strictEqual(await refused(changed), 403, changed)
    assert.strictEqual(await refused(url.replace(".mp4", ".txt")), 404)
    assert.strictEqual(await refused(url.replace(last, "%E0%A4%A")), 404)
    const posted = await fetch(url, { method: "POST", body: "{}" })
    assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD"])
  })

  it("is valid from the end of the recording until its call is removed", async () => {
    await using emulator = await startEmulator(frozen)
    const { calls, state } = emulator.control
    const steps = [{ do: "ring" }, { do: "answer" }, { do: "record" }] as const
    const { id } = await calls.place({ payload: { from: "ada", to: "grace", steps } })
    const urlNow = async () => (await callsBy(onSocket(emulator))).find(({ session }) => session === id)?.recordingUrl
    assert.strictEqual(await urlNow(), "")
    await calls.act({ params: { id }, payload: { do: "stop-recording" } })
    const url = (await urlNow()) ?? ""
    assert.strictEqual((await fetch(url)).status, 200)
    // the log-in, and the end of the recording
    await state.undo()
    await state.undo()
    assert.deepStrictEqual(await detail(await fetch(url)), [404, `The recording of the call ${id} still runs.`])
    await state.reset()
    assert.deepStrictEqual(await detail(await fetch(url)), [404, `There is no call ${id}.`])
  })

  it("does not reach handlers, the journal or the evidence", async () => {
    await using emulator = await startEmulator(frozen)
    const { journal } = emulator.control
    const url = await urlBy(onSocket(emulator))
    emulator.use(http.all("*", () => new HttpResponse(null, { status: 418 })))
    const { length } = await journal.list()
    const page = await fetch(url, { headers: { origin: "https://page.example" } })
    assert.deepStrictEqual(
      [page.status, page.headers.get("access-control-allow-origin")],
      [200, "https://page.example"]
    )
    assert.lengthOf(await journal.list(), length)
  })

  it("is redacted in exports", async () => {
    await using emulator = await startEmulator(frozen)
    const url = await urlBy(onSocket(emulator))
    const har = JSON.stringify(await emulator.control.journal.har())
    assert.include(har, String.raw`recordingUrl\":\"[redacted]`)
    assert.notInclude(har, url.split("signature=")[1] ?? "")
  })

  it("is filtered and ordered by its path", async () => {
    await using emulator = await startEmulator(frozen)
    const ask = onSocket(emulator)
    const sessions = async (query: string) => (await callsBy(ask, query)).map(({ session }) => session)
    assert.deepStrictEqual(await sessions(`?filter=recordingUrl%3D/recordings/${last}.mp4`), [last])
    assert.strictEqual((await sessions("?order=recordingUrl")).at(-1), last)
  })
})

describe("a range of a recording", () => {
  it("is sent for a range header", async () => {
    await using emulator = await startEmulator(frozen)
    const url = await urlBy(onSocket(emulator))
    const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
    const size = whole.length
    const clientRequest = async (
      range: string,
      more: { readonly method?: string; readonly headers?: Record<string, string> } = {}
    ) => {
      const answer = await fetch(url, { ...more, headers: { range, ...more.headers } })
      return [answer.status, answer.headers.get("content-range"), Buffer.from(await answer.arrayBuffer())] as const
    }
    for (const [range, from, to] of [
      ["bytes=0-", 0, size],
      ["bytes=0-0", 0, 1],
      ["bytes=4-7", 4, 8],
      ["Bytes=4-999999999999999999999", 4, size],
      ["bytes=-3", size - 3, size],
      ["bytes=-999999", 0, size]
    ] as const)
      assert.deepStrictEqual(
        await clientRequest(range),
        [206, `bytes ${from}-${to - 1}/${size}`, whole.subarray(from, to)],
        range
      )
    for (const range of [`bytes=${size}-`, "bytes=-0", "bytes=99999999999999999999-"])
      assert.deepStrictEqual((await clientRequest(range)).slice(0, 2), [416, `bytes */${size}`], range)
    for (const range of ["bytes=7-4", "bytes=-", "bytes=0-1,4-5", "lines=1-2", "bytes=a-b", "nonsense"])
      assert.deepStrictEqual(await clientRequest(range), [200, null, whole], range)
    assert.deepStrictEqual(await clientRequest("bytes=0-0", { headers: { "if-range": '"1"' } }), [200, null, whole])
    assert.strictEqual((await clientRequest("bytes=0-0", { method: "HEAD" }))[0], 200)
  })

  it("lies within the recording for any header", () => {
    const ends = ["", ...Array.from({ length: 9 }, (_, at) => String(at)), "9".repeat(30)]
    for (const size of [1, 2, 7])
      for (const from of ends)
        for (const to of ends) {
          const part = parseRange(`bytes=${from}-${to}`, size)
          const all = Array.from({ length: size }, (_, at) => at)
          const wanted =
            from === ""
              ? all.slice(Number(to) === 0 ? size : -Number(to))
              : all.slice(Number(from), Number(to || size) + 1)
          const isRange = from === "" ? to !== "" : to === "" || Number(from) <= Number(to)
          const found = wanted.length === 0 ? "unsatisfiable" : { first: wanted[0], last: wanted.at(-1) }
          assert.deepStrictEqual(part, isRange ? found : undefined, `${from}-${to} of ${size}`)
        }
  })
})

describe("the documentation of calls", () => {
  it("has a working example of a recording", async () => {
    await using emulator = await startEmulator({ port: 0 })
    const [, section = ""] = page.split("## Recordings")
    const [, script = ""] = /```sh\n(.*?)```/s.exec(section) ?? []
    const folder = await mkdtemp(join(tmpdir(), "page-"))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const example = script.replaceAll("http://127.0.0.1:4010", originOf(emulator))
    const { stdout } = await promisify(execFile)("sh", ["-euc", example], { cwd: folder })
    assert.lengthOf(await readFile(join(folder, "part.mp4")), 100)
    assert.match(stdout, /^HTTP\/1\.1 206 [^]*content-type: video\/mp4/i)
  })
})
