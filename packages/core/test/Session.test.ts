import { assert, describe, it } from "@effect/vitest"
import * as Array from "effect/Array"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { EnterpriseUsers } from "../src/EnterpriseUsers.ts"
import { Session } from "../src/Session.ts"
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

  it.effect.each([
    ["plain text", "Token expired"],
    ["plain text with a line break", "Token expired\n"]
  ] as const)("refreshes for a token that has expired by %s", ([, text]) => {
    const { sent, layer } = wire(service({ expired: () => new Response(text, { status: 401 }) }))
    return Effect.gen(function* () {
      yield* started(list)
      assert.strictEqual(refreshes(sent).length, 1)
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
    ["401 not found", () => json(401, { code: 401, message: "Resource not found" })],
    ["400 with another code", () => json(400, { code: 1004, message: "Not allowed", name: "generic" })],
    ["401 with another string", () => json(401, "Invalid token")],
    ["401 with the code", () => json(401, { code: 1003, message: "Token expired", name: "generic" })],
    ["400 with the string", () => json(400, "Token expired")],
    ["502 from a proxy", () => new Response("<html>Token expired</html>", { status: 400 })]
  ] as const)("does not refresh for %s", ([, expired]) => {
    const { sent, layer } = wire(service({ expired }))
    return Effect.gen(function* () {
      yield* Effect.flip(started(list))
      assert.strictEqual(refreshes(sent).length, 0)
    }).pipe(Effect.provide(layer))
  })

  it.effect("replays a request once when the new token is refused as expired too", () => {
    const { sent, layer } = wire((request) =>
      request.path.endsWith("/auth/refresh") ? json(200, tokens("next")) : expiredV1R1()
    )
    return Effect.gen(function* () {
      const error = yield* Effect.flip(started(list))
      assert.strictEqual(error._tag, "ErrorV1R1")
      assert.strictEqual(sent.length, 3)
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
      const requested = yield* Deferred.make<void>()
      const answer = yield* Deferred.make<Response>()
      const { layer } = wire(
        service({ refresh: () => Effect.andThen(Deferred.succeed(requested, undefined), Deferred.await(answer)) })
      )
      yield* Effect.gen(function* () {
        const call = yield* Effect.forkChild(Effect.flip(started(list)))
        yield* Deferred.await(requested)
        yield* (yield* Session).start({ token: Redacted.make("token-new") })
        yield* Deferred.succeed(answer, json(401, { code: 401, message: "Invalid refresh token" }))
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
      const requested = yield* Deferred.make<void>()
      const answer = yield* Deferred.make<Response>()
      const { layer } = wire(
        service({ refresh: () => Effect.andThen(Deferred.succeed(requested, undefined), Deferred.await(answer)) })
      )
      yield* Effect.gen(function* () {
        const session = yield* Session
        const call = yield* Effect.forkChild(Effect.exit(started(list)))
        yield* Deferred.await(requested)
        yield* act(session)
        yield* Deferred.succeed(answer, json(200, tokens("new")))
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
      const requested = yield* Deferred.make<void>()
      const answer = yield* Deferred.make<Response>()
      const { sent, layer } = wire(
        service({ refresh: () => Effect.andThen(Deferred.succeed(requested, undefined), Deferred.await(answer)) })
      )
      yield* Effect.gen(function* () {
        const leader = yield* Effect.forkChild(started(list))
        yield* Deferred.await(requested)
        const followers = yield* Effect.forkChild(
          Effect.all(
            Array.makeBy(50, () => list),
            { concurrency: "unbounded" }
          )
        )
        yield* Effect.yieldNow
        yield* Fiber.interrupt(leader)
        yield* Deferred.succeed(answer, json(200, tokens("new")))
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
