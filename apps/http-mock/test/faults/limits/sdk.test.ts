import { assert, it } from "@effect/vitest"
import * as Client from "@remote-assist/core/Client"
import { EnterpriseUsers } from "@remote-assist/core/EnterpriseUsers"
import { Region } from "@remote-assist/core/Region"
import { Policy } from "@remote-assist/core/Retry"
import { Session } from "@remote-assist/core/Session"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { Emulator } from "../../../src/library/Emulator.ts"

const region = Layer.unwrap(
  Effect.map(Emulator, ({ baseUrl, demo }) =>
    Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })
  )
)

const patient = {
  times: 3,
  delay: "1 millis",
  maxRetryAfter: "1 minute",
  attemptTimeout: "1 hour",
  budget: 1000
} as const

const sdk = Layer.provideMerge(
  Layer.provide(Client.layer, Layer.merge(region, Layer.succeed(Policy, patient))),
  Emulator.layer({ rateLimit: "1/20 seconds for EnterpriseUsers.list" })
)

const list = Effect.flatMap(EnterpriseUsers, (users) => users.list())

it.effect("the SDK waits as long as a rate limit requires", () =>
  Effect.gen(function* () {
    const { demo } = yield* Emulator
    yield* (yield* Session).logIn({ email: demo.email, password: Redacted.make(demo.password) })
    const begun = yield* Clock.currentTimeMillis
    yield* list
    const second = yield* Effect.forkChild(Effect.andThen(list, Clock.currentTimeMillis))
    for (let seconds = 0; seconds < 40 && second.pollUnsafe() === undefined; seconds += 1) {
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* TestClock.adjust("1 second")
    }
    const waited = (yield* Fiber.join(second)) - begun
    assert.isAtLeast(waited, 20_000)
    assert.isAtMost(waited, 25_000)
  }).pipe(Effect.provide(sdk))
)
