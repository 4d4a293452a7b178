import { RegionName } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import type * as Scope from "effect/Scope"

import type { Access } from "../control/access.ts"
import * as ControlHandler from "../control/ControlHandler.ts"
import { answerOwn, isOwn } from "../control/ownRoutes.ts"
import { faultsOf, limitsOf } from "../faults/registry.ts"
import { handlersOf } from "../handlers/registry.ts"
import * as Enterprises from "../tenants/enterprises.ts"
import { isLost, isTaken } from "../tenants/RequestContext.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import { isDue, settle } from "../tenants/Tenant.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { defaultTenant, inTenant, isTenantName, tenantHeader, whyNoTenantName } from "../tenants/TenantName.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import type { Upstream } from "../upstream/Upstream.ts"
import type { Cors } from "../wire/cors.ts"
import { errorResponse, problem } from "../wire/errors.ts"
import { bearerToken, headerOf, matched, operationFor } from "../wire/request.ts"
import { mapMaybe, toEffect } from "../wire/response.ts"
import type { Answer, MaybeEffect } from "../wire/response.ts"
import { recordingsPath } from "../world/calls/recordingAddress.ts"
import { defaultOption } from "../world/gaps/options.ts"
import { serviceError } from "../world/ServiceError.ts"
import { crossOrigin, encoded, overHttp } from "./http.ts"
import { logged, reached, readWhole, record, recordStream } from "./record.ts"
import { handlerAnswer, serviceAnswer } from "./service.ts"

type Request = HttpServerRequest.HttpServerRequest

type Response = HttpServerResponse.HttpServerResponse

type MaybeAnswer = MaybeEffect<Response, Request | Scope.Scope>

/** What takes part in the answer to every request. */
interface Parts {
  readonly tenants: Tenants
  readonly upstream: Upstream | undefined
}

// node dates its answers itself, by the machine's time; one that a fault leaves as it is has its date
const dated =
  ({ deployment: { now }, tenant: { clock } }: RequestContext) =>
  (response: Response) =>
    clock.pace() === undefined || "date" in response.headers
      ? response
      : HttpServerResponse.setHeader(response, "date", new Date(now()).toUTCString())

/** Counts an answer that a client has had of the service as evidence. */
const counted = (context: RequestContext, { tenants: { evidence } }: Parts, answer: MaybeAnswer): MaybeAnswer =>
  mapMaybe(answer, (response) => {
    const { handler, isPassed, operation, request } = context
    if (operation !== undefined && !isLost(context) && !isPassed && handler === undefined)
      evidence.note({
        operation: operation.id,
        headers: request.headers,
        status: response.status,
        faulty: isTaken(context)
      })
    return response
  })

/** Lets a request through to its answer by the rate limits of its tenant, if there are any. */
const throughLimits = (context: RequestContext, answer: () => MaybeAnswer): MaybeAnswer => {
  const limits = limitsOf(context.tenant)
  return limits === undefined ? answer() : mapMaybe(limits.around(answer, context), dated(context))
}

/** The same by the faults of its tenant. */
const throughFaults = (context: RequestContext, answer: () => MaybeAnswer): MaybeAnswer => {
  const faults = faultsOf(context.tenant)
  if (faults === undefined) return answer()
  const whole = Effect.suspend(() => Effect.flatMap(toEffect(answer()), readWhole))
  return Effect.map(faults.around(whole, context), dated(context))
}

/** The answer of the upstream if the request is for it, else that of the service. */
const unhandled = (context: RequestContext, { upstream }: Parts, isForUpstream: boolean): MaybeAnswer => {
  if (upstream === undefined) return serviceAnswer(context)
  if (!isForUpstream) return encoded(context.request) ?? serviceAnswer(context)
  context.isPassed = true
  reached(context, context.body)
  return upstream.pass(context)
}

/** The answer of a handler, or else of the upstream or the service. */
const answered = (context: RequestContext, parts: Parts): MaybeAnswer => {
  const { deployment, operation, region, tenant } = context
  const isForUpstream = parts.upstream?.takes(region, operation) === true
  const handlers = handlersOf(parts.tenants, tenant.name)
  const served = (response: Response) => {
    const sent = dated(context)(response)
    if (deployment.exchange !== undefined) deployment.exchange.served = sent
    return sent
  }
  if (handlers === undefined && !isForUpstream) return mapMaybe(unhandled(context, parts, isForUpstream), served)
  const handled = handlers === undefined ? Effect.undefined : handlerAnswer(handlers, context, isForUpstream)
  return handled.pipe(
    Effect.flatMap((response) => toEffect(response ?? unhandled(context, parts, isForUpstream))),
    Effect.flatMap((response) => toEffect(recordStream(deployment.exchange, response))),
    Effect.map((response) => (context.isPassed ? response : served(response)))
  )
}

