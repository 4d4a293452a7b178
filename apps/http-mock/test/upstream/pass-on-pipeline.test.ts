import { once } from "node:events"
import { readFileSync } from "node:fs"
import { request } from "node:http"
import type { IncomingMessage } from "node:http"
import { connect } from "node:net"
import type { Readable, Writable } from "node:stream"

import { http, HttpResponse } from "msw"
import { assert, describe, it } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import { start, until } from "../support/command.ts"
import { at, recordAt, textAt } from "../support/json.ts"
import { before, bodyOf, echo, emulator, seen, service } from "./support/service.ts"

/** Sends bytes, and returns the response until the connection closes. */
const exchanged = async (url: string, text: string) => {
  const socket = connect(Number(new URL(url).port), "127.0.0.1")
  socket.write(text)
  return Buffer.concat(await socket.toArray()).toString("latin1")
}

const megabyte = Buffer.alloc(1024 * 1024, "x")

/** Writes megabytes as fast as they are read. */
const writeMegabytes = (stream: Writable, count: number) =>
  new Promise<void>((resolve) => {
    let left = count
    const write = () => {
      while (left > 0) {
        left -= 1
        if (!stream.write(megabyte)) return void stream.once("drain", write)
      }
      stream.end()
      resolve()
    }
    write()
  })

const lengthOf = async (stream: Readable) => {
  let length = 0
  for await (const piece of stream) length += (piece as Buffer).length
  return length
}

/** The peak memory of a process in bytes. */
const mostOf = (pid: number | undefined) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024

describe("bodies of 200 MB", { timeout: 60_000 }, () => {
  it.skipIf(process.platform !== "linux")("go both ways without being kept", async () => {
    let received = 0
    const us = await service(async (sent, answer) => {
      received = await lengthOf(sent)
      await writeMegabytes(answer, 200)
    })
    const child = start(["--port", "0", "--upstream", `us=${us}`])
    const [, url = ""] = /US +(http:\S+)/.exec(await until(child.stdout, /US .*\n/)) ?? []
    const least = mostOf(child.pid)
    const sent = request(`${url}/api/v2/x`, { method: "POST" })
    const [[answer]] = (await Promise.all([once(sent, "response"), writeMegabytes(sent, 200)])) as [
      [IncomingMessage],
      void
    ]
    const answered = await lengthOf(answer)
    assert.deepStrictEqual([received, answered], [200 * megabyte.length, 200 * megabyte.length])
    // 400 MB were passed on
    assert.isBelow(mostOf(child.pid) - least, 150 * megabyte.length)
    const entry = await (await fetch(`${new URL(url).origin}/__mock/journal/1`)).json()
    assert.deepStrictEqual(at(entry, "upstream", "request"), { bytes: received, kept: megabyte.length })
    assert.deepStrictEqual(at(entry, "upstream", "answer"), { bytes: answered, kept: megabyte.length })
    assert.lengthOf(textAt(entry, "answer", "body", "text"), megabyte.length)
  })
})

describe("the journal of an emulator before an upstream", () => {
  it("has the request, the passed request and the answer; the evidence has no entry", async () => {
    const us = await service(async (sent, answer) => {
      answer
        .writeHead(402, { "set-cookie": ["a=1", "b=2"], "content-type": "text/plain" })
        .end((await bodyOf(sent)).toString().toUpperCase())
    })
    const { baseUrl, control } = await before(`${us}/base`, { upstreamOperations: ["Calls.annotate"] })
    await fetch(`${baseUrl.us}/api/v1/calls/1?x=y`, {
      method: "PUT",
      headers: { "x-service-api-key": "k" },
      body: "abc"
    })
    const [entry] = await control.journal.list()
    assert.deepInclude(entry, { operation: "Calls.annotate", status: 402, passed: true })
    const { answer, hint, request, upstream } = await control.journal.read({ params: { id: entry?.id ?? 0 } })
    assert.strictEqual(request.body.text, "abc")
    assert.strictEqual(answer?.body.text, "ABC")
    assert.isUndefined(hint)
    assert.strictEqual(upstream?.url, `${us}/base/api/v1/calls/1?x=y`)
    assert.strictEqual(upstream?.status, 402)
    assert.deepInclude(Object.fromEntries(upstream?.headers ?? []), { "x-service-api-key": "k" })
    assert.include(JSON.stringify(upstream?.answer_headers), JSON.stringify(["set-cookie", "b=2"]))
    assert.deepStrictEqual([upstream?.request.bytes, upstream?.answer.bytes], [3, 3])
    const exported = at(await control.journal.har(), "log", "entries", 0)
    assert.strictEqual(at(exported, "request", "postData", "text"), "abc")
    assert.strictEqual(at(exported, "response", "status"), 402)
    assert.strictEqual(at(exported, "response", "content", "text"), "ABC")
    const { documented, undocumented } = await control.evidence.read()
    const counts = [...documented, ...undocumented].filter(({ operation }) => operation === "Calls.annotate")
    assert.isFalse(counts.some(({ drivers }) => drivers.length > 0))
  })

  it("is disabled by the option", async () => {
    const us = await service((_, answer) => answer.end("x"))
    const { baseUrl } = await before(us, { journal: 0 })
    assert.strictEqual(await (await fetch(`${baseUrl.us}/api/v2/x`)).text(), "x")
  })
})

