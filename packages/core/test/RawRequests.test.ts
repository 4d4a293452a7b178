import { inspect } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { CallOptions } from "../src/CallOptions.ts"
import { RawRequests } from "../src/RawRequests.ts"
import type { RawRequest } from "../src/RawRequests.ts"
import { Session } from "../src/Session.ts"
import type { Answer } from "./support/wire.ts"
import { json, wire } from "./support/wire.ts"

const requested = (answer: Answer, ...[method, path, request]: Parameters<RawRequests["Service"]["request"]>) => {
  const { sent, layer } = wire(answer)
  return Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("token-1"), refresh: Redacted.make("refresh-1") })
    const call = yield* Effect.forkChild(
      Effect.match((yield* RawRequests).request(method, path, request), {
        onFailure: (error) => ({ error, received: undefined }),
        onSuccess: (received) => ({ error: undefined, received })
      })
    )
    yield* TestClock.adjust("20 seconds")
    return { ...(yield* Fiber.join(call)), sent }
  }).pipe(Effect.provide(layer))
}

describe("a raw request", () => {
  it.effect("is sent with credentials, query and body, and yields the answer of any 2xx", () =>
    Effect.gen(function* () {
      const { received, sent } = yield* requested(() => json(202, { report: 7, token: "t" }), "POST", "/v1/reports", {
        query: { kind: ["a b", "c"] },
        body: { from: "2026-01-01" },
        headers: { "X-Trace": "1" }
      })
      assert.strictEqual(sent[0]?.path, "/api/v1/reports?kind=a%20b&kind=c")
      assert.deepInclude(sent[0]?.headers, {
        authorization: "token-1",
        "x-service-api-key": "key-1",
        "content-type": "application/json",
        "x-trace": "1"
      })
      assert.strictEqual(sent[0]?.body, '{"from":"2026-01-01"}')
      assert.strictEqual(received?.status, 202)
      assert.strictEqual(JSON.stringify(received?.raw), '{"report":7,"token":"<redacted>"}')
    })
  )

  it.effect("sends what is Redacted in its body, and shows it nowhere", () =>
    Effect.gen(function* () {
      const body = { pin: Redacted.make("7351-0826"), also: [Redacted.make({ codes: ["4711-0815"] })], plain: 1 }
      const { error, sent } = yield* requested(
        (request) => json(418, { said: `${request.body} 4711-0815` }),
        "POST",
        "/v1/x",
        { body }
      )
      assert.strictEqual(sent[0]?.body, '{"pin":"7351-0826","also":[{"codes":["4711-0815"]}],"plain":1}')
      assert.propertyVal(error, "_tag", "UnexpectedAnswer")
      assert.notMatch(inspect(error, { depth: 9 }), /7351|0826|4711|0815/)
    })
  )

  it.effect("sends no user token if takesUserToken is false", () =>
    Effect.gen(function* () {
      const { sent } = yield* requested(() => json(200, {}), "GET", "/v1/health", { takesUserToken: false })
      assert.notProperty(sent[0]?.headers, "authorization")
    })
  )

  it.effect("fails with the form of the refusal, or as unexpected", () =>
    Effect.gen(function* () {
      const refusal = json(400, { code: 7, message: "No", name: "generic" })
      assert.propertyVal((yield* requested(() => refusal, "POST", "/v1r1/x")).error, "_tag", "ErrorV1R1")
      const odd = yield* requested(() => json(418, "teapot"), "POST", "/v1/x")
      assert.deepInclude(odd.error, { _tag: "UnexpectedAnswer", status: 418 })
    })
  )

  it.effect.each([
    ["a GET", "GET", {}, 4],
    ["a POST", "POST", {}, 1],
    ["a POST that says it is idempotent", "POST", { retry: "idempotent" }, 4]
  ] as const)("repeats %s as often as it may", ([, method, request, times]) =>
    Effect.gen(function* () {
      const { sent } = yield* requested(() => new Response("", { status: 503 }), method, "/v1/x", request)
      assert.strictEqual(sent.length, times)
    })
  )

  it.effect("renews the session as every call does", () =>
    Effect.gen(function* () {
      const { received, sent } = yield* requested(
        (request) =>
          request.path.endsWith("/refresh")
            ? json(200, { token: "token-2", refresh: "refresh-2" })
            : request.headers["authorization"] === "token-1"
              ? json(401, "Token expired")
              : json(200, "ok"),
        "GET",
        "/v1/x"
      )
      assert.strictEqual(received?.status, 200)
      assert.strictEqual(sent.length, 3)
    })
  )

  const cyclic: Record<string, unknown> = { password: "correct-horse" }
  cyclic["self"] = cyclic
  const deep = JSON.parse("[".repeat(20_000) + "]".repeat(20_000))

  it.effect.each<[string, RawRequest, string]>([
    ["a query with half a character", { query: { filter: "name=\ud83d" } }, "its query"],
    ["a body with a BigInt", { body: { id: 7n } }, "its body"],
    ["a body that holds itself", { body: cyclic }, "its body"],
    ["a body that is nested too deep", { body: deep }, "its body"],
    ["a body that is a function", { body: () => 1 }, "its body"]
  ])("refuses %s", ([, request, part]) =>
    Effect.gen(function* () {
      const { error, sent } = yield* requested(() => json(200, {}), "POST", "/v1/x", request)
      assert.propertyVal(error, "_tag", "InvalidRequest")
      assert.include(String(error), part)
      assert.strictEqual(sent.length, 0)
    })
  )

  it.effect.each<[string, unknown]>([
    ["a list", [1, 2, 3]],
    ["a text", "text"],
    ["null", null],
    ["what is hidden", Redacted.make({ a: 1 })]
  ])("rejects extra.body if the body is not an object: %s", ([, body]) =>
    Effect.gen(function* () {
      const extra = { body: { a: 1 } }
      const { error, sent } = yield* Effect.provideService(
        requested(() => json(200, {}), "POST", "/v1/x", { body }),
        CallOptions,
        { extra }
      )
      assert.propertyVal(error, "_tag", "InvalidRequest")
      assert.include(String(error), "extra.body")
      assert.strictEqual(sent.length, 0)
    })
  )

  it.effect.each([
    "v1/x",
    "//elsewhere.example/x",
    "/v1/../../x",
    "/v1/%2e%2E/x",
    "/v1/x?y=1",
    "/v1/x#y",
    "/v1/a b",
    "https://x"
  ])("refuses the path %s", (path) =>
    Effect.gen(function* () {
      const { error, sent } = yield* requested(() => json(200, {}), "GET", path)
      assert.propertyVal(error, "_tag", "InvalidRequest")
      assert.strictEqual(sent.length, 0)
    })
  )
})
