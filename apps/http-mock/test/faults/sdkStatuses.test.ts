import { assert, layer } from "@effect/vitest"
import { Session } from "@remote-assist/core/Session"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"

import { documented } from "../../src/control/evidence.ts"
import { Control } from "../../src/library/Control.ts"
import { Emulator } from "../../src/library/Emulator.ts"
import { calls, credentials } from "../support/everyCall.ts"
import { fault, noFaults } from "./support/fault.ts"
import { sdk } from "./support/strictSdk.ts"

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
