import * as Client from "@remote-assist/core/Client"
import * as Drift from "@remote-assist/core/Drift"
import { Region } from "@remote-assist/core/Region"
import { Policy } from "@remote-assist/core/Retry"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { Control } from "../../../src/library/Control.ts"
import { Emulator } from "../../../src/library/Emulator.ts"
import { originOf } from "../../support/control.ts"

/** A retry policy without retries. */
export const once = { times: 0, delay: "1 millis", maxRetryAfter: 0, attemptTimeout: "1 hour", budget: 0 } as const

/** The SDK without retries, and the control plane. */
export const sdk = Layer.unwrap(
  Effect.gen(function* () {
    const { baseUrl, demo } = yield* Emulator
    const region = Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) })
    return Layer.merge(Client.layer, Control.layer({ origin: yield* originOf })).pipe(
      Layer.provide([region, Layer.succeed(Policy, once)])
    )
  })
)

/** An emulator, its control plane, and the SDK with strict decoding and without retries. */
export const strictSdk = () => sdk.pipe(Layer.provideMerge(Drift.layerStrict), Layer.provideMerge(Emulator.layer()))
