import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import * as Drift from "../../src/Drift.ts"
import { EnterpriseUsers } from "../../src/EnterpriseUsers.ts"
import type { Drift as Difference } from "../../src/Errors.ts"
import { Session } from "../../src/Session.ts"
import { json, wire } from "../support/wire.ts"

const pageOf = (count: number, page: unknown = 1) => ({
  entries: Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    token: `token-of-${index}`,
    name: index === 1234 ? 5 : "Ada"
  })),
  total_entries: count,
  total_pages: 1,
  page,
  page_size: count
})

const list = Effect.gen(function* () {
  yield* (yield* Session).start({ token: Redacted.make("token-1") })
  return yield* (yield* EnterpriseUsers).list()
})

describe("a long list", () => {
  it.effect("has all entries in order, with secrets and without invalid fields", () => {
    const { layer } = wire(() => json(200, pageOf(2345)))
    const drifts: Array<Difference> = []
    return Effect.gen(function* () {
      const page = yield* Effect.provideService(list, Drift.Report, (drift) => Effect.sync(() => drifts.push(drift)))
      assert.deepStrictEqual(
        page.entries.map(({ id }) => id),
        Array.from({ length: 2345 }, (_, index) => index + 1)
      )
      assert.isTrue(
        page.entries.every(({ token }, index) => token != null && Redacted.value(token) === `token-of-${index}`)
      )
      assert.deepInclude(page, { total_entries: 2345, page_size: 2345 })
      assert.deepStrictEqual(
        drifts.map(({ path }) => path),
        ["entries.1234.name"]
      )
      assert.notProperty(page.entries[1234], "name")
    }).pipe(Effect.provide(layer))
  })

  it.effect("lets other fibers run while it is decoded, and counts for the timeout", () => {
    const { layer, sent } = wire(() => json(200, pageOf(50_000)))
    return Effect.gen(function* () {
      const call = yield* Effect.forkChild(Effect.flip(list))
      while (sent.length === 0) yield* Effect.yieldNow
      for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
      yield* TestClock.adjust("31 seconds")
      assert.strictEqual((yield* Fiber.join(call))._tag, "TimedOut")
    }).pipe(Effect.provide(layer))
  })
})
