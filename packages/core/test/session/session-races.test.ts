import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"

import { Session } from "../../src/Session.ts"
import { gate } from "../support/lock.ts"
import {
  authorizations,
  pausedAnswer,
  jwt,
  list,
  page,
  pair,
  refreshes,
  refused,
  service,
  settled,
  shared,
  start,
  wireOver
} from "../support/session.ts"
import { json, wire } from "../support/wire.ts"

const isNew = (token: string) => token === "new"

const renewed = () => json(200, { token: "new", refresh: "r" })

const logOut = Effect.flatMap(Session, (session) => session.logOut)

describe("a log-in or log-out", () => {
  it.effect("ends a call that was reading the token before", () =>
    Effect.gen(function* () {
      const reading = yield* gate
      let isSlow = false
      const store = shared(({ load }) => ({
        load: Effect.suspend(() => (isSlow ? Effect.andThen(reading.pass, load) : load))
      }))
      const { layer, sent } = wireOver(store.layer, () => json(200, page))
      yield* Effect.gen(function* () {
        yield* start(pair("ada"))
        isSlow = true
        const call = yield* Effect.forkChild(Effect.flip(list))
        yield* reading.reached
        yield* start(pair("bob"))
        yield* reading.open
        assert.deepInclude(yield* Fiber.join(call), { _tag: "SessionEnded", state: "replaced" })
        assert.strictEqual(sent.length, 0)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("comes after renewed tokens that are being saved", () =>
    Effect.gen(function* () {
      const saving = yield* gate
      const store = shared(({ save }) => ({
        save: (tokens) =>
          Redacted.value(tokens.token) === "new" ? Effect.andThen(saving.pass, save(tokens)) : save(tokens)
      }))
      const { layer } = wireOver(store.layer, service(renewed, isNew))
      yield* Effect.gen(function* () {
        yield* start(pair("old"))
        const call = yield* Effect.forkChild(Effect.exit(list))
        yield* saving.reached
        const out = yield* Effect.forkChild(logOut)
        yield* settled
        yield* saving.open
        yield* Fiber.joinAll([call, out])
        assert.isUndefined(store.stored.tokens)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("is not undone by renewed tokens that come while it is written", () =>
    Effect.gen(function* () {
      const [saving, clearing] = [yield* gate, yield* gate]
      const paused = yield* pausedAnswer
      const store = shared(({ clear, save }) => ({
        save: (tokens) =>
          Redacted.value(tokens.token) === "new" ? Effect.andThen(saving.pass, save(tokens)) : save(tokens),
        clear: Effect.andThen(clearing.pass, clear)
      }))
      const { layer } = wireOver(
        store.layer,
        service(() => paused.answer, isNew)
      )
      yield* Effect.gen(function* () {
        yield* start(pair("old"))
        const call = yield* Effect.forkChild(Effect.exit(list))
        yield* paused.requested
        const out = yield* Effect.forkChild(logOut)
        yield* clearing.reached
        yield* paused.give(renewed())
        yield* settled
        yield* clearing.open
        yield* settled
        yield* saving.open
        yield* Fiber.joinAll([call, out])
        assert.isUndefined(store.stored.tokens)
      }).pipe(Effect.provide(layer))
    })
  )
})

describe("a refresh", () => {
  it.effect("that began ahead ends the session when it is refused and a call waits for it", () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<Response>()
      let calls = 0
      const { layer, sent } = wire(
        service(
          () => Deferred.await(answer),
          () => ++calls === 1
        )
      )
      yield* Effect.gen(function* () {
        yield* start({ token: Redacted.make(jwt(30)), refresh: Redacted.make("r") })
        yield* list
        const call = yield* Effect.forkChild(Effect.flip(list))
        yield* settled
        yield* Deferred.succeed(answer, refused())
        assert.deepInclude(yield* Fiber.join(call), { _tag: "SessionEnded", state: "refused" })
        yield* Effect.flip(list)
        assert.strictEqual(refreshes(sent).length, 1)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("continues the session for any subject of the new token", () => {
    const next = jwt(7200, "User:2")
    const { layer, sent } = wire(
      service(
        () => json(200, { token: next, refresh: "r" }),
        (token) => token === next
      )
    )
    return Effect.gen(function* () {
      yield* start({ token: Redacted.make(jwt(3600, "User:1")), refresh: Redacted.make("r") })
      yield* list
      assert.deepStrictEqual(authorizations(sent), [jwt(3600, "User:1"), next])
    }).pipe(Effect.provide(layer))
  })
})
