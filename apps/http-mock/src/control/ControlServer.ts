import { explainJsonError } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"

import type { Tenants } from "../tenants/Tenants.ts"
import { unknownParameter } from "../wire/errors.ts"
import { formatSchemaError, issuesOf, missingBody } from "../world/json.ts"
import * as Calls from "./calls.ts"
import * as Clock from "./clock.ts"
import { AllTenants } from "./context.ts"
import type { CurrentEmulator, CurrentTenant } from "./context.ts"
import { ControlApi, findEndpoint } from "./ControlApi.ts"
import * as Evidence from "./evidence.ts"
import * as Faults from "./faults.ts"
import * as Gaps from "./gaps.ts"
import { BadRequestProblem } from "./group.ts"
import * as Journal from "./journal.ts"
import * as Outbox from "./outbox.ts"
import * as RateLimit from "./rateLimit.ts"
import * as State from "./state.ts"
import * as TenantsHttp from "./tenants.ts"

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

const explainBody = (text: string, error: Schema.SchemaError) => {
  if (text.trim() === "") return missingBody(error)
  // the issues of schemas have other tags
  if (error.issue._tag === "InvalidValue") return `Cannot use the body: ${explainJsonError(text)}.`
  return `${formatSchemaError(error, "body")}.`
}

/** Explains why a request is invalid. */
const invalidRequests = HttpApiMiddleware.layerSchemaErrorTransform(
  HttpApiMiddleware.ProblemDetails,
  Effect.fnUntraced(function* ({ cause, kind }) {
    if (kind === "Body" || kind === "ResponseHeaders") return yield* Effect.die(cause)
    const { text } = yield* HttpServerRequest.HttpServerRequest
    const slot = kind === "Payload" ? "body" : kind.toLowerCase()
    const detail =
      kind === "Payload" ? explainBody(yield* Effect.orDie(text), cause) : `${formatSchemaError(cause, slot)}.`
    return yield* new BadRequestProblem({ detail, errors: issuesOf(cause, slot) })
  })
)

type Served = HttpRouter.HttpRouter | HttpRouter.Request<"Requires", AllTenants | CurrentEmulator | CurrentTenant>

const routes: Layer.Layer<never, never, Served> = HttpApiBuilder.layer(ControlApi).pipe(
  Layer.provide(groups),
  Layer.provide(invalidRequests),
  Layer.provide(HttpServer.layerServices)
)

/** Creates a function that handles requests to the control plane of some tenants. */
export const make = HttpRouter.toHttpEffect(routes).pipe(
  // the schemas of the parameters limit their length, with an error that names it
  Effect.provideService(HttpRouter.RouterConfig, { maxParamLength: Number.MAX_SAFE_INTEGER }),
  Effect.map((answer) => (tenants: Tenants) => {
    const served = Effect.provideService(answer, AllTenants, tenants)
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ method, url }) => {
      const takesQuery = findEndpoint(method === "HEAD" ? "GET" : method, url.split("?", 1)[0] ?? "")?.takesQuery
      const error = takesQuery === false ? unknownParameter(url) : undefined
      return error === undefined ? served : Effect.succeed(error)
    })
  })
)
