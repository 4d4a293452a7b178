import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"

import type { Tenants } from "../tenants/Tenants.ts"
import * as Calls from "./calls/http.ts"
import * as Clock from "./clock/http.ts"
import { Registry } from "./context/Registry.ts"
import { ControlApi } from "./ControlApi.ts"
import * as Evidence from "./evidence/http.ts"
import * as Faults from "./faults/http.ts"
import * as Gaps from "./gaps/http.ts"
import * as Journal from "./journal/http.ts"
import * as Outbox from "./outbox/http.ts"
import { refusedQuery } from "./query.ts"
import * as RateLimit from "./rateLimit/http.ts"
import * as State from "./state/http.ts"
import * as TenantsHttp from "./tenants/http.ts"

const groups = Layer.mergeAll(
  TenantsHttp.layer,
  Clock.layer,
  State.layer,
  Outbox.layer,
  Calls.layer,
  Gaps.layer,
  Faults.layer,
  RateLimit.layer,
  Journal.layer,
  Evidence.layer
)

type Served = HttpRouter.HttpRouter | HttpRouter.Request<"Requires", Registry>

const routes: Layer.Layer<never, never, Served> = HttpApiBuilder.layer(ControlApi, {
  openapiPath: "/__mock/control.json"
}).pipe(
  Layer.provide(groups),
  Layer.provide(HttpApiMiddleware.layerProblemDetails({ includeDetails: true })),
  Layer.provide(HttpServer.layerServices)
)

/** Makes what answers requests to the control plane of some tenants. */
export const make = HttpRouter.toHttpEffect(routes).pipe(
  Effect.map((answer) => (tenants: Tenants) => {
    const served = Effect.provideService(answer, Registry, tenants)
    return Effect.flatMap(HttpServerRequest, (request) => {
      const refused = refusedQuery(request)
      return refused === undefined ? served : Effect.succeed(refused)
    })
  })
)
