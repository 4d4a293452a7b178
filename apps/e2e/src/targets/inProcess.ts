import { Http } from "@remote-assist/core/Http"
import * as HttpFetch from "@remote-assist/core/HttpFetch"
import * as HttpNode from "@remote-assist/core/HttpNode"
import { Region } from "@remote-assist/core/Region"
import type { EmulatedTenant, Emulator } from "@remote-assist/http-mock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { emulatorTarget, Target } from "./Target.ts"
import type { TargetKind, TargetLayer } from "./Target.ts"

// loaded when the first scenario runs
const loadEmulator = Effect.map(
  Effect.promise(() => import("@remote-assist/http-mock")),
  ({ Emulator }) => Emulator
)

/** A tenant of an emulator of this process, in its default world. */
const tenantLayer = (
  { baseUrl, control, demo }: EmulatedTenant,
  prefix: string,
  http: Layer.Layer<Http>
): TargetLayer =>
  Layer.mergeAll(
    Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) }),
    Layer.succeed(Target, emulatorTarget(demo, prefix, control)),
    http
  )

/** Drops a tenant after its scenario: a run may have thousands, and each tenant keeps a journal. */
const dropAtEnd = (emulator: Emulator["Service"], name: string) =>
  Layer.effectDiscard(
    Effect.addFinalizer(() =>
      Effect.ignore(Effect.flatMap(emulator.control, ({ tenants }) => tenants.drop({ params: { name } })))
    )
  )

/** An emulator of this process with a socket: each scenario has its own tenant. */
export const socket = (emulator: Emulator["Service"], prefix: string, http: Layer.Layer<Http>): TargetKind => ({
  name: `emulator at ${emulator.baseUrl.us}`,
  address: new URL(emulator.baseUrl.us).origin,
  isLive: false,
  checkAlive: Effect.void,
  make: (name) =>
    Layer.unwrap(
      Effect.sync(() => Layer.merge(tenantLayer(emulator.tenant(name), prefix, http), dropAtEnd(emulator, name)))
    )
})

// without a socket nothing waits, so timers, signals and output would starve
const yieldingHttp = Layer.effect(
  Http,
  Effect.map(Http, ({ exchange }) => ({
    exchange: (request, limit) => Effect.andThen(Effect.yieldNow, exchange(request, limit))
  }))
)

/** Emulators in this process without a socket, a new one for each scenario. */
export const inProcess = (prefix: string): TargetKind => ({
  name: "emulator in this process",
  isLive: false,
  checkAlive: Effect.void,
  make: () =>
    Layer.unwrap(
      Effect.map(
        Effect.flatMap(loadEmulator, (Emulator) => Emulator.make({})),
        (emulator) =>
          tenantLayer(
            emulator,
            prefix,
            yieldingHttp.pipe(
              Layer.provide(HttpFetch.layer),
              Layer.provide(Layer.succeed(HttpFetch.Fetch, emulator.fetch))
            )
          )
      )
    )
})

/** An emulator with a socket, until the scope ends. */
export const onSocket = Effect.fnUntraced(function* (prefix: string) {
  const Emulator = yield* loadEmulator
  const context = yield* Layer.build(Emulator.layerServer({ port: 0 }))
  return socket(Context.get(context, Emulator), prefix, HttpNode.layer)
})
