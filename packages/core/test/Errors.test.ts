import { createServer } from "node:net"

import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { Auth } from "../src/Auth.ts"
import * as Client from "../src/Client.ts"
import { EnterpriseUsers, UserId } from "../src/EnterpriseUsers.ts"
import { CircuitOpen, ErrorV1, ErrorV1R1, ListChanged } from "../src/Errors.ts"
import * as HttpFetch from "../src/HttpFetch.ts"
import { Region } from "../src/Region.ts"
import { Session } from "../src/Session.ts"
import { Tokens } from "../src/Tokens.ts"
import { json, settings, wire } from "./support/wire.ts"

const credentials = { email: "ada@example.com", password: Redacted.make("secret-password") }

const failureOf = <A, E>(answer: () => Response | Effect.Effect<Response>, act: Effect.Effect<A, E, Auth | Tokens>) =>
  Effect.flip(act).pipe(Effect.provide(wire(answer).layer))

const logIn = Effect.flatMap(Auth, (auth) => auth.logIn(credentials))
const logInV1R1 = Effect.flatMap(Auth, (auth) => auth.logInV1R1(credentials))

const closedPort = Effect.callback<number>((resume) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0)))
  })
})

const html = (status: number) => () =>
  new Response(`<html>\n  <body>${"Bad Gateway ".repeat(50)}</body></html>`, {
    status,
    headers: { "content-type": "text/html" }
  })

