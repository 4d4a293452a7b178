import type { Http } from "@remote-assist/core/Http"
import { Region } from "@remote-assist/core/Region"
import type { EmulatedTenant, Emulator } from "@remote-assist/http-mock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { demoWorld } from "./demoWorld.ts"
import { Target } from "./Target.ts"
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
export const layerTenant = (tenant: EmulatedTenant, prefix: string, http: Layer.Layer<Http>): TargetLayer =>
  Layer.mergeAll(
    Region.layer({ name: "us", baseUrl: tenant.baseUrl.us, apiKey: Redacted.make(tenant.demo.apiKey) }),
    Layer.succeed(Target, targetOf(tenant, prefix)),
    http
  )

/** Drops a tenant in the end: thousands may come after it, with a journal each. */
const dropped = (emulator: Emulator["Service"], name: string) =>
  Layer.effectDiscard(
    Effect.addFinalizer(() =>
      Effect.ignore(Effect.flatMap(emulator.control, ({ tenants }) => tenants.drop({ params: { name } })))
    )
  )

/** An emulator of this process with a socket: each scenario has a tenant of its own, dropped afterwards. */
export const socket = (emulator: Emulator["Service"], prefix: string, http: Layer.Layer<Http>): TargetKind => ({
  name: `emulator at ${emulator.baseUrl.us}`,
  address: new URL(emulator.baseUrl.us).origin,
  isLive: false,
  isThere: Effect.void,
  make: (name) =>
    Layer.unwrap(
      Effect.sync(() => Layer.merge(layerTenant(emulator.tenant(name), prefix, http), dropped(emulator, name)))
    )
})
