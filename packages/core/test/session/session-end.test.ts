import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"

import { TokenStoreFailed } from "../../src/Errors.ts"
import { Session } from "../../src/Session.ts"
import { pausedAnswer, list, pair, refreshes, service, settled, shared, start, wireOver } from "../support/session.ts"
import { json, wire } from "../support/wire.ts"

const isNew = (token: string) => token === "new"

const html = (status: number) => () => new Response("<html>busy</html>", { status })

const isFirst = (sent: Parameters<typeof refreshes>[0]) => refreshes(sent).length === 1

/** A store that cannot save while the disk is full. */
const full = () => {
  const disk = { isFull: false }
  const failure = new TokenStoreFailed({ store: "drawer", reason: "it is full" })
  const store = shared(({ save }) => ({
    save: (tokens) => Effect.suspend(() => (disk.isFull ? Effect.fail(failure) : save(tokens)))
  }))
  return { disk, store }
}

describe("a session", () => {
  it.effect.each([
    ["500 as errorV1", () => json(500, { code: 1, message: "Internal" }), "ErrorV1"],
    ["503", () => json(503, {}), "UnexpectedAnswer"],
    ["429", () => json(429, {}), "UnexpectedAnswer"],
    ["400 as errorV1R1", () => json(400, { code: 1, message: "No", name: "generic" }), "UnexpectedAnswer"],
    ["a page of a proxy", html(200), "UnexpectedAnswer"],
    ["a page of a proxy with 401", html(401), "UnexpectedAnswer"],
    ["an empty 401", () => new Response("", { status: 401 }), "UnexpectedAnswer"],
    ["a 401 of a gateway", () => new Response("Unauthorized", { status: 401 }), "UnexpectedAnswer"],
    ["a 401 as a bare string", () => json(401, "Unauthorized"), "UnexpectedAnswer"],
    ["an expired token with status 403", () => json(403, "Token expired"), "UnexpectedAnswer"],
    ["a refused API key", () => json(401, { code: 5, message: "Invalid API key" }), "ErrorV1"],
    ["an internal error as 401", () => json(401, { code: 1, message: "Internal server error" }), "ErrorV1"],
    ["no token", () => json(200, {}), "UnexpectedAnswer"],
    ["a token that no header can carry", () => json(200, { token: "a\nb", refresh: "r" }), "UnusableToken"]
  ] as const)("goes on when its refresh is answered by %s, which the call fails with", ([, answer, tag]) => {
    const { sent, layer } = wire(
      service(() => (isFirst(sent) ? answer() : json(200, { token: "new", refresh: "r" })), isNew)
    )
    return Effect.gen(function* () {
      yield* start(pair("old"))
      const error = yield* Effect.flip(list)
      assert.strictEqual(error._tag, tag)
      yield* list
      assert.strictEqual(refreshes(sent).length, 2)
      assert.deepStrictEqual(JSON.parse(refreshes(sent)[1]?.body ?? ""), { refresh_token: "refresh-old" })
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    ["401 as errorV1", () => json(401, { code: 401, message: "Invalid refresh token" })],
    ["401 in words that are not known", () => json(401, { code: 401, message: "No" })],
    ["401 as a bare string", () => json(401, "Token expired")],
    ["401 as plain text", () => new Response("Token expired", { status: 401 })]
  ] as const)("ends when its refresh is answered by %s", ([, answer]) => {
    const { sent, layer } = wire(service(answer, isNew))
    return Effect.gen(function* () {
      yield* start(pair("old"))
      for (let call = 0; call < 2; call++) {
        const error = yield* Effect.flip(list)
        assert.deepInclude(error, { _tag: "SessionEnded", state: "refused" })
        assert.match(error.message, /could not be renewed: (?:(?!Log in).)*\. Log in again\.$/)
      }
      assert.strictEqual(refreshes(sent).length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect.each([
    ["goes on", 500, json(500, {}), "UnexpectedAnswer", 2],
    ["goes on", 400, new Response("<html>400 Bad Request", { status: 400 }), "UnexpectedAnswer", 2],
    ["goes on", 400, json(400, { code: 1, message: "Internal server error", name: "generic" }), "ErrorV1R1", 2],
    ["goes on", 400, json(400, { code: 1, message: "Invalid API key", name: "generic" }), "ErrorV1R1", 2],
    ["goes on", 400, json(400, { code: 1, message: "Too many requests", name: "generic" }), "ErrorV1R1", 2],
    ["goes on", 401, json(401, { code: 1, message: "Revoked" }), "UnexpectedAnswer", 2],
    ["ends", 400, json(400, { code: 7, message: "Revoked", name: "generic" }), "SessionEnded", 1]
  ] as const)("%s when the exchange that renews it is answered by %s", ([, , answer, tag, attempts]) => {
    const { sent, layer } = wire(service(() => answer.clone(), isNew))
    return Effect.gen(function* () {
      yield* start({ token: Redacted.make("old"), personalAccessToken: Redacted.make("pat") })
      assert.strictEqual((yield* Effect.flip(list))._tag, tag)
      yield* Effect.flip(list)
      assert.strictEqual(refreshes(sent).length, attempts)
    }).pipe(Effect.provide(layer))
  })

  it.effect("renews again and again with the personal access token that it began with", () => {
    let good = "new-1"
    const { sent, layer } = wire(
      service(
        (_) => json(200, { token: good }),
        (token) => token === good
      )
    )
    return Effect.gen(function* () {
      yield* start({ token: Redacted.make("old"), personalAccessToken: Redacted.make("pat") })
      yield* list
      good = "new-2"
      yield* list
      assert.deepStrictEqual(
        refreshes(sent).map(({ body }) => body),
        ['{"token":"pat"}', '{"token":"pat"}']
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect.each(["load", "exclusive"] as const)("goes on when its store fails to %s", (operation) => {
    let fails = false
    const failure = new TokenStoreFailed({ store: "drawer", reason: "it is stuck" })
    const store = shared(({ exclusive, load }) => ({
      [operation]:
        operation === "load"
          ? Effect.suspend(() => (fails ? Effect.fail(failure) : load))
          : (effect: Effect.Effect<unknown>) => Effect.suspend(() => (fails ? Effect.fail(failure) : exclusive(effect)))
    }))
    const { layer } = wireOver(
      store.layer,
      service(() => json(200, { token: "new", refresh: "r" }), isNew)
    )
    return Effect.gen(function* () {
      yield* start(pair("old"))
      fails = true
      const error = yield* Effect.flip(list)
      assert.strictEqual(error._tag, "TokenStoreFailed")
      assert.include(error.message, "drawer: it is stuck")
      fails = false
      yield* list
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps what the service answered when the store cannot, and saves it as soon as it can", () => {
    const { disk, store } = full()
    const { sent, layer } = wireOver(
      store.layer,
      service(() => json(200, { token: "new", refresh: "r" }), isNew)
    )
    return Effect.gen(function* () {
      yield* start(pair("old"))
      disk.isFull = true
      yield* list
      yield* list
      disk.isFull = false
      assert.strictEqual(store.stored.tokens && Redacted.value(store.stored.tokens.token), "old")
    }).pipe(
      Effect.provide(layer),
      Effect.tap(() =>
        Effect.sync(() => {
          assert.strictEqual(store.stored.tokens && Redacted.value(store.stored.tokens.token), "new")
          assert.strictEqual(refreshes(sent).length, 1)
        })
      )
    )
  })

  it.effect("is renewed on request, although the previous tokens are not saved yet", () => {
    const { disk, store } = full()
    const { sent, layer } = wireOver(
      store.layer,
      service(
        () => json(200, { token: `new-${refreshes(sent).length}`, refresh: "r" }),
        (token) => token.startsWith("new")
      )
    )
    return Effect.gen(function* () {
      yield* start(pair("old"))
      disk.isFull = true
      yield* list
      disk.isFull = false
      yield* (yield* Session).refresh
      assert.strictEqual(refreshes(sent).length, 2)
      assert.strictEqual(store.stored.tokens && Redacted.value(store.stored.tokens.token), "new-2")
    }).pipe(Effect.provide(layer))
  })

  it.effect("reports to later calls why it ended, even if no call waited", () =>
    Effect.gen(function* () {
      const paused = yield* pausedAnswer
      const { layer } = wire(service(() => paused.answer, isNew))
      yield* Effect.gen(function* () {
        yield* start(pair("old"))
        const call = yield* Effect.forkChild(list)
        yield* paused.requested
        yield* Fiber.interrupt(call)
        yield* paused.give(json(401, { code: 401, message: "Revoked" }))
        yield* settled
        assert.match((yield* Effect.flip(list)).message, /renewed: Revoked\./)
        yield* (yield* Session).logOut
        assert.match((yield* Effect.flip(list)).message, /Nobody is logged in\. Log in first\./)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("returns nothing for any state of its store", () => {
    const store = shared(({ save }) => ({
      save: (tokens): Effect.Effect<any, TokenStoreFailed> => Effect.as(save(tokens), "saved")
    }))
    const { layer } = wireOver(
      store.layer,
      service(() => json(500, {}))
    )
    const memory = wire(service(() => json(500, {}))).layer
    const results = Effect.flatMap(Session, ({ logOut, start }) => Effect.all([start(pair("a")), logOut]))
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.provide(results, layer), [undefined, undefined])
      assert.deepStrictEqual(yield* Effect.provide(results, memory), [undefined, undefined])
    })
  })
})
