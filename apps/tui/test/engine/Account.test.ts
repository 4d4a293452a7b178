import { Session } from "@remote-assist/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { expect, test } from "vitest"

import { Account } from "../../src/engine/Account.ts"
import { services } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const run = <A>(test: Effect.Effect<A, unknown, Account | Session.Session>, wire = Wire.make(undefined)) =>
  Effect.runPromise(Effect.provide(Effect.scoped(test), services(wire)))

const storedSession = Effect.gen(function* () {
  const session = yield* Session.Session
  yield* session.logIn({ email: "ada@example.com", password: Redacted.make("correct-horse") })
})

test("resumes a stored session without a request", async () => {
  const wire = Wire.make(undefined)
  const state = await run(
    Effect.gen(function* () {
      yield* storedSession
      const account = yield* Account
      wire.requests.length = 0
      expect(yield* account.resume({ who: "ada@example.com" })).toBe(true)
      return account.state.get()
    }),
    wire
  )
  expect(state).toMatchObject({ who: "ada@example.com", id: "101", dataOf: "User:101", busy: false })
  expect(wire.requests).toEqual([])
})

test("reports that there is no stored session", async () => {
  const state = await run(
    Effect.gen(function* () {
      const account = yield* Account
      expect(yield* account.resume({ who: "ada@example.com" })).toBe(false)
      return account.state.get()
    })
  )
  expect(state).toMatchObject({ who: undefined, busy: false, problem: { kind: "session", todo: "Log in again." } })
})

test("reports that an expired session could not be renewed", async () => {
  const claims = Buffer.from(JSON.stringify({ sub: "User:101", exp: 1000 })).toString("base64url")
  const state = await run(
    Effect.gen(function* () {
      const session = yield* Session.Session
      yield* session.start({ token: Redacted.make(`e30.${claims}.x`), refresh: Redacted.make("nonsense") })
      const account = yield* Account
      expect(yield* account.resume({ who: "ada@example.com" })).toBe(false)
      return account.state.get()
    })
  )
  expect(state.problem?.what).toContain("The session could not be renewed")
})
