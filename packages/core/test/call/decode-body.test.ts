import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import * as Drift from "../../src/Drift.ts"
import { EnterpriseUser } from "../../src/EnterpriseUsers.ts"
import { makeBodyDecoder } from "../../src/internal/call/decodeBody.ts"
import { Pods } from "../../src/Pods.ts"
import { Session } from "../../src/Session.ts"
import { json, wire } from "../support/wire.ts"

describe("the decoder of a body", () => {
  it.effect("leaves out what a field named __proto__ holds", () =>
    Effect.gen(function* () {
      const { value } = yield* makeBodyDecoder([EnterpriseUser])(JSON.parse('{"__proto__":{"name":"Eve"},"id":1}'))
      assert.deepStrictEqual<unknown>(value, { id: 1 })
      assert.strictEqual(Object.getPrototypeOf(value), Object.prototype)
    })
  )

  it.effect("names the schema of a whole body that does not match", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(makeBodyDecoder([EnterpriseUser])("text"))
      assert.strictEqual(error.message, "it must be an object")
    })
  )
})

describe("a call", () => {
  it.effect("times out if the report of a drift never ends", () => {
    const page = { entries: [{ id: 1, name: 5 }], total_entries: 1, total_pages: 1, page: 1, page_size: 20 }
    const { layer } = wire(() => json(200, page))
    return Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("token-1") })
      const list = (yield* Pods).list().pipe(Effect.provideService(Drift.Report, () => Effect.never))
      const call = yield* Effect.forkChild(Effect.flip(list), { startImmediately: true })
      for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
      yield* TestClock.adjust("31 seconds")
      assert.strictEqual((yield* Fiber.join(call))._tag, "TimedOut")
    }).pipe(Effect.provide(layer))
  })
})