describe("a fault of an operation that is passed on", () => {
  it.each([
    [{ kind: "status" as const, status: 503 }, 503, /of the emulator/],
    [{ kind: "malformed" }, 200, /^\["wh$/],
    [{ kind: "html" }, 502, /nginx/]
  ] as const)("%j replaces the answer", async (does, status, text) => {
    const us = await service((_, answer) =>
      answer.writeHead(200, { "content-type": "application/json" }).end('["whole"]')
    )
    const { baseUrl, control } = await before(us, { upstreamOperations: ["*"] })
    await control.faults.make({ payload: { operations: ["*"], does } })
    const answer = await fetch(`${baseUrl.us}/api/v1/calls`)
    assert.strictEqual(answer.status, status)
    assert.match(await answer.text(), text)
  })

  it("matches the body, which is passed on anyway", async () => {
    const { baseUrl, control } = await before(await echo(), { upstreamOperations: ["*"] })
    const where = { body: { "/a": 1 } }
    await control.faults.make({
      payload: {
        operations: ["*"],
        where,
        does: { kind: "override", patch: [{ op: "replace", path: "/method", value: "BENT" }], status: 299 }
      }
    })
    const post = (body: string) => fetch(`${baseUrl.us}/api/v1/auth`, { method: "POST", body })
    for (const body of ['{"a":1}', '{"a":2}', "none"]) {
      const answer = await post(body)
      const isHit = body === '{"a":1}'
      assert.strictEqual(answer.status, isHit ? 299 : 200)
      const { body: sent, method } = recordAt(await seen(answer))
      assert.deepStrictEqual([sent, method], [body, isHit ? "BENT" : "POST"])
    }
  })
})

describe("an answer of an upstream while there are faults", () => {
  const chunked = async (megabytes: number) => {
    const us = await service(async (_, answer) => {
      answer.writeHead(200, { "content-type": "application/json" })
      await writeMegabytes(answer, megabytes)
    })
    const tenant = await before(us, { upstreamOperations: ["*"] })
    await tenant.control.faults.make({ payload: { operations: ["Pods.list"], latency: { fixed: 0 } } })
    return tenant
  }

  it("is complete if it is chunked, at any size", async () => {
    const { baseUrl } = await chunked(3)
    assert.lengthOf(await (await fetch(`${baseUrl.us}/api/v1/calls`)).text(), 3 * megabyte.length)
  })

  it("is streamed if it is an event stream", async () => {
    const us = await service((_, answer) => {
      answer.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n")
    })
    const { baseUrl, control } = await before(us, { upstreamOperations: ["*"] })
    await control.faults.make({ payload: { operations: ["Pods.list"], latency: { fixed: 0 } } })
    const answer = await fetch(`${baseUrl.us}/api/v1/calls`)
    const reader = answer.body?.getReader()
    assert.strictEqual(new TextDecoder().decode((await reader?.read())?.value), "data: 1\n\n")
    await reader?.cancel()
  })
})

describe("a client that lists body headers as hop-by-hop", () => {
  it.each(["content-length", "host, content-length, via"])("still has its body passed on: %s", async (named) => {
    const { baseUrl } = await before(await echo())
    const text = await exchanged(
      baseUrl.us,
      `POST /us/api/v2/x HTTP/1.1\r\nHost: a\r\nConnection: close, ${named}\r\nContent-Length: 5\r\n\r\nabcde`
    )
    assert.match(text, /"body":"abcde"/)
  })
})

describe("an upstream that is an emulator", () => {
  it("answers as it does directly", async () => {
    const behind = await emulator({ users: 30 })
    const { baseUrl, demo } = await before(behind.baseUrl.us, { upstreamOperations: ["*"] })
    const headers = { "x-service-api-key": demo.apiKey, "content-type": "application/json" }
    const body = JSON.stringify({ email: demo.email, password: demo.password })
    const logIn = await fetch(`${baseUrl.us}/api/v1r1/auth`, { method: "POST", headers, body })
    const { token } = (await logIn.json()) as { token: string }
    const list = await fetch(`${baseUrl.us}/api/v1r1/enterprise/users`, {
      headers: { ...headers, authorization: token }
    })
    assert.deepInclude(await list.json(), { total_entries: 30 })
  })
})

describe("an emulator without a socket", () => {
  it("passes requests on as on a socket", async () => {
    await using inProcess = await startEmulator({ upstream: { us: await echo() } })
    const { baseUrl, fetch } = inProcess.tenant("blue")
    const answer = await fetch(`${baseUrl.us}/api/v2/x?a=%2F`, {
      method: "PUT",
      headers: { "x-mock-handler-depth": "1" },
      body: "in process"
    })
    const { body, headers, method, url } = recordAt(await answer.json())
    assert.deepStrictEqual([method, url, body], ["PUT", "/api/v2/x?a=%2F", "in process"])
    assert.notInclude(JSON.stringify(headers), "x-mock-")
    const [entry] = await inProcess.tenant("blue").control.journal.list()
    assert.deepInclude(entry, { status: 200, passed: true })
  })
})

describe("a handler before an upstream", () => {
  it("answers its requests, and others are passed on with their bodies", async () => {
    const handler = http.post("/us/api/v2/x", async ({ request }) =>
      (await request.text()).includes("handler") ? HttpResponse.text("handled") : undefined
    )
    const { baseUrl, control } = await before(await echo(), { handlers: [handler] })
    const post = (body: string) => fetch(`${baseUrl.us}/api/v2/x`, { method: "POST", body })
    assert.strictEqual(await (await post("for the handler")).text(), "handled")
    assert.strictEqual(at(await seen(await post("other")), "body"), "other")
    assert.deepStrictEqual(
      (await control.journal.list()).map(({ handler, passed }) => [handler, passed]),
      [
        ["POST /us/api/v2/x", undefined],
        [undefined, true]
      ]
    )
  })
})
