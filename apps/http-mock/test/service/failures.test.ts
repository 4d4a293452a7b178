import { assert, layer } from "@effect/vitest"
import { Auth } from "@remote-assist/core/Auth"
import { Calls } from "@remote-assist/core/Calls"
import * as Client from "@remote-assist/core/Client"
import { operations } from "@remote-assist/core/Contract"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import * as Failure from "@remote-assist/core/Failure"
import { Pods } from "@remote-assist/core/Pods"
import { Region } from "@remote-assist/core/Region"
import { Policy } from "@remote-assist/core/Retry"
import { Session } from "@remote-assist/core/Session"
import { Tokens } from "@remote-assist/core/Tokens"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { fault, noFaults } from "../faults/support/fault.ts"
import { once } from "../faults/support/strictSdk.ts"
import { originOf } from "../support/control.ts"
import { calls, credentials } from "../support/everyCall.ts"
import { holds, refusals } from "./support/rejectedRequests.ts"
import type { Cause } from "./support/rejectedRequests.ts"

const client = (apiKey?: string) =>
  Layer.unwrap(
    Effect.map(Emulator, ({ baseUrl, demo }) =>
      Client.layer.pipe(
        Layer.provide([
          Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(apiKey ?? demo.apiKey) }),
          Layer.succeed(Policy, once)
        ])
      )
    )
  )

const control = Layer.unwrap(Effect.map(originOf, (origin) => Control.layer({ origin })))

const emulator = Layer.provideMerge(
  Layer.merge(client(), control),
  Emulator.layer({ gaps: { "users.own-account": "refused" } })
)

const holding = (error: unknown) =>
  Object.entries(Failure)
    .flatMap(([name, predicate]) => (predicate(error) ? [name] : []))
    .toSorted()

const text = (error: unknown) => (error instanceof Error ? error.message : String(error))

const assertRead = (name: string, error: unknown, cause: Cause) =>
  assert.deepStrictEqual(holding(error), [...holds[cause]], `${name}: ${text(error)}`)

layer(emulator)("an error of the emulator", (it) => {
  for (const [who, table] of Object.entries(refusals)) {
    it.effect.each(Object.entries(table).map(([name, [cause, act]]) => [name, cause, act] as const))(
      `is read by the predicates of its cause: to ${who}, %s`,
      ([name, cause, act]) =>
        Effect.gen(function* () {
          if (who !== "a guest") yield* (yield* Session).logIn({ ...credentials, email: who })
          assertRead(name, yield* Effect.flip(act), cause)
        })
    )
  }

  it.effect("matches the predicates of its cause: every operation, with a wrong API key", () =>
    Effect.gen(function* () {
      const session = yield* Session
      yield* session.logIn(credentials)
      const token = yield* session.token
      yield* Effect.gen(function* () {
        yield* (yield* Session).start({ token })
        for (const [id, act] of Object.entries(calls)) assertRead(id, yield* Effect.flip(act), "apiKey")
      }).pipe(Effect.provide(Layer.fresh(client("wrong-key"))))
    })
  )

  it.effect("matches the predicates of its cause: every operation with a user token, without a valid one", () =>
    Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("nonsense") })
      for (const { id, takesUserToken } of operations)
        if (takesUserToken) assertRead(id, yield* Effect.flip(calls[id]), "token")
    })
  )

  it.effect.each([
    [500, "internal", "v1"],
    [429, "rateLimited", "v"],
    [503, "internal", "v"]
  ] as const)("matches the predicates of its cause: every operation, with %i", ([status, cause, version]) =>
    Effect.gen(function* () {
      yield* (yield* Session).start({ token: Redacted.make("any") })
      for (const operation of operations.filter((one) => one.version === version || version === "v")) {
        yield* fault({ operations: [operation.id], does: { kind: "status", status } })
        const error = yield* Effect.flip(calls[operation.id])
        yield* noFaults
        assertRead(operation.id, error, cause)
      }
    })
  )

  it.effect("matches the predicates of its cause: a deactivated user", () =>
    Effect.gen(function* () {
      const session = yield* Session
      yield* session.logIn({ ...credentials, email: "linus" })
      const theirs = yield* session.token
      yield* session.logIn(credentials)
      const users = yield* EnterpriseUsers
      const { entries } = yield* users.list({ filter: "username=linus" })
      for (const { id } of entries) yield* users.deactivate(id)
      const auth = yield* Auth
      const again = { ...credentials, email: "linus" }
      assertRead("/v1", yield* Effect.flip(auth.logIn(again)), "inactive")
      assertRead("/v1r1", yield* Effect.flip(auth.logInV1R1(again)), "inactive")
      yield* session.start({ token: theirs })
      assertRead("their token", yield* Effect.flip((yield* Pods).list()), "inactive")
      assertRead("their token, of a call", yield* Effect.flip((yield* Calls).list()), "inactive")
    })
  )

  it.effect("matches the predicates of its cause: an expired token", () =>
    Effect.gen(function* () {
      const session = yield* Session
      yield* session.logIn(credentials)
      const token = yield* session.token
      yield* Effect.flatMap(Emulator, ({ advance }) => advance("31 days"))
      yield* session.start({ token })
      assertRead("/v1", yield* Effect.flip((yield* Calls).list()), "expired")
      assertRead("/v1r1", yield* Effect.flip((yield* Pods).list()), "expired")
      assertRead("inspected", yield* Effect.flip((yield* Tokens).info(token)), "expired")
    })
  )
})
