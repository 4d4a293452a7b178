import { RegionName } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import type * as Scope from "effect/Scope"

import { answerOwn, isOwn } from "../control/ownRoutes.ts"
import type { Extras } from "../control/ownRoutes.ts"
import { isLost, isTaken } from "../faults/outcome.ts"
import { faultsOf, limitsOf } from "../faults/registry.ts"
import { handlersOf } from "../handlers/registry.ts"
import type { Evidence } from "../tenants/Evidence.ts"
import type { Deployment, Tenant } from "../tenants/Tenant.ts"
import { defaultTenant, inTenant, isTenantName, tenantHeader, whyNoTenantName } from "../tenants/TenantName.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import type { UpstreamRequest, Upstream } from "../upstream/Upstream.ts"
import { ended, inEffect } from "../wire/Answer.ts"
import type { Answer, AtOnce } from "../wire/Answer.ts"
import { bytesRead } from "../wire/bytesRead.ts"
import { errorResponse, problem } from "../wire/errors.ts"
import { matched, operationFor } from "../wire/operation.ts"
import { chooseFirst, choosing } from "../world/gaps/Gaps.ts"
import { refusal } from "../world/Refusal.ts"
import { enterpriseTenant } from "./enterpriseTenant.ts"
import { handlerAnswer } from "./handlerAnswer.ts"
import { encoded } from "./http.ts"
import { reached, record, served } from "./record.ts"
import { recordingAnswer, isRecording } from "./recordingAnswer.ts"
import { logged } from "./RequestLog.ts"
import type { RequestContext } from "./RequestLog.ts"
import { serviceAnswer } from "./serviceAnswer.ts"
import type { Address } from "./serviceAnswer.ts"
import { readWhole, recordStream } from "./streams.ts"

const serviceUrl = new RegExp(`^/(${RegionName.literals.join("|")})(/[^?]*)?(\\?.*)?$`, "s")

const isRegion = (name: string | undefined): name is RegionName => name === "us" || name === "eu"

// node dates its answers itself, by the machine's time; one that a fault leaves as it is has its date
const dated = (response: HttpServerResponse.HttpServerResponse, { clock }: Tenant, { now }: Deployment) =>
  clock.pace() === undefined || "date" in response.headers
    ? response
    : HttpServerResponse.setHeader(response, "date", new Date(now()).toUTCString())

/** Counts an answer that a client has had of the service as evidence. */
const counted =
  ({ note }: Evidence, request: HttpServerRequest.HttpServerRequest, context: RequestContext) =>
  (response: HttpServerResponse.HttpServerResponse) => {
    // who answered is known by now
    const { handler, isPassed, operation } = context
    if (operation !== undefined && !isLost(request) && !isPassed && handler === undefined)
      note({ operation, headers: request.headers, status: response.status, faulty: isTaken(request) })
    return response
  }

const refuseName = (name: string, method: string, url: string, path: string) =>
  isOwn(url)
    ? problem(400, "Bad Request", whyNoTenantName(name))
    : errorResponse(operationFor(method, path), path, refusal("badInput", whyNoTenantName(name)), chooseFirst)

type MaybeAnswer = AtOnce<HttpServerResponse.HttpServerResponse, HttpServerRequest.HttpServerRequest | Scope.Scope>

const upstreamRequest = (
  request: HttpServerRequest.HttpServerRequest,
  region: RegionName,
  { operation, path, query }: Address,
  { exchange, world }: Deployment
): UpstreamRequest => ({
  request,
  region,
  operation,
  path,
  query,
  body: bytesRead(request),
  exchange,
  choose: choosing(MutableRef.get(world).settings.choices)
})

/** Answers a request to the service, through the faults of the tenant, into its journal, the log and the evidence. */
const inRegion = (
  tenants: Tenants,
  { access, apiKeyHeader }: Pick<Extras, "access" | "apiKeyHeader">,
  request: HttpServerRequest.HttpServerRequest,
  tenant: Tenant,
  region: RegionName,
  address: Address,
  upstream: Upstream | undefined
): Answer => {
  const { evidence } = tenants
  const { path, query } = address
  const operation = address.operation?.id
  const here = { tenant, region, secure: access.secure === true }
  const context: RequestContext = { tenant: tenant.name, region, path, operation, handler: undefined, isPassed: false }
  return logged(request, context, () => {
    const recorded = record(tenant, region, request, { operation, path, query }, (deployment) => {
      const date = (response: HttpServerResponse.HttpServerResponse) => dated(response, tenant, deployment)
      const isForUpstream = upstream?.takes(region, address.operation) === true
      const handlers = handlersOf(tenants, tenant.name)
      const answerUnhandled = (): MaybeAnswer => {
        if (upstream !== undefined) {
          if (isForUpstream) {
            context.isPassed = true
            reached(tenant, deployment, bytesRead(request))
            return upstream.pass(upstreamRequest(request, region, address, deployment))
          }
          const refused = encoded(request)
          if (refused !== undefined) return refused
        }
        return serviceAnswer(apiKeyHeader, request, here, deployment, address)
      }
      const answer = (): MaybeAnswer => {
        if (handlers === undefined && !isForUpstream)
          return ended(answerUnhandled(), (response) => served(deployment, date(response)))
        const handled =
          handlers === undefined
            ? Effect.undefined
            : handlerAnswer(handlers, request, here, deployment, address, isForUpstream, context)
        return handled.pipe(
          Effect.flatMap((response) => inEffect(response ?? answerUnhandled())),
          Effect.flatMap((response) => inEffect(recordStream(deployment.exchange, response))),
          Effect.map((response) => (context.isPassed ? response : served(deployment, date(response))))
        )
      }
      const asked = { request, region, operation: address.operation, match: address.match }
      const throughFaults = () => {
        const faults = faultsOf(tenant)
        if (faults === undefined) return answer()
        return Effect.map(
          faults.around(
            Effect.suspend(() => Effect.flatMap(inEffect(answer()), readWhole)),
            asked
          ),
          date
        )
      }
      const limits = limitsOf(tenant)
      if (limits === undefined) return throughFaults()
      return ended(limits.around(throughFaults, { ...asked, apiKeyHeader, path }, deployment), date)
    })
    return ended(recorded, counted(evidence, request, context))
  })
}

const addressOf = (method: string, path: string, query: string): Address => {
  const match = matched(method, path, query)
  return { path, query, match, operation: match?.operation ?? operationFor(method, path) }
}

/**
 * Answers any request: those to a region by the service, in the worlds of the tenant that the path (`/t/<name>`) or the
 * header {@link tenantHeader} names, and the others by the emulator's own routes.
 */
export const dispatch = (tenants: Tenants, extras: Omit<Extras, "answer">, upstream?: Upstream): Answer => {
  const answer: Answer = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const { name: inPath, url } = inTenant(request.url)
    const [, region, path = "/", query = ""] = serviceUrl.exec(url) ?? []
    const name = inPath ?? request.headers[tenantHeader] ?? defaultTenant
    if (!isTenantName(name)) return Effect.succeed(refuseName(name, request.method, url, path))
    const tenant = tenants.get(name)
    if (isRegion(region) && isRecording(path))
      return Effect.map(recordingAnswer(request, tenant, region, path, query), (response) =>
        dated(response, tenant, tenant.regions[region])
      )
    return isRegion(region)
      ? inRegion(
          tenants,
          extras,
          request,
          enterpriseTenant(tenants, tenant, region, extras.apiKeyHeader, request),
          region,
          addressOf(request.method, path, query),
          upstream
        )
      : answerOwn(request, url, tenant, { ...extras, answer })
  })
  return answer
}
