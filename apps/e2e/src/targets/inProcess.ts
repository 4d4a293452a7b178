import * as HttpFetch from "@remote-assist/core/HttpFetch"
import { Region } from "@remote-assist/core/Region"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { address } from "./address.ts"
import { beforeRequests, emulatorTarget, Target } from "./Target.ts"
import type { TargetKind } from "./Target.ts"

// loaded when the first scenario runs
const loadEmulator = Effect.map(
  Effect.promise(() => import("@remote-assist/http-mock")),
  ({ Emulator }) => Emulator
)

// without a socket nothing waits, so timers, signals and output would starve
const yieldingHttp = beforeRequests(Effect.yieldNow)

/** Emulators in this process without a socket, a new one for each scenario. */
export const inProcess = (prefix: string): TargetKind => ({
  name: "emulator in this process",
  isLive: false,
  checkAlive: Effect.void,
  make: () =>
    Layer.unwrap(
      Effect.map(
        Effect.flatMap(loadEmulator, (Emulator) => Emulator.make({})),
        ({ baseUrl, control, demo, fetch }) =>
          Layer.mergeAll(
            Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) }),
            Layer.succeed(Target, emulatorTarget(demo, prefix, control)),
            yieldingHttp.pipe(Layer.provide(HttpFetch.layer), Layer.provide(Layer.succeed(HttpFetch.Fetch, fetch)))
          )
      )
    )
})

/** An emulator of this process with a socket, until the scope ends: each scenario has its own tenant. */
export const onSocket = Effect.fnUntraced(function* (prefix: string) {
  const Emulator = yield* loadEmulator
  const { baseUrl } = Context.get(yield* Layer.build(Emulator.layerServer({ port: 0 })), Emulator)
  const url = new URL(baseUrl.us)
  return { ...(yield* address(url, prefix)), address: url.origin }
})
