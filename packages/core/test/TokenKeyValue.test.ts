import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as KeyValueStore from "effect/persistence/KeyValueStore"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"

import * as TokenKeyValue from "../src/TokenKeyValue.ts"
import { TokenStore } from "../src/TokenStore.ts"

const layer = TokenKeyValue.layer("session").pipe(Layer.provideMerge(KeyValueStore.layerMemory))

describe("TokenKeyValue", () => {
  it.effect("keeps tokens under its key of any store, and forgets them", () =>
    Effect.gen(function* () {
      const store = yield* TokenStore
      const values = yield* KeyValueStore.KeyValueStore
      assert.deepStrictEqual(yield* store.load, Option.none())
      yield* store.save({ token: Redacted.make("token-1"), refresh: Redacted.make("refresh-1") })
      assert.strictEqual(yield* values.get("session"), '{"token":"token-1","refresh":"refresh-1"}')
      const loaded = Option.getOrThrow(yield* store.load)
      assert.strictEqual(Redacted.value(loaded.token), "token-1")
      yield* store.clear
      assert.strictEqual(yield* values.has("session"), false)
    }).pipe(Effect.provide(layer))
  )

  it.effect("takes a lock that is not re-entrant once for each change, and for a renewal that saves", () =>
    Effect.gen(function* () {
      const semaphore = yield* Semaphore.make(1)
      let taken = 0
      const locked = TokenKeyValue.layer("session", (effect) =>
        semaphore.withPermit(
          Effect.andThen(
            Effect.sync(() => (taken += 1)),
            effect
          )
        )
      )
      const store = yield* Effect.provide(TokenStore, locked)
      const tokens = { token: Redacted.make("token-1") }
      yield* store.save(tokens)
      yield* store.exclusive(Effect.andThen(store.load, store.exclusive(store.save(tokens))))
      yield* store.clear
      assert.strictEqual(taken, 3)
    }).pipe(Effect.provide(KeyValueStore.layerMemory))
  )

  it.effect("names the key of an invalid value", () =>
    Effect.gen(function* () {
      yield* (yield* KeyValueStore.KeyValueStore).set("session", "nonsense")
      const error = yield* Effect.flip((yield* TokenStore).load)
      assert.match(error.message, /could not be read or stored in session/)
    }).pipe(Effect.provide(layer))
  )
})
