import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"

import { Session } from "../../src/Session.ts"
import { pausedAnswer, list, pair, service, settled, shared, start, wireOver } from "../support/session.ts"
import { json, wire } from "../support/wire.ts"

const isNew = (token: string) => token === "new"

describe("a session whose client was closed", () => {
  it.effect("fails all calls that need it immediately", () => {
    const { sent, layer } = wire(service(() => json(200, { token: "new", refresh: "r" }), isNew))
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(layer, scope)
      const { logIn, logInAnonymously, logOut, renew, start, token } = Context.get(context, Session)
      yield* start(pair("old"))
      yield* Scope.close(scope, Exit.void)
      const password = Redacted.make("correct-horse")
      for (const [name, use] of Object.entries({
        token,
        renew: renew(pair("old").token),
        start: start(pair("new")),
        logIn: logIn({ email: "ada", password }),
        logInAnonymously: logInAnonymously(),
        logOut,
        list: Effect.provide(list, context)
      })) {
        const error = yield* Effect.flip<unknown, unknown, never>(use)
        assert.deepInclude(error, { _tag: "SessionEnded", state: "closed" }, name)
        assert.match(String(error), /The client was closed.*Make a new client/)
      }
      assert.strictEqual(sent.length, 0)
    })
  })

  it.effect("fails the calls that wait for a refresh, and does not wait for it without a store", () =>
    Effect.gen(function* () {
      const paused = yield* pausedAnswer
      const { layer } = wire(service(() => paused.answer, isNew))
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(layer, scope)
      yield* Effect.provide(start(pair("old")), context)
      const call = yield* Effect.forkChild(Effect.flip(Effect.provide(list, context)))
      yield* paused.requested
      yield* Scope.close(scope, Exit.void)
      assert.deepInclude(yield* Fiber.join(call), { _tag: "SessionEnded", state: "closed" })
    })
  )

  it.effect("saves the answer of a running refresh if the store is shared", () =>
    Effect.gen(function* () {
      const paused = yield* pausedAnswer
      const { stored, layer: store } = shared()
      const { layer } = wireOver(
        store,
        service(() => paused.answer, isNew)
      )
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(layer, scope)
      yield* Effect.provide(start(pair("old")), context)
      const call = yield* Effect.forkChild(Effect.provide(list, context))
      yield* paused.requested
      yield* Fiber.interrupt(call)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* settled
      assert.strictEqual((yield* Effect.flip(Context.get(context, Session).token))._tag, "SessionEnded")
      yield* paused.give(json(200, { token: "new", refresh: "r" }))
      yield* Fiber.join(closing)
      assert.strictEqual(stored.tokens && Redacted.value(stored.tokens.token), "new")
    })
  )
})
