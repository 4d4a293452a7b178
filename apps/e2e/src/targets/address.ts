import * as HttpNode from "@remote-assist/core/HttpNode"
import { Region } from "@remote-assist/core/Region"
import { Control } from "@remote-assist/http-mock/Control"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { temporary } from "../recorder/Cleanup.ts"
import { Target, TargetLost, checkAnswer, emulatorTarget, get, withAdvice, withControlTimeout } from "./Target.ts"
import type { TargetKind, TargetLayer } from "./Target.ts"

const Index = Schema.fromJsonString(
  Schema.Struct({
    api_key_header: Schema.String,
    demo: Schema.Struct({
      apiKey: Schema.String,
      email: Schema.String,
      password: Schema.String,
      personalAccessToken: Schema.String,
      inviteUrl: Schema.String,
      aliasRefreshToken: Schema.String,
      confirmationToken: Schema.String,
      newEmailToken: Schema.String
    })
  })
)
type Index = typeof Index.Type

const readIndex = Effect.fnUntraced(function* (origin: string) {
  const unreachable = (reason: string) => new TargetLost({ message: `No scenario was run: ${origin} ${reason}` })
  const body = yield* Effect.mapError(get(origin, "10 seconds"), (reason) =>
    unreachable(withAdvice(reason, "Start an emulator with remote-assist-mock, or give its address."))
  )
  return yield* Effect.mapError(Schema.decodeEffect(Index)(body), () =>
    unreachable("is not an emulator with a demo world. For a live service use --target live.")
  )
})

/** Drops a tenant, which exists only if a request has reached it. */
export const dropTenant = Effect.fnUntraced(function* (name: string) {
  const { tenants } = yield* Control
  yield* Effect.catchTag(withControlTimeout(tenants.drop({ params: { name } })), "NotFoundProblem", () => Effect.void)
})

const layerTenant = (origin: string, tenant: string, { api_key_header, demo }: Index, prefix: string): TargetLayer =>
  Layer.merge(
    Region.layer({
      name: "us",
      baseUrl: `${origin}/t/${tenant}/us`,
      apiKey: Redacted.make(demo.apiKey),
      apiKeyHeader: api_key_header
    }),
    Layer.effect(
      Target,
      Effect.gen(function* () {
        const control = yield* Control
        yield* temporary({ kind: "tenant", id: tenant, create: Effect.void, remove: dropTenant(tenant) })
        return emulatorTarget(demo, prefix, Effect.succeed(control))
      })
    ).pipe(Layer.provide(Control.layerFetch({ origin, tenant })))
  ).pipe(Layer.merge(HttpNode.layer))

/** The emulator at an address such as `http://127.0.0.1:4010`: each scenario has its own tenant. */
export const address = Effect.fnUntraced(function* (url: URL, prefix: string) {
  const index = yield* Effect.provide(readIndex(url.origin), HttpNode.layer)
  const name = `emulator at ${url.origin}`
  const kind: TargetKind = {
    name,
    isLive: false,
    checkAlive: Effect.provide(
      checkAnswer(`The target is lost: the ${name}`, url.origin, "Restart it and rerun the scenarios."),
      HttpNode.layer
    ),
    make: (tenant) => layerTenant(url.origin, tenant, index, prefix)
  }
  return kind
})
