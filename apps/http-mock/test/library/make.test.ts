import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"

import { Emulator } from "../../src/library/Emulator.ts"
import type { EmulatedTenant } from "../../src/library/Emulator.ts"
import { at, textAt } from "../support/json.ts"

const headers = { "x-service-api-key": "demo-api-key", "content-type": "application/json" }

const logIn = { method: "POST", headers, body: JSON.stringify({ email: "ada@example.com", password: "correct-horse" }) }

const jsonOf = async (answer: Promise<Response>): Promise<unknown> => (await answer).json()

const tokenOf = ({ baseUrl, fetch }: EmulatedTenant): Effect.Effect<string> =>
  Effect.promise(async () => textAt(await jsonOf(fetch(`${baseUrl.us}/api/v1r1/auth`, logIn)), "token"))

const users = ({ baseUrl, fetch }: EmulatedTenant, token: string, init: RequestInit = {}) =>
  Effect.promise(() =>
    jsonOf(fetch(`${baseUrl.us}/api/v1r1/enterprise/users`, { ...init, headers: { ...headers, authorization: token } }))
  )

const add = { method: "POST", body: JSON.stringify({ email: "joan@example.com" }) }

const refused = (request: () => Promise<Response>) =>
  Effect.promise(() =>
    request().then(
      () => undefined,
      (reason: unknown) => reason
    )
  )

describe("Emulator.make", () => {
  it.effect("shares nothing between two emulators", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* Emulator.make(), yield* Emulator.make({ users: 10, apiKeyHeader: "x-own" })]
      const token = yield* tokenOf(one)
      yield* users(one, token, add)
      assert.strictEqual(at(yield* users(one, token), "total_entries"), 5)
      const keyless = yield* users(other, token)
      assert.include(textAt(keyless, "message"), "Send it in the header x-own")
      const own = { ...logIn, headers: { ...headers, "x-own": "demo-api-key" } }
      const theirs = textAt(
        yield* Effect.promise(() => jsonOf(other.fetch(`${other.baseUrl.us}/api/v1r1/auth`, own))),
        "token"
      )
      const answer = yield* Effect.promise(() =>
        jsonOf(
          other.fetch(`${other.baseUrl.us}/api/v1r1/enterprise/users`, {
            headers: { ...own.headers, authorization: theirs }
          })
        )
      )
      assert.strictEqual(at(answer, "total_entries"), 10)
    })
  )

  it.effect("does not end an emulator with the scope of an earlier one", () =>
    Effect.gen(function* () {
      yield* Effect.scoped(Effect.flatMap(Emulator.make(), tokenOf))
      const later = yield* Emulator.make()
      assert.strictEqual(at(yield* users(later, yield* tokenOf(later)), "total_entries"), 4)
    })
  )

  it.effect("uses the clock of the test that created it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2030, 0, 1))
      const { control } = yield* Emulator.make()
      const { clock } = yield* control
      assert.strictEqual((yield* clock.read()).now.epochMilliseconds, Date.UTC(2030, 0, 1))
    })
  )

  it.effect("has a fetch for its own addresses that rejects others in one sentence", () =>
    Effect.gen(function* () {
      const { fetch } = yield* Emulator.make()
      const failure = yield* refused(() => fetch("http://127.0.0.1:4010/us"))
      assert.instanceOf(failure, TypeError)
      assert.strictEqual(
        String(failure),
        "TypeError: fetch failed: http://127.0.0.1:4010/us is not of the emulator at http://emulator.internal. Use a base URL of the emulator."
      )
      assert.instanceOf(yield* refused(() => fetch("/us")), TypeError)
    })
  )

  it.effect("has a handler for requests to any origin", () =>
    Effect.gen(function* () {
      const { handler } = yield* Emulator.make()
      const answer = yield* Effect.promise(() => handler(new Request("https://us.example.com/us/api/v1r1/auth", logIn)))
      assert.strictEqual(answer.status, 200)
    })
  )

  it.effect("breaks the connection of a handler and of a fetch for a fault", () =>
    Effect.gen(function* () {
      const { baseUrl, control, fetch, handler } = yield* Emulator.make()
      const url = `${baseUrl.us}/api/v1r1/enterprise/users`
      const { faults } = yield* control
      yield* faults.make({ payload: { operations: ["*"], does: { kind: "reset" } } })
      for (const request of [() => fetch(url), () => handler(new Request(url))])
        assert.instanceOf(yield* refused(request), TypeError)
    })
  )
})

