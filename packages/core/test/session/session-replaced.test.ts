import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"

import { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"
import { Session } from "../../src/Session.ts"
import type { TokenStore } from "../../src/TokenStore.ts"
import { TokenStore as Store } from "../../src/TokenStore.ts"
import {
  authorizations,
  pausedAnswer,
  expired,
  jwt,
  list,
  page,
  pair,
  provision,
  refreshes,
  service,
  settled,
  shared,
  start,
  wireOver
} from "../support/session.ts"
import { json } from "../support/wire.ts"

type Act = (session: Session["Service"]) => Effect.Effect<void, unknown>

const acts: ReadonlyArray<readonly [string, Act]> = [
  ["start", ({ start }) => start(pair("bob"))],
  ["a log-in", ({ logIn }) => logIn({ email: "bob", password: Redacted.make("correct-horse") })],
  ["a log-out", ({ logOut }) => logOut],
  ["a log-out and a log-in", ({ logOut, start }) => Effect.andThen(logOut, start(pair("bob")))]
]

const stores: ReadonlyArray<readonly [string, () => Layer.Layer<TokenStore>]> = [
  ["memory", () => Store.layerMemory],
  ["elsewhere", () => shared().layer]
]

const cases = stores.flatMap(([where, store]) => acts.map(([what, act]) => ({ where, store, what, act })))

describe("a call begun by one user", () => {
  it.effect.each(cases)("is not repeated as another after $what, with tokens kept in $where", ({ act, store }) =>
    Effect.gen(function* () {
      const requested = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const { sent, layer } = wireOver(store(), (request) =>
        request.path.endsWith("/v1/auth")
          ? json(200, { token: "bob", refresh: "refresh-bob" })
          : request.path.endsWith("/refresh")
            ? json(200, { token: "ada-2", refresh: "r" })
            : Deferred.succeed(requested, undefined).pipe(Effect.andThen(Deferred.await(go)), Effect.as(expired()))
      )
      yield* Effect.gen(function* () {
        yield* start(pair("ada"))
        const call = yield* Effect.forkChild(Effect.flip(provision))
        yield* Deferred.await(requested)
        yield* Effect.orDie(act(yield* Session))
        yield* Deferred.succeed(go, undefined)
        const error = yield* Fiber.join(call)
        assert.deepInclude(error, { _tag: "SessionEnded", state: "replaced" })
        assert.match(error.message, /A user logged in or out during this call\. Call again if/)
        assert.deepStrictEqual(authorizations(sent.filter(({ path }) => !path.endsWith("/v1/auth"))), ["ada"])
        assert.strictEqual(refreshes(sent).length, 0)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect.each(cases)(
    "is not sent as another after $what while it waited for a token, from $where",
    ({ act, store }) =>
      Effect.gen(function* () {
        const paused = yield* pausedAnswer
        const { sent, layer } = wireOver(store(), (request) =>
          request.path.endsWith("/v1/auth")
            ? json(200, { token: "bob", refresh: "refresh-bob" })
            : request.path.endsWith("/refresh")
              ? paused.answer
              : json(200, page)
        )
        yield* Effect.gen(function* () {
          yield* start({ token: Redacted.make(jwt(0)), refresh: Redacted.make("r") })
          const call = yield* Effect.forkChild(Effect.flip(list))
          yield* paused.requested
          yield* Effect.orDie(act(yield* Session))
          yield* paused.give(json(200, { token: jwt(7200), refresh: "r" }))
          assert.deepInclude(yield* Fiber.join(call), { _tag: "SessionEnded", state: "replaced" })
          assert.deepStrictEqual(authorizations(sent.filter(({ path }) => !path.endsWith("/v1/auth"))), [])
        }).pipe(Effect.provide(layer))
      })
  )

  it.effect.each([
    ["another process renewed its token", jwt(9000, "User:1"), "Success"],
    ["another process renewed its token, which is opaque", "opaque", "Success"],
    ["another process logged in as another user", jwt(9000, "User:2"), "SessionEnded"]
  ] as const)("is repeated or not when %s meanwhile", ([, token, outcome]) =>
    Effect.gen(function* () {
      const { stored, layer: store } = shared()
      const requested = yield* Deferred.make<void>()
      const go = yield* Deferred.make<void>()
      const { sent, layer } = wireOver(store, (_, index) =>
        index > 0
          ? json(200, page)
          : Deferred.succeed(requested, undefined).pipe(Effect.andThen(Deferred.await(go)), Effect.as(expired()))
      )
      yield* Effect.gen(function* () {
        yield* start({ token: Redacted.make(jwt(7200)), refresh: Redacted.make("r") })
        const call = yield* Effect.forkChild(
          Effect.match(list, { onSuccess: () => "Success", onFailure: ({ _tag }) => _tag })
        )
        yield* Deferred.await(requested)
        stored.tokens = { token: Redacted.make(token), refresh: Redacted.make("r-2") }
        yield* Deferred.succeed(go, undefined)
        assert.strictEqual(yield* Fiber.join(call), outcome)
        // a call begun since is of who is logged in now
        yield* list
        assert.strictEqual(authorizations(sent).at(-1), token)
        assert.strictEqual(refreshes(sent).length, 0)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("goes on when the tokens of the session are started once more", () =>
    Effect.gen(function* () {
      const paused = yield* pausedAnswer
      const { sent, layer } = wireOver(
        Store.layerMemory,
        service(
          () => paused.answer,
          (token) => token === "new"
        )
      )
      yield* Effect.gen(function* () {
        yield* start(pair("old"))
        const call = yield* Effect.forkChild(list)
        yield* paused.requested
        yield* start(pair("old"))
        yield* paused.give(json(200, { token: "new", refresh: "r" }))
        yield* Fiber.join(call)
        yield* list
        yield* settled
        assert.strictEqual(refreshes(sent).length, 1)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect.each([
    ["a line break", "a\r\nx: y"],
    ["a character of more than a byte", "tökén-ł"],
    ["white space at its end", "canary "],
    ["nothing", ""]
  ] as const)("rejects a token with %s, and keeps the current one", ([, token]) => {
    const { sent, layer } = wireOver(Store.layerMemory, (request) =>
      request.path.endsWith("/v1/auth") ? json(200, { token, refresh: "r" }) : json(200, page)
    )
    return Effect.gen(function* () {
      const { logIn, start } = yield* Session
      yield* start(pair("old"))
      const credentials = { email: "ada", password: Redacted.make("correct-horse") }
      for (const [use, name] of [
        [start({ token: Redacted.make(token) }), "Session.start"],
        [logIn(credentials), "Session.logIn"]
      ] as const) {
        const error = yield* Effect.flip<void, { readonly _tag: string; readonly message: string }, never>(use)
        assert.strictEqual(error._tag, "UnusableToken")
        assert.include(error.message, name)
        if (token !== "") assert.notInclude(error.message, token.trim())
      }
      yield* list
      assert.strictEqual(authorizations(sent).at(-1), "old")
    }).pipe(Effect.provide(layer))
  })

  it.effect("is not repeated after a log-out", () => {
    const { sent, layer } = wireOver(Store.layerMemory, () => new Response("busy", { status: 503 }))
    return Effect.gen(function* () {
      yield* start(pair("ada"))
      const call = yield* Effect.forkChild(Effect.flip(list))
      yield* settled
      assert.lengthOf(sent, 1)
      yield* Effect.flatMap(Session, ({ logOut }) => logOut)
      yield* TestClock.adjust("30 seconds")
      assert.deepInclude(yield* Fiber.join(call), { _tag: "SessionEnded", state: "replaced" })
      assert.lengthOf(sent, 1)
    }).pipe(Effect.provide(layer))
  })
})

describe("a walk begun by one user", () => {
  it.effect("does not go on as another", () => {
    const { sent, layer } = wireOver(Store.layerMemory, (request) => {
      const number = Number(new URL(request.url).searchParams.get("page"))
      return json(200, { entries: [{ id: number }], total_entries: 3, total_pages: 3, page: number, page_size: 1 })
    })
    return Effect.gen(function* () {
      yield* start(pair("ada"))
      const users = yield* EnterpriseUsers
      const seen: Array<number> = []
      const walk = Stream.runForEach(users.stream(), ({ id }) =>
        Effect.suspend(() => {
          seen.push(id)
          return id === 2 ? start(pair("bob")) : Effect.void
        })
      )
      assert.deepInclude(yield* Effect.flip(walk), { _tag: "SessionEnded", state: "replaced" })
      assert.deepStrictEqual(seen, [1, 2])
      assert.deepStrictEqual(authorizations(sent), ["ada", "ada"])
      assert.lengthOf(yield* Stream.runCollect(users.stream()), 3)
    }).pipe(Effect.provide(layer))
  })
})