describe("Errors", () => {
  it.effect.each([401, 500] as const)("decodes {code, message} at %i as ErrorV1", (status) =>
    Effect.gen(function* () {
      const error = yield* failureOf(() => json(status, { code: 7, message: "No" }), logIn)
      assert.deepInclude(error, { _tag: "ErrorV1", status, code: 7, message: "No", method: "POST" })
      assert.propertyVal(error, "path", "/api/v1/auth")
    })
  )

  it("have their class as name, and no frames of the SDK", () => {
    const error = new ErrorV1R1({ code: 7, message: "No", errorName: "generic" })
    assert.strictEqual(error.name, "ErrorV1R1")
    assert.strictEqual(error.stack, "ErrorV1R1: No")
    const limit = Error.stackTraceLimit
    assert.match(Cause.pretty(Cause.fail(error)), /^ErrorV1R1: No$/)
    assert.throws(() => new ErrorV1R1({ code: 0.5, message: "No", errorName: "generic" }))
    assert.strictEqual(Error.stackTraceLimit, limit)
  })

  it.effect.each([
    [408, true],
    [418, false],
    [429, false],
    [201, true],
    [503, true]
  ] as const)("says whether a log-in that was answered %i may have happened", ([status, mayHaveHappened]) =>
    Effect.gen(function* () {
      const error = yield* failureOf(() => json(status, {}), logIn)
      assert.deepInclude(error, { _tag: "UnexpectedAnswer", status, mayHaveHappened })
      assert.strictEqual(/may have executed it\. Check before/.test(error.message), mayHaveHappened)
    })
  )

  it.effect("decodes {code, message, name} at 400 as ErrorV1R1", () =>
    Effect.gen(function* () {
      const error = yield* failureOf(() => json(400, { code: 7, message: "No", name: "generic" }), logInV1R1)
      assert.deepInclude(error, { _tag: "ErrorV1R1", status: 400, code: 7, message: "No", errorName: "generic" })
      assert.propertyVal(error, "path", "/api/v1r1/auth")
    })
  )

  it.effect.each([
    ["an undescribed status", html(502), 502, /answered 502.*: \(a page of HTML\)\. The service is down/],
    [
      "a page where an error belongs",
      html(401),
      401,
      /\(a page of HTML\)\. A proxy or another server answered\. Check/
    ],
    [
      "a part of a page",
      () => new Response("<h1>Who are you?</h1>", { status: 401, headers: { "content-type": "text/html" } }),
      401,
      /A proxy or another server answered\. Check the base address\.$/
    ],
    ["a proxy", () => new Response("", { status: 407 }), 407, /The proxy requires credentials\. Check the settings/],
    [
      "a page where the answer belongs",
      html(200),
      200,
      /not JSON: \(a page of HTML, 629 characters, not shown\)\. A proxy or another server answered\. Check the base address\. The service may have executed it\./
    ],
    [
      "a 404 of an unknown id",
      () => new Response("", { status: 404 }),
      404,
      /Check the base address, and the id if the call has one\.$/
    ],
    ["an empty body", () => new Response("", { status: 200 }), 200, /empty body/],
    [
      "a truncated body",
      () => new Response('{"token":"secr', { headers: { "content-type": "application/json" } }),
      200,
      /truncated|JSON/i
    ],
    [
      "another shape",
      () => Response.json({ access_token: "t" }, { headers: { "x-request-id": "r-1" } }),
      200,
      /refresh.* Report it to the maintainers of the service, with the request id r-1\. The service may have executed it\. Check before you send it again\.$/
    ],
    [
      "an error in place of the answer",
      () => json(200, { code: 7, message: "Locked out" }),
      200,
      /an error, code 7: Locked out/
    ]
  ] as const)("reports %s as UnexpectedAnswer with a bounded excerpt", ([, answer, status, message]) =>
    Effect.gen(function* () {
      const error = yield* failureOf(answer, logIn)
      assert.deepInclude(error, { _tag: "UnexpectedAnswer", status, method: "POST", path: "/api/v1/auth" })
      assert.match(error.message, message)
      assert.isBelow(error.message.length, 500)
    })
  )

  it.effect("keeps query parameters, which hold tokens, out of the path", () =>
    Effect.gen(function* () {
      const info = Effect.flatMap(Tokens, (tokens) => tokens.info(Redacted.make("secret-token")))
      const error = yield* failureOf(() => json(401, { code: 401, message: "No" }), info)
      assert.notInclude(JSON.stringify(error), "secret-token")
      assert.propertyVal(error, "path", "/api/v1/token/info")
    })
  )

  it.effect("fails with TimedOut when no answer comes", () =>
    Effect.gen(function* () {
      const call = yield* Effect.forkChild(failureOf(() => Effect.never, logIn))
      yield* TestClock.adjust("31 seconds")
      const error = yield* Fiber.join(call)
      assert.deepInclude(error, { _tag: "TimedOut", seconds: 30 })
    })
  )

  it.live("fails with ConnectionFailed, which names address and cause, when nobody listens", () =>
    Effect.gen(function* () {
      const port = yield* closedPort
      const error = yield* Effect.flip(logIn).pipe(
        Effect.provide(
          Client.layer.pipe(
            Layer.provide(Region.layer({ ...settings, baseUrl: `http://127.0.0.1:${port}/us` })),
            Layer.provide(HttpFetch.layer)
          )
        )
      )
      assert.strictEqual(error._tag, "ConnectionFailed")
      assert.include(error.message, `No connection to http://127.0.0.1:${port} for POST /us/api/v1/auth`)
      assert.include(error.message, "ECONNREFUSED")
      assert.notInclude(JSON.stringify(error), "key-1")
    })
  )

  it.effect("refuses input that does not fit before anything is sent", () => {
    const { sent, layer } = wire(() => json(200, {}))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("t") })
      const users = yield* EnterpriseUsers
      const error = yield* Effect.flip(users.list({ page: 0 }))
      assert.strictEqual(error._tag, "InvalidRequest")
      assert.match(error.message, /EnterpriseUsers\.list was not sent/)
      assert.strictEqual(sent.length, 0)
      assert.throws(() => UserId.make(1.5))
    }).pipe(Effect.provide(layer))
  })

  it("has a message of its own, which a program may add to and a clone keeps", () => {
    for (const error of [
      new ListChanged({ before: 2, after: 1 }),
      new ErrorV1({ status: 401, code: 1, message: "No" }),
      new CircuitOpen({ method: "GET", path: "/", seconds: 1 })
    ]) {
      const { message } = error
      assert.strictEqual(structuredClone(error).message, message)
      assert.notInclude(
        Object.keys(error).filter((key) => key !== "message" || !(error instanceof ErrorV1)),
        "message"
      )
      Object.assign(error, { message: `While offboarding: ${message}` })
      assert.strictEqual(error.message, `While offboarding: ${message}`)
      assert.include(String(error), "While offboarding")
      assert.instanceOf(error, Error)
    }
  })
})