describe("a tenant of an emulator", () => {
  it.effect("has one control client", () =>
    Effect.gen(function* () {
      const { control } = (yield* Emulator.make()).tenant("mine")
      assert.strictEqual(yield* control, yield* control)
    })
  )

  it.effect("has its own addresses, worlds, clock, e-mails and control client", () =>
    Effect.gen(function* () {
      const emulator = yield* Emulator.make()
      const tenant = emulator.tenant("one")
      assert.strictEqual(tenant.baseUrl.us, `${emulator.baseUrl.us.slice(0, -"/us".length)}/t/one/us`)
      const token = yield* tokenOf(tenant)
      yield* users(tenant, token, add)
      assert.strictEqual(at(yield* users(tenant, token), "total_entries"), 5)
      assert.strictEqual(at(yield* users(emulator, yield* tokenOf(emulator)), "total_entries"), 4)
      assert.isAbove((yield* tenant.outbox("us")).length, (yield* emulator.outbox("us")).length)
      yield* tenant.advance("31 days")
      assert.include(JSON.stringify(yield* users(tenant, token)), "expired")
      for (const none of [Number.NaN, new Date(0), {}, { parsecs: 2 }, [Number.NaN, 0], "soon"])
        assert.match(
          String(Cause.squash(yield* Effect.flip(Effect.sandbox(tenant.advance(none as never))))),
          /is not a duration/
        )
      const before = DateTime.toEpochMillis((yield* (yield* tenant.control).clock.read()).now)
      yield* tenant.advance({ hours: 1, minutes: 1 })
      yield* tenant.advance([60, 0])
      const after = DateTime.toEpochMillis((yield* (yield* tenant.control).clock.read()).now)
      assert.isAtLeast(after - before, 62 * 60_000)
      const [mine, ours] = [yield* tenant.control, yield* emulator.control]
      assert.deepStrictEqual([(yield* mine.clock.read()).machine, (yield* ours.clock.read()).machine], [false, true])
    })
  )

  it.effect("has a handler that needs no tenant name in the path", () =>
    Effect.gen(function* () {
      const emulator = yield* Emulator.make()
      const { handler } = emulator.tenant("one")
      const token = textAt(
        yield* Effect.promise(() => jsonOf(handler(new Request("https://us.example.com/us/api/v1r1/auth", logIn)))),
        "token"
      )
      assert.strictEqual(at(yield* users(emulator.tenant("one"), token), "total_entries"), 4)
      assert.strictEqual(at(yield* users(emulator, token), "code"), 1002)
    })
  )

  it.effect("needs a valid name", () =>
    Effect.gen(function* () {
      const { tenant } = yield* Emulator.make()
      assert.throws(() => tenant("a b"), RangeError, '"a b" is not a valid name of a tenant. Use 1 to 64 letters')
    })
  )
})

describe("an emulator on a socket", () => {
  it.effect("has a handler, a fetch and a control client that need no socket", () =>
    Effect.gen(function* () {
      const emulator = yield* Emulator
      assert.match(emulator.baseUrl.us, /^http:\/\/127\.0\.0\.1:\d+\/us$/)
      const token = yield* tokenOf(emulator)
      yield* users(emulator, token, add)
      const listed = yield* Effect.promise(() =>
        jsonOf(
          globalThis.fetch(`${emulator.baseUrl.us}/api/v1r1/enterprise/users`, {
            headers: { ...headers, authorization: token }
          })
        )
      )
      assert.strictEqual(at(listed, "total_entries"), 5)
      const { outbox } = yield* emulator.control
      const [mail] = yield* outbox.list({ query: { kind: "confirmation" } })
      assert.include(mail?.link, `${emulator.baseUrl.us}/api/v1/register/confirm`)
    }).pipe(Effect.provide(Emulator.layerServer({ port: 0 })))
  )

  it.effect("has a control client even on the network without a control token", () =>
    Effect.gen(function* () {
      const { control } = yield* Emulator
      const { clock } = yield* control
      assert.isTrue((yield* clock.read()).machine)
    }).pipe(Effect.provide(Emulator.layerServer({ port: 0, host: "0.0.0.0" })))
  )
})
