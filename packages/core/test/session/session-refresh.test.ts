import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { Session } from "../../src/Session.ts"
import { authorizations, jwt, list, refreshes, service, start } from "../support/session.ts"
import { json, wire } from "../support/wire.ts"

const old = { token: Redacted.make(jwt(3600)), refresh: Redacted.make("r") }

const refresh = Effect.flatMap(Session, ({ refresh }) => refresh)

describe("a session that is renewed though its token has not expired", () => {
  it.effect("sends the new token from then on, for one refresh however many ask for it", () => {
    const { sent, layer } = wire(service(() => json(200, { token: jwt(7200), refresh: "r-2" })))
    return Effect.gen(function* () {
      yield* start(old)
      yield* Effect.all([refresh, refresh], { concurrency: 2 })
      yield* list
      assert.deepStrictEqual(authorizations(sent), [jwt(7200)])
      assert.strictEqual(refreshes(sent).length, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("continues with the old token if the refresh is rejected", () => {
    const { sent, layer } = wire(service(() => json(401, { code: 1, message: "The refresh token is unknown" })))
    return Effect.gen(function* () {
      yield* start(old)
      const error = yield* Effect.flip(refresh)
      assert.strictEqual(error._tag, "SessionEnded")
      assert.include(error.message, "The refresh token is unknown")
      yield* list
      assert.deepStrictEqual(authorizations(sent), [jwt(3600)])
    }).pipe(Effect.provide(layer))
  })

  it.effect("fails without a refresh token, sends nothing, and continues", () => {
    const { sent, layer } = wire(service(() => json(200, { token: jwt(7200), refresh: "r-2" })))
    return Effect.gen(function* () {
      yield* start({ token: old.token })
      assert.include((yield* Effect.flip(refresh)).message, "came without a refresh token")
      assert.strictEqual(refreshes(sent).length, 0)
      yield* list
    }).pipe(Effect.provide(layer))
  })

  it.effect("fails if no user is logged in", () => {
    const { layer } = wire(service(() => json(200, {})))
    return Effect.gen(function* () {
      assert.deepInclude(yield* Effect.flip(refresh), { _tag: "SessionEnded", state: "none" })
    }).pipe(Effect.provide(layer))
  })
})
