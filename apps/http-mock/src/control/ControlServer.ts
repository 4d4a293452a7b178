import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"

import type { Tenants } from "../tenants/Tenants.ts"
import { problem } from "../wire/errors.ts"
import { explainJsonError, formatSchemaError, issuesOf } from "../world/json.ts"
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

/** Returns the error response for a query that the endpoint does not accept, or `undefined`. */
const checkQuery = ({
  method,
  url
}: HttpServerRequest.HttpServerRequest): HttpServerResponse.HttpServerResponse | undefined => {
  const [path = "", query = ""] = url.split("?", 2)
  const [name] = new URLSearchParams(query).keys()
  const verb = method === "HEAD" ? "GET" : method
  return name !== undefined && findEndpoint(verb, path)?.takesQuery === false
    ? problem(400, "Bad Request", `${verb} ${path} has no query parameters. Remove ${name.slice(0, 100)}.`)
    : undefined
}

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

/** Explains why a request is invalid. */
const invalidRequests = HttpApiMiddleware.layerSchemaErrorTransform(
  HttpApiMiddleware.ProblemDetails,
  Effect.fnUntraced(function* (error) {
    if (error.kind === "Body" || error.kind === "ResponseHeaders") return yield* Effect.die(error)
    const slot = error.kind === "Payload" ? "body" : error.kind.toLowerCase()
    const reason = formatSchemaError(error.cause, slot)
    const { text } = yield* HttpServerRequest.HttpServerRequest
    const detail = reason.endsWith("a valid JSON body")
      ? `Cannot use the body: ${explainJsonError(yield* Effect.orDie(text), "Send JSON")}.`
      : `${reason}.`
    return yield* new BadRequestProblem({ detail, errors: issuesOf(error.cause, slot) })
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
    return Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const error = checkQuery(request)
      return error === undefined ? served : Effect.succeed(error)
    })
  })
)
