import { Http } from "@remote-assist/core/Http"
import * as HttpFetch from "@remote-assist/core/HttpFetch"
import { Emulator } from "@remote-assist/http-mock"
import type { EmulatorOptions } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { layerTenant } from "./emulated.ts"
import type { TargetKind } from "./Target.ts"

// without a socket nothing waits: timers, signals and output would have no turn before the run is over
const inTurn = Layer.effect(
  Http,
  Effect.map(Http, ({ exchange }) => ({
    exchange: (request, limit) => Effect.andThen(Effect.yieldNow, exchange(request, limit))
  }))
)

/** Emulators in this process without a socket, a fresh one for each scenario. */
export const inProcess = (prefix: string, options: EmulatorOptions = {}): TargetKind => ({
  name: "emulator in this process",
  isLive: false,
  isThere: Effect.void,
  make: () =>
    Layer.unwrap(
      Effect.map(Emulator.make(options), (emulator) =>
        layerTenant(
          emulator,
          prefix,
          inTurn.pipe(Layer.provide(HttpFetch.layer), Layer.provide(Layer.succeed(HttpFetch.Fetch, emulator.fetch)))
        )
      )
    )
})