/** The way of a request to the service: log, evidence, journal, rate limits, faults; then handler, upstream or service. */
const inRegion = (context: RequestContext, parts: Parts): Answer =>
  logged(context, () =>
    counted(
      context,
      parts,
      record(context, () => throughLimits(context, () => throughFaults(context, () => answered(context, parts))))
    )
  )

// most who get an address never follow it
const recordings = Effect.promise(() => import("../service/recordings.ts"))

/**
 * Answers a request for a recording: a file beside the service, so that there is no journal entry and no evidence of it,
 * and neither faults nor handlers nor another service have a part in it.
 */
const recording = (context: RequestContext): Answer => {
  const { deployment, path, query, request, tenant } = context
  const settled = isDue(deployment) ? settle(deployment, tenant.save) : Effect.void
  return Effect.map(
    logged(context, () =>
      Effect.zipWith(recordings, settled, ({ answer }) => answer(request, deployment, path, query))
    ),
    dated(context)
  )
}

const serviceUrl = new RegExp(`^/(${RegionName.literals.join("|")})(/[^?]*)?(\\?.*)?$`, "s")

const isRegion = (name: string | undefined): name is RegionName => name === "us" || name === "eu"

const refuseName = (name: string, method: string, url: string, path: string) =>
  isOwn(url)
    ? problem(400, "Bad Request", whyNoTenantName(name))
    : errorResponse(operationFor(method, path), path, serviceError("badInput", whyNoTenantName(name)), defaultOption)

/** The tenant that a request works in: that of the registered enterprise whose API key it carries, else the one that it names. */
const enterpriseTenant = (
  tenants: Tenants,
  tenant: Tenant,
  region: RegionName,
  apiKeyHeader: string,
  request: Request
): Tenant => {
  if (MutableRef.get(tenant.regions[region].world).enterprises.length === 0) return tenant
  const key = headerOf(request, apiKeyHeader) ?? bearerToken(request)
  const name = key === undefined ? undefined : Enterprises.nameByKey(tenants.there, tenant, region, key)
  return name === undefined ? tenant : tenants.get(name)
}

/**
 * Makes what answers every request, by who may use the control plane: those to a region by the service, in the worlds of
 * the tenant that the path (`/t/<name>`) or the header {@link tenantHeader} names, and the others by the emulator's own routes.
 */
export const make = (tenants: Tenants, apiKeyHeader: string, cors: Cors, upstream?: Upstream) => {
  const handler = ControlHandler.makeControlHandler(tenants)
  const parts: Parts = { tenants, upstream }
  return (access: Access): Answer => {
    const secure = access.secure === true
    const answer: Answer = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const { name: inPath, url } = inTenant(request.url)
      const [, region, path = "/", query = ""] = serviceUrl.exec(url) ?? []
      const name = inPath ?? request.headers[tenantHeader] ?? defaultTenant
      if (!isTenantName(name)) return Effect.succeed(refuseName(name, request.method, url, path))
      const named = tenants.get(name)
      if (!isRegion(region)) return answerOwn(request, url, named, { handler, access, apiKeyHeader, answer })
      const isRecording = path.startsWith(recordingsPath)
      const tenant = isRecording ? named : enterpriseTenant(tenants, named, region, apiKeyHeader, request)
      const match = isRecording ? undefined : matched(request.method, path, query)
      const context: RequestContext = {
        request,
        tenant,
        region,
        secure,
        apiKeyHeader,
        path,
        query,
        match,
        operation: isRecording ? undefined : (match?.operation ?? operationFor(request.method, path)),
        deployment: tenant.regions[region],
        body: undefined,
        faults: [],
        effect: undefined,
        handler: undefined,
        isPassed: false
      }
      return isRecording ? recording(context) : inRegion(context, parts)
    })
    return crossOrigin(overHttp(answer, upstream !== undefined), cors)
  }
}
