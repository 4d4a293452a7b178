import { Http } from "@remote-assist/core/Http"
import * as HttpFetch from "@remote-assist/core/HttpFetch"
import * as HttpNode from "@remote-assist/core/HttpNode"
import { Region } from "@remote-assist/core/Region"
import { Emulator } from "@remote-assist/http-mock"
import type { EmulatedTenant } from "@remote-assist/http-mock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { demoWorld, inProcessName, Target } from "./Target.ts"
import type { TargetKind, TargetLayer } from "./Target.ts"

const targetOf = ({ advance, control, demo }: EmulatedTenant, prefix: string) =>
  Target.of({
    ...demoWorld(demo),
    prefix,
    advance,
    mails: (to) => Effect.flatMap(control, ({ outbox }) => Effect.orDie(outbox.list({ query: { to } }))),
    control
  })

/** A tenant of an emulator of this process, in its default world. */
const tenantLayer = (tenant: EmulatedTenant, prefix: string, http: Layer.Layer<Http>): TargetLayer =>
  Layer.mergeAll(
    Region.layer({ name: "us", baseUrl: tenant.baseUrl.us, apiKey: Redacted.make(tenant.demo.apiKey) }),
    Layer.succeed(Target, targetOf(tenant, prefix)),
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
  name: inProcessName,
  isLive: false,
  checkAlive: Effect.void,
  make: () =>
    Layer.unwrap(
      Effect.map(Emulator.make({}), (emulator) =>
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
  const context = yield* Layer.build(Emulator.layerServer({ port: 0 }))
  return socket(Context.get(context, Emulator), prefix, HttpNode.layer)
})
