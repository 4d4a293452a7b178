import { assert, describe, it } from "@effect/vitest"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { EnterpriseUsers } from "../src/EnterpriseUsers.ts"
import { RawRequests } from "../src/RawRequests.ts"
import { Session } from "../src/Session.ts"
import { pausedAnswer } from "./support/session.ts"
import type { Answer } from "./support/wire.ts"
import { json, wire } from "./support/wire.ts"

const page = { entries: [{ id: 1 }], total_entries: 1, total_pages: 1, page: 1, page_size: 20 }
const expiredV1R1 = () => json(400, { code: 1003, message: "Token expired", name: "generic" })
const expiredV1 = () => json(401, "Token expired")

const tokens = (name: string) => ({ token: `token-${name}`, refresh: `refresh-${name}` })
const old = { token: Redacted.make("token-old"), refresh: Redacted.make("refresh-old") }

const service =
  (options: { readonly expired?: () => Response; readonly refresh?: Answer } = {}): Answer =>
  (request, index) =>
    request.path === "/api/v1/auth/refresh"
      ? (options.refresh ?? (() => json(200, tokens("new"))))(request, index)
      : request.headers.authorization === "token-new"
        ? json(200, page)
        : (options.expired ?? expiredV1R1)()

const refreshes = (sent: ReturnType<typeof wire>["sent"]) => sent.filter(({ path }) => path.endsWith("/auth/refresh"))

const list = Effect.flatMap(EnterpriseUsers, (users) => users.list())

const started = <A, E, R>(act: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    yield* (yield* Session).start(old)
    return yield* act
  })

