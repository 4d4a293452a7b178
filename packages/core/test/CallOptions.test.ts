import { inspect } from "node:util"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"

import type { CallResponse } from "../src/CallOptions.ts"
import { CallOptions } from "../src/CallOptions.ts"
import { EnterpriseUsers, UserId } from "../src/EnterpriseUsers.ts"
import { Session } from "../src/Session.ts"
import type { Answer } from "./support/wire.ts"
import { json, settings, wire } from "./support/wire.ts"

const page = { entries: [], total_entries: 0, total_pages: 0, page: 1, page_size: 20 }

const called = <A, E>(
  answer: Answer,
  options: CallOptions,
  act: (users: EnterpriseUsers["Service"]) => Effect.Effect<A, E>
) => {
  const { sent, layer } = wire(answer)
  return Effect.gen(function* () {
    yield* (yield* Session).start({ token: Redacted.make("token-1") })
    const call = yield* Effect.forkChild(
      Effect.exit(Effect.provideService(Effect.flatMap(EnterpriseUsers, act), CallOptions, options))
    )
    yield* TestClock.adjust("20 seconds")
    return { exit: yield* Fiber.join(call), sent }
  }).pipe(Effect.provide(layer))
}

describe("CallOptions", () => {
  it.effect("sets the repeats of one call", () =>
    Effect.gen(function* () {
      const busy = () => new Response("", { status: 503 })
      assert.strictEqual((yield* called(busy, { retries: 0 }, (users) => users.list())).sent.length, 1)
      assert.strictEqual((yield* called(busy, { retries: 1 }, (users) => users.list())).sent.length, 2)
    })
  )

  it.effect("sends headers beside its own, in lower case", () =>
    Effect.gen(function* () {
      const { sent } = yield* called(
        () => json(200, page),
        { headers: { "X-Trace": "7" } },
        (users) => users.list()
      )
      assert.deepInclude(sent[0]?.headers, {
        "x-trace": "7",
        authorization: "token-1",
        "x-service-api-key": "key-1"
      })
    })
  )

  it.effect.each(["Authorization", "x-service-api-key", "Content-Length", "host"])(
    "refuses to replace a header that it sends by itself: %s",
    (name) =>
      Effect.gen(function* () {
        const { exit, sent } = yield* called(
          () => json(200, page),
          { headers: { [name]: "stolen" } },
          (users) => users.list()
        )
        assert.strictEqual(sent.length, 0)
        assert.match(inspect(exit, { depth: 9 }), new RegExp(`InvalidRequest[^]*${name}`, "i"))
        assert.notMatch(inspect(exit, { depth: 9 }), /stolen/)
      })
  )

  it.effect("refuses headers that cannot be sent, without their value", () =>
    Effect.gen(function* () {
      const { exit, sent } = yield* called(
        () => json(200, page),
        { headers: { "x-a": "hunter2\r\nx-b: 1" } },
        (users) => users.list()
      )
      assert.strictEqual(sent.length, 0)
      assert.match(inspect(exit, { depth: 9 }), /x-a/)
      assert.notMatch(inspect(exit, { depth: 9 }), /hunter2/)
    })
  )

  it.effect("sends fields that the contract does not name, and refuses those that the call sets", () =>
    Effect.gen(function* () {
      const query = { depth: "2", tags: ["a b", "c"] }
      const extra = { query, body: { title: "Engineer" } }
      const refused = yield* called(
        () => json(200, page),
        { extra },
        (users) => users.list({ page: 3 })
      )
      assert.strictEqual(refused.sent.length, 0)
      assert.match(inspect(refused.exit, { depth: 9 }), /a GET request has no body/)
      const listed = yield* called(
        () => json(200, page),
        { extra: { query } },
        (users) => users.list({ page: 3 })
      )
      assert.strictEqual(listed.sent[0]?.path, "/api/v1r1/enterprise/users?depth=2&tags=a%20b&tags=c&page=3")
      const changed = yield* called(
        () => json(200, { id: 7 }),
        { extra },
        (users) => users.deactivate(UserId.make(7))
      )
      assert.match(changed.sent[0]?.path ?? "", /\?depth=2&/)
      assert.deepStrictEqual(JSON.parse(changed.sent[0]?.body ?? ""), { title: "Engineer", active: false })
      const page2 = yield* called(
        () => json(200, page),
        { extra: { query: { page: "9" } } },
        (users) => Stream.runCollect(users.stream())
      )
      assert.strictEqual(page2.sent.length, 0)
      assert.match(
        inspect(page2.exit, { depth: 9 }),
        /extra\.query has "page", which the call sets itself: leave it out\./
      )
      const active = yield* called(
        () => json(200, { id: 7 }),
        { extra: { body: { active: true } } },
        (users) => users.deactivate(UserId.make(7))
      )
      assert.strictEqual(active.sent.length, 0)
      assert.match(inspect(active.exit, { depth: 9 }), /extra\.body has "active"/)
    })
  )

  it.effect("shows the last answer with what the contract does not name, and its secrets redacted", () =>
    Effect.gen(function* () {
      const seen: Array<CallResponse> = []
      const entry = { id: 7, token: "token-of-user", shoe_size: 44 }
      yield* called(
        (_, index) =>
          index === 0
            ? new Response("", { status: 503 })
            : Response.json({ ...page, entries: [entry] }, { headers: { "x-request-id": "request-2" } }),
        { onResponse: (received) => seen.push(received) },
        (users) => users.list()
      )
      assert.strictEqual(seen.length, 1)
      const [received] = seen
      assert.deepInclude(received, { status: 200, requestId: "request-2" })
      assert.match(inspect(received?.raw, { depth: 9 }), /shoe_size: 44/)
      assert.notMatch(inspect(received?.raw, { depth: 9 }) + JSON.stringify(received?.raw), /token-of-user/)
    })
  )

  it.effect(
    "shows no secret that the service gives back as the request's id, in a header or as the name of a field",
    () =>
      Effect.gen(function* () {
        const seen: Array<CallResponse> = []
        yield* called(
          ({ headers }) => {
            const key = headers["x-service-api-key"] ?? ""
            return Response.json({ ...page, [key]: 1 }, { headers: { "x-request-id": key, "x-key": key } })
          },
          { onResponse: (received) => seen.push(received) },
          (users) => users.list()
        )
        const [received] = seen
        const { headers, raw, requestId } = received ?? assert.fail("nothing was received")
        const shown = { requestId, headers, raw }
        assert.notInclude(inspect(shown, { depth: 9 }) + JSON.stringify(shown), Redacted.value(settings.apiKey))
      })
  )

  it.effect("calls onResponse, and ignores its exceptions", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message }) => lines.push(message))
      const onResponse = () => {
        throw new TypeError("not now")
      }
      const { exit } = yield* Effect.provide(
        called(
          () => json(200, page),
          { onResponse },
          (users) => users.list()
        ),
        Logger.layer([logger])
      )
      assert.strictEqual(exit._tag, "Success")
      assert.match(String(lines), /^onResponse threw TypeError at /)
    })
  )
})
