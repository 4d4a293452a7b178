import { assert, layer } from "@effect/vitest"
import * as Client from "@remote-assist/core/Client"
import { Region } from "@remote-assist/core/Region"
import { Policy } from "@remote-assist/core/Retry"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import { documented } from "../../src/control/evidence.ts"
import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { originOf } from "../support/control.ts"
import { calls, credentials } from "../support/everyCall.ts"
import { fault, noFaults } from "./support/fault.ts"

const once = { times: 0, delay: "1 millis", maxRetryAfter: 0, attemptTimeout: "1 hour", budget: 0 } as const

const sdk = Layer.unwrap(
  Effect.gen(function* () {
    const { baseUrl, demo } = yield* Emulator
    const region = Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })
    return Layer.merge(Client.layer, Control.layer({ origin: yield* originOf })).pipe(
      Layer.provide([region, Layer.succeed(Policy, once)])
    )
  })
)

layer(Layer.provideMerge(sdk, Emulator.layer()))("the SDK", (it) => {
  it.effect("returns every documented status of every operation as a result or a typed error", () =>
    Effect.gen(function* () {
      yield* (yield* Session).logIn(credentials)
      for (const [operation, ask] of Record.toEntries(calls)) {
        for (const { status } of documented.filter((row) => row.operation === operation && row.status !== 200)) {
          yield* fault({ operations: [operation], does: { kind: "status", status } })
          const error = yield* Effect.flip(ask)
          yield* noFaults
          assert.match(error._tag, /^Error(V1|V1R1|Text)$/, `${operation} ${status}`)
          assert.strictEqual(error.status, status, operation)
        }
        yield* ask
      }
      const { documented: rows } = yield* (yield* Control).evidence.read()
      assert.deepStrictEqual(
        rows.filter(({ drivers }) => !drivers.includes("sdk")),
        []
      )
    })
  )
})
