import { SpanKind, SpanStatusCode } from "@opentelemetry/api"
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import { assert, describe, it, vi } from "vitest"

import { ErrorV1R1 } from "../../src/promise.ts"
import type { FinishedCall, Remote } from "../../src/promise.ts"
import { clientOf, loggedIn, rejection, usersPage, usual } from "./service.ts"
import type { Answer } from "./service.ts"

const memoryTracer = () => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  return { exporter, tracer: provider.getTracer("test") }
}

/** Answers the first list with 503, and a change with an error. */
const flaky = (): Answer => {
  let lists = 0
  return (seen, response) => {
    response.setHeader("x-request-id", "request-7")
    if (seen.path.includes("/auth")) return usual(seen, response)
    if (seen.method === "GET" && lists++ > 0) return usersPage(1)
    response.statusCode = seen.method === "GET" ? 503 : 400
    return { code: 7, message: "No", name: "generic" }
  }
}

describe("onCall", () => {
  it("receives each call with its operation, attempts, status, duration, request id and error", async () => {
    const calls: Array<FinishedCall> = []
    const { remote } = await loggedIn(flaky(), { onCall: (call) => calls.push(call) })
    calls.length = 0
    await remote.enterpriseUsers.list()
    await rejection(remote.enterpriseUsers.update(4711, { active: false }))
    const [list, update] = calls
    assert.isAbove(list?.ms ?? 0, 0)
    assert.deepStrictEqual(
      { ...list, ms: 1 },
      {
        operation: "EnterpriseUsers.list",
        method: "GET",
        template: "/v1r1/enterprise/users",
        status: 200,
        attempt: 2,
        ms: 1,
        requestId: "request-7",
        error: undefined
      }
    )
    assert.strictEqual(update?.template, "/v1r1/enterprise/users/:user_id")
    assert.strictEqual(update?.status, 400)
    assert.instanceOf(update?.error, ErrorV1R1)
    assert.lengthOf(calls, 2)
  })

  it("receives a call without an answer", async () => {
    const calls: Array<FinishedCall> = []
    const { remote } = await clientOf(usual, { baseUrl: "http://127.0.0.1:1", onCall: (call) => calls.push(call) })
    const error = await rejection(remote.session.logIn({ email: "ada", password: "correct-horse" }))
    assert.deepInclude(calls[0], { operation: "Auth.logIn", status: undefined, requestId: undefined })
    assert.strictEqual(Object(calls[0]?.error).message, error.message)
  })

  it.each<[string, (remote: Remote, signal: AbortSignal) => PromiseLike<unknown>]>([
    ["a call", (remote, signal) => remote.enterpriseUsers.list({}, { signal })],
    ["toArray", (remote, signal) => remote.enterpriseUsers.stream({}, { signal }).toArray()],
    ["for await", (remote, signal) => remote.enterpriseUsers.stream({}, { signal })[Symbol.asyncIterator]().next()],
    [
      "a stream that reads ahead",
      (remote, signal) => remote.enterpriseUsers.stream({}, { signal, prefetch: 2 }).toArray()
    ]
  ])("receives the error that the caller of %s gets after an abort or a close", async (_, act) => {
    for (const end of [
      (_: Remote, controller: AbortController) => Promise.resolve(controller.abort()),
      (remote: Remote) => remote.close()
    ]) {
      const calls: Array<FinishedCall> = []
      const controller = new AbortController()
      const { promise: arrived, resolve } = Promise.withResolvers<void>()
      const waits: Answer = (seen, response) => (seen.method === "GET" ? resolve() : usual(seen, response))
      const { remote } = await loggedIn(waits, { onCall: (call) => calls.push(call) })
      calls.length = 0
      const error = rejection(act(remote, controller.signal))
      await arrived
      await end(remote, controller)
      assert.include(["AbortError", "ClientClosed"], (await error).name)
      await vi.waitUntil(() => calls.length > 0, 15_000)
      for (const call of calls) assert.strictEqual(call.error, await error)
    }
  })
})

describe("a tracer of OpenTelemetry", () => {
  it("gets a client span of each call, with the attributes of the HTTP conventions", async () => {
    const { exporter, tracer } = memoryTracer()
    const { baseUrl, remote } = await loggedIn(flaky(), { tracer })
    exporter.reset()
    await remote.enterpriseUsers.list({ page: 2 })
    const [span, ...others] = exporter.getFinishedSpans()
    assert.isEmpty(others)
    assert.strictEqual(span?.name, "EnterpriseUsers.list")
    assert.deepStrictEqual([SpanKind[span?.kind ?? 0], SpanStatusCode[span?.status.code ?? 1]], ["CLIENT", "UNSET"])
    assert.isAbove(Math.max(...(span?.duration ?? [])), 0)
    assert.deepStrictEqual(span?.attributes, {
      "http.request.method": "GET",
      "server.address": "127.0.0.1",
      "server.port": Number(new URL(baseUrl).port),
      "url.full": `${baseUrl}/api/v1r1/enterprise/users?page=2`,
      "url.template": "/v1r1/enterprise/users",
      "remote_assist.region": "us",
      "http.request.resend_count": 1,
      "http.response.status_code": 200,
      "http.response.header.x-request-id": ["request-7"]
    })
  })

  it("gets the error of a call", async () => {
    const { exporter, tracer } = memoryTracer()
    const { remote } = await loggedIn(flaky(), { tracer })
    exporter.reset()
    const error = await rejection(remote.enterpriseUsers.update(4711, { active: false }))
    const [span] = exporter.getFinishedSpans()
    assert.strictEqual(SpanStatusCode[span?.status.code ?? 0], "ERROR")
    assert.strictEqual(span?.status.message, error.message)
    assert.include(span?.attributes, { "error.type": "ErrorV1R1", "http.response.status_code": 400 })
  })

  it("gets no secrets of an address", async () => {
    const { exporter, tracer } = memoryTracer()
    const { remote } = await clientOf(() => ({}), { tracer })
    await rejection(remote.tokens.validate({ token: "canary-4711-token" }))
    await rejection(remote.registration.confirm("canary-4711-confirmation"))
    const urls = exporter.getFinishedSpans().map(({ attributes }) => String(attributes["url.full"]))
    assert.lengthOf(urls, 2)
    for (const url of urls) assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/api\/v1/)
    assert.notInclude(urls.join(), "canary")
  })

  it("fails no call if it throws", async () => {
    const tracer = {
      startSpan: () => {
        throw new Error("no")
      }
    }
    const { remote } = await loggedIn(usual, { tracer })
    assert.lengthOf((await remote.enterpriseUsers.list()).entries, 2)
  })
})
