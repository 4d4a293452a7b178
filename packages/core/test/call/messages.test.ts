import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { Auth } from "../../src/Auth.ts"
import { Calls } from "../../src/Calls.ts"
import { BodyTooLarge, ConnectionFailed, TimedOut, TokenStoreFailed } from "../../src/Errors.ts"
import { Pods } from "../../src/Pods.ts"
import { Session } from "../../src/Session.ts"
import { json, wire } from "../support/wire.ts"

const logIn = (credentials: unknown) => Effect.flatMap(Auth, (auth) => auth.logIn(credentials as never))

const read = (id: string) =>
  Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("token-1") })
    return yield* (yield* Calls).read(id as never)
  })

const listPods = (query: object) =>
  Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("token-1") })
    return yield* (yield* Pods).list(query)
  })

const line = { method: "GET", path: "/v1/calls" }

describe("the message of an invalid request", () => {
  it.effect.each([
    ["missing", logIn({ email: "ada@example.com" }), 'Auth.logIn was not sent: "password" is missing.'],
    [
      "of another type",
      logIn({ email: 5, password: Redacted.make("x") }),
      'Auth.logIn was not sent: "email" must be a text.'
    ],
    ["a whole body", logIn(undefined), "Auth.logIn was not sent: the body must be an object."],
    ["empty", read(""), 'Calls.read was not sent: "call_id" must be a text that is not empty.'],
    [
      "a dot segment",
      read(".."),
      'Calls.read was not sent: "call_id" must be an id of whole characters that is not a dot segment.'
    ],
    [
      "a page of nothing",
      listPods({ page_size: 0 }),
      'Pods.list was not sent: "page_size" must be a whole number, 1 or more.'
    ],
    ["not whole", listPods({ page: 1.5 }), 'Pods.list was not sent: "page" must be a whole number.'],
    [
      "of another path",
      read("recent"),
      "Calls.read was not sent: recent is not the id of a call. Use Calls.recent to read the recent calls."
    ]
  ] as const)("names the parameter that is %s, in one sentence", ([, call, expected]) => {
    const { layer } = wire(() => json(200, {}))
    return Effect.gen(function* () {
      const error = yield* Effect.flip<unknown, Error, Auth | Calls | Pods | Session>(call)
      assert.strictEqual(error.message, expected)
    }).pipe(Effect.provide(layer))
  })
})

describe("the message of an error", () => {
  it("ends the text of another program with one full stop", () => {
    for (const reason of ["fetch is undefined", "fetch is undefined."]) {
      const failed = new ConnectionFailed({ ...line, origin: "http://host", reason })
      assert.include(failed.message, "GET /v1/calls: fetch is undefined. Check")
      assert.match(new TokenStoreFailed({ store: "s", reason }).message, /: fetch is undefined\.$/)
    }
  })

  it("shows seconds, or milliseconds if the timeout has a fraction of a second", () => {
    assert.include(new TimedOut({ ...line, seconds: 30 }).message, "no answer after 30 s.")
    assert.include(new TimedOut({ ...line, seconds: 1.5 }).message, "no answer after 1500 ms.")
    assert.include(new TimedOut({ ...line, seconds: 0.005 }).message, "no answer after 5 ms.")
  })

  it.effect.each([
    [
      "an overload",
      () => json(503, { error: "busy" }),
      'GET /api/v1r1/enterprise/pods answered 503 after 4 attempts: {"error":"busy"}. The service is down or overloaded. Try again later.'
    ],
    [
      "the page of a proxy",
      () => new Response("<!doctype html><html><body>Bad gateway</body></html>", { status: 502 }),
      "GET /api/v1r1/enterprise/pods answered 502 after 4 attempts: (a page of HTML). The service is down or overloaded. Try again later."
    ],
    [
      "a missing permission",
      () => json(403, { error: "no" }),
      'GET /api/v1r1/enterprise/pods answered 403: {"error":"no"}. Access is denied. Check the API key and the permissions of the user.'
    ],
    [
      "a 401 without a reason",
      () => json(401, { error: "no" }),
      'GET /api/v1r1/enterprise/pods answered 401: {"error":"no"}. Access is denied. Check the API key and the permissions of the user.'
    ],
    [
      "a rate limit",
      () => new Response("", { status: 429, headers: { "retry-after": "300" } }),
      "GET /api/v1r1/enterprise/pods answered 429: (empty body). Too many calls. Try again later. The service asks to wait 300 s."
    ],
    [
      "another status",
      () => json(418, { error: "tea" }),
      'GET /api/v1r1/enterprise/pods answered 418, which the interface does not describe: {"error":"tea"}. Report it to the maintainers of the service.'
    ]
  ] as const)("says what to do after %s", ([, answer, expected]) => {
    const { layer } = wire(answer)
    return Effect.gen(function* () {
      const call = yield* Effect.forkChild(Effect.flip<unknown, Error, Pods | Session>(listPods({})))
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* Fiber.join(call)).message, expected)
    }).pipe(Effect.provide(layer))
  })

  it("names the settings of both forms for a body that is too large", () => {
    for (const mayHaveHappened of [false, true])
      assert.include(
        new BodyTooLarge({ ...line, limit: 5, mayHaveHappened }).message,
        "raise bodyLimit (with Effect: BodyLimit)."
      )
  })
})