describe("Session", () => {
  it.effect.each([
    ["code 1003", expiredV1R1],
    ["the bare string", expiredV1]
  ] as const)("refreshes once for 1,000 concurrent calls refused by %s", ([, expired]) => {
    const slowly = () => Effect.delay(Effect.succeed(json(200, tokens("new"))), "1 second")
    const { sent, layer } = wire(service({ expired, refresh: slowly }))
    return Effect.gen(function* () {
      const calls = yield* Effect.forkChild(
        started(
          Effect.all(
            Array.makeBy(1_000, () => list),
            { concurrency: "unbounded" }
          )
        )
      )
      while (sent.filter(({ headers }) => headers.authorization === "token-old").length < 1_000) yield* Effect.yieldNow
      // every refused call has its turn to ask for a refresh before the answer to the first one comes
      for (let turn = 0; turn < 1_000; turn++) yield* Effect.yieldNow
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* Fiber.join(calls)).length, 1_000)
      assert.strictEqual(refreshes(sent).length, 1)
      assert.deepStrictEqual(JSON.parse(refreshes(sent)[0]?.body ?? ""), { refresh_token: "refresh-old" })
    }).pipe(Effect.provide(layer))
  })

  const v1 = (code: number, message: string) => () => json(401, { code, message })
  const text = (status: number, body: string) => () => new Response(body, { status })

  it.effect.each([
    ["plain text", text(401, "Token expired")],
    ["plain text with a line break", text(401, "Token expired\n")],
    ["the words in lower case", () => json(401, "token expired")],
    ["the words in capitals and an object", v1(1, "TOKEN EXPIRED")],
    ["other words", v1(1, "Your access token has expired.")],
    ["401 with the code", () => json(401, { code: 1003, message: "Over", name: "generic" })],
    ["400 with the words", () => json(400, { code: 1, message: "token expired", name: "generic" })],
    ["400 with the words as a text", () => json(400, "Token expired")],
    ["401 without a body", text(401, "")],
    ["401 that names no cause", v1(1, "Unauthorized")],
    ["401 that asks for authentication", v1(1, "Authentication required")],
    ["401 that leaves open why", () => json(401, "Invalid or expired token")],
    ["401 of a proxy", text(401, "<html>401 Unauthorized</html>")]
  ] as const)("renews its token once and sends the call once more for %s", ([, expired]) => {
    const { sent, layer } = wire(service({ expired }))
    return Effect.gen(function* () {
      yield* started(list)
      assert.deepStrictEqual([refreshes(sent).length, sent.length], [1, 3])
    }).pipe(Effect.provide(layer))
  })

  it.effect("repeats a call no more often for a refresh in between", () => {
    const answers = [503, 503, 401]
    const { sent, layer } = wire((request, index) =>
      request.path.includes("refresh")
        ? json(200, tokens("new"))
        : answers[index] === 401
          ? expiredV1R1()
          : new Response("busy", { status: 503 })
    )
    return Effect.gen(function* () {
      const call = yield* Effect.forkChild(Effect.flip(started(list)))
      yield* TestClock.adjust("30 seconds")
      assert.deepInclude(yield* Fiber.join(call), { status: 503 })
      assert.strictEqual(sent.length - refreshes(sent).length, 5)
    }).pipe(Effect.provide(layer))
  })

  it.effect("gives a call that comes late with an older token the current one", () => {
    const { sent, layer } = wire(service())
    return Effect.gen(function* () {
      yield* started(list)
      const current = yield* (yield* Session).renew(old.token)
      assert.strictEqual(Redacted.value(current), "token-new")
      assert.strictEqual(refreshes(sent).length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    ["401 not found", v1(401, "Resource not found")],
    ["401 about the API key", v1(1, "Invalid API key")],
    ["401 about a deactivated user", v1(1, "The user is deactivated.")],
    ["401 about credentials", v1(1, "Wrong credentials")],
    ["401 that names what is wrong with the token", () => json(401, "The token is not valid yet.")],
    ["401 about a permission", v1(1, "Permission denied")],
    ["400 with another code", () => json(400, { code: 1004, message: "Not allowed", name: "generic" })],
    [
      "400 that names the token",
      () => json(400, { code: 1002, message: "The token is not valid yet.", name: "generic" })
    ],
    ["400 that names no cause", () => json(400, { code: 1, message: "Unauthorized", name: "generic" })],
    ["400 of a proxy", text(400, "<html>Token expired</html>")]
  ] as const)("does not refresh for %s", ([, expired]) => {
    const { sent, layer } = wire(service({ expired }))
    return Effect.gen(function* () {
      yield* Effect.flip(started(list))
      assert.strictEqual(refreshes(sent).length, 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    ["as expired", expiredV1R1, "ErrorV1R1"],
    ["without a cause", text(401, ""), "UnexpectedAnswer"]
  ] as const)("replays a request once when the new token is refused %s too", ([, refused, tag]) => {
    const { sent, layer } = wire((request) =>
      request.path.endsWith("/auth/refresh") ? json(200, tokens("next")) : refused()
    )
    return Effect.gen(function* () {
      const error = yield* Effect.flip(started(list))
      assert.strictEqual(error._tag, tag)
      assert.strictEqual(sent.length, 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not renew again for a minute if the renewal for a 401 without a cause did not help", () => {
    const { sent, layer } = wire((request, index) =>
      request.path.endsWith("/auth/refresh") ? json(200, tokens(`${index}`)) : json(401, "Unauthorized")
    )
    return Effect.gen(function* () {
      yield* started(Effect.flip(list))
      for (let call = 0; call < 10; call++) yield* Effect.flip(list)
      assert.deepStrictEqual([refreshes(sent).length, sent.length], [1, 13])
      yield* TestClock.adjust("1 minute")
      yield* Effect.flip(list)
      assert.deepStrictEqual([refreshes(sent).length, sent.length], [2, 16])
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps a session without a refresh token for a 401 without a cause", () => {
    const { sent, layer } = wire(service({ expired: () => json(401, "Unauthorized") }))
    return Effect.gen(function* () {
      const session = yield* Session
      yield* session.start({ token: old.token })
      const error = yield* Effect.flip(list)
      assert.strictEqual(error._tag, "UnexpectedAnswer")
      assert.strictEqual(sent.length, 1)
      assert.strictEqual(Redacted.value(yield* session.token), "token-old")
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends for a 401 without a cause if the service refuses to renew it", () => {
    const { layer } = wire(
      service({ expired: () => json(401, "Unauthorized"), refresh: v1(1, "Invalid refresh token") })
    )
    return Effect.gen(function* () {
      assert.deepInclude(yield* started(Effect.flip(list)), { _tag: "SessionEnded", state: "refused" })
    }).pipe(Effect.provide(layer))
  })

  it.effect.each(["Token expired", "Unauthorized"])("never renews for a log-in that is answered %s", (message) => {
    const { sent, layer } = wire((request) =>
      request.path.endsWith("/auth/refresh") ? json(200, tokens("new")) : json(401, { code: 1003, message })
    )
    return Effect.gen(function* () {
      const { request } = yield* RawRequests
      const session = yield* Session
      const credentials = { email: "ada@example.com", password: Redacted.make("correct-horse") }
      yield* started(Effect.flip(session.logIn(credentials)))
      yield* Effect.flip(request("POST", "/v1/auth", { body: credentials }))
      assert.deepStrictEqual(
        sent.map(({ path }) => path),
        ["/api/v1/auth", "/api/v1/auth"]
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends for all callers, with one refresh, when the refresh is refused", () => {
    const { sent, layer } = wire(service({ refresh: () => json(401, { code: 401, message: "Invalid refresh token" }) }))
    return Effect.gen(function* () {
      const errors = yield* started(
        Effect.all(
          Array.makeBy(50, () => Effect.flip(list)),
          { concurrency: "unbounded" }
        )
      )
      assert.deepStrictEqual(Array.dedupe(errors.map((error) => error._tag)), ["SessionEnded"])
      assert.match(errors[0]?.message ?? "", /Invalid refresh token.*Log in again/)
      assert.strictEqual(refreshes(sent).length, 1)
      const later = yield* Effect.flip(list)
      assert.strictEqual(later._tag, "SessionEnded")
      assert.strictEqual(refreshes(sent).length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("stays when the refresh meets a fault that is not a refusal", () => {
    const { sent, layer } = wire(
      service({
        refresh: () =>
          refreshes(sent).length === 1 ? new Response("<html>", { status: 502 }) : json(200, tokens("new"))
      })
    )
    return Effect.gen(function* () {
      const error = yield* Effect.flip(started(list))
      assert.strictEqual(error._tag, "UnexpectedAnswer")
      assert.strictEqual((yield* list).total_entries, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not let a refused refresh clear a newer session", () =>
    Effect.gen(function* () {
      const paused = yield* pausedAnswer
      const { layer } = wire(service({ refresh: () => paused.answer }))
      yield* Effect.gen(function* () {
        const call = yield* Effect.forkChild(Effect.flip(started(list)))
        yield* paused.requested
        yield* (yield* Session).start({ token: Redacted.make("token-new") })
        yield* paused.give(json(401, { code: 401, message: "Invalid refresh token" }))
        yield* Fiber.join(call)
        assert.strictEqual((yield* list).total_entries, 1)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect.each([
    ["a log-out", (session: Session["Service"]) => session.logOut, "SessionEnded"],
    [
      "another log-in",
      (session: Session["Service"]) => session.start({ token: Redacted.make("token-other") }),
      "token-other"
    ]
  ] as const)("does not let a late refresh undo %s", ([, act, expected]) =>
    Effect.gen(function* () {
      const paused = yield* pausedAnswer
      const { layer } = wire(service({ refresh: () => paused.answer }))
      yield* Effect.gen(function* () {
        const session = yield* Session
        const call = yield* Effect.forkChild(Effect.exit(started(list)))
        yield* paused.requested
        yield* act(session)
        yield* paused.give(json(200, tokens("new")))
        yield* Fiber.join(call)
        const now = yield* Effect.match(session.token, {
          onSuccess: (token) => Redacted.value(token),
          onFailure: (error) => error._tag
        })
        assert.strictEqual(now, expected)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("refreshes once when the call that started the refresh is interrupted", () =>
    Effect.gen(function* () {
      const paused = yield* pausedAnswer
      const { sent, layer } = wire(service({ refresh: () => paused.answer }))
      yield* Effect.gen(function* () {
        const leader = yield* Effect.forkChild(started(list))
        yield* paused.requested
        const followers = yield* Effect.forkChild(
          Effect.all(
            Array.makeBy(50, () => list),
            { concurrency: "unbounded" }
          )
        )
        yield* Effect.yieldNow
        yield* Fiber.interrupt(leader)
        yield* paused.give(json(200, tokens("new")))
        assert.strictEqual((yield* Fiber.join(followers)).length, 50)
        assert.strictEqual(refreshes(sent).length, 1)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("keeps the tokens of a log-in and forgets them on log-out", () => {
    const { sent, layer } = wire((request) =>
      request.path === "/api/v1/auth" ? json(200, tokens("new")) : json(200, page)
    )
    return Effect.gen(function* () {
      const session = yield* Session
      yield* session.logIn({ email: "ada@example.com", password: Redacted.make("correct-horse") })
      yield* list
      assert.strictEqual(sent[1]?.headers.authorization, "token-new")
      yield* session.logOut
      assert.strictEqual((yield* Effect.flip(list))._tag, "SessionEnded")
      assert.strictEqual(sent.length, 2)
    }).pipe(Effect.provide(layer))
  })
})
