import { RegionName } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"

import { answerOwn, isOwn } from "../control/ownRoutes.ts"
import type { Extras } from "../control/ownRoutes.ts"
import { limitsOf } from "../faults/limits/registry.ts"
import { isLost, isTaken } from "../faults/outcome.ts"
import { faultsOf } from "../faults/registry.ts"
import { stubNameOf } from "../stubs/outcome.ts"
import { stubsOf } from "../stubs/registry.ts"
import type { Deployment } from "../tenants/Deployment.ts"
import type { Evidence } from "../tenants/evidence/Evidence.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { defaultTenant, inTenant, isTenantName, tenantHeader, whyNoTenantName } from "../tenants/TenantName.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import type { Upstream } from "../upstream/Upstream.ts"
import type { Answer } from "../wire/Answer.ts"
import { ended, inEffect } from "../wire/atOnce.ts"
import type { AtOnce } from "../wire/atOnce.ts"
import { errorResponse } from "../wire/errorResponse.ts"
import { matched, operationFor } from "../wire/operation.ts"
import { problem } from "../wire/problem.ts"
import { chooseFirst } from "../world/gaps/Gaps.ts"
import { refusal } from "../world/Refusal.ts"
import { enterpriseTenant } from "./enterpriseTenant.ts"
import { encoded } from "./overHttp.ts"
import { passedAnswer } from "./passedAnswer.ts"
import { record, served } from "./record.ts"
import { recordingAnswer, isRecording } from "./recordingAnswer.ts"
import { logged } from "./RequestLog.ts"
import type { RequestContext } from "./RequestLog.ts"
import { serviceAnswer } from "./serviceAnswer.ts"
import type { Address } from "./serviceAnswer.ts"
import { noted, whole } from "./streamedAnswer.ts"

const serviceUrl = new RegExp(`^/(${RegionName.literals.join("|")})(/[^?]*)?(\\?.*)?$`, "s")

const isRegion = (name: string | undefined): name is RegionName => name === "us" || name === "eu"

// node dates its answers itself, by the machine's time; one that a fault leaves as it is has its date
const dated = (response: HttpServerResponse.HttpServerResponse, { clock }: Tenant, { now }: Deployment) =>
  clock.pace() === undefined || "date" in response.headers
    ? response
    : HttpServerResponse.setHeader(response, "date", new Date(now()).toUTCString())

/** Counts the answer that a client has had as evidence. */
const counted =
  ({ note }: Evidence, request: HttpServerRequest.HttpServerRequest, { isPassed, operation }: RequestContext) =>
  (response: HttpServerResponse.HttpServerResponse) => {
    const { headers } = request
    if (operation !== undefined && !isLost(request) && !isPassed && stubNameOf(request) === undefined)
      note({ operation, headers, status: response.status, faulty: isTaken(request) })
    return response
  }

const refuseName = (name: string, method: string, url: string, path: string) =>
  isOwn(url)
    ? problem(400, "Bad Request", whyNoTenantName(name))
    : errorResponse(operationFor(method, path), path, refusal("badInput", whyNoTenantName(name)), chooseFirst)

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
  const stubs = stubsOf(tenants, tenant)
  const here = { tenant, region, stubs, secure: access.secure === true }
  const context: RequestContext = { tenant: tenant.name, region, path, operation, isPassed: false }
  return logged(request, context, () => {
    const recorded = record(tenant, region, request, { operation, path, query }, (deployment) => {
      const date = (response: HttpServerResponse.HttpServerResponse) => dated(response, tenant, deployment)
      const isPassedOn = upstream?.takes(region, address.operation) === true
      const answer = (): AtOnce<
        HttpServerResponse.HttpServerResponse,
        HttpServerRequest.HttpServerRequest | Scope.Scope
      > => {
        if (upstream !== undefined) {
          if (isPassedOn) {
            context.isPassed = true
            return Effect.flatMap(passedAnswer(upstream, request, here, deployment, address), (response) =>
              inEffect(noted(deployment.exchange, response))
            )
          }
          const refused = encoded(request)
          if (refused !== undefined) return refused
        }
        return ended(serviceAnswer(apiKeyHeader, request, here, deployment, address), (response) =>
          served(deployment, date(response))
        )
      }
      const asked = { request, region, operation: address.operation, match: address.match }
      const throughFaults = () => {
        const faults = faultsOf(tenant)
        if (faults === undefined) return answer()
        return Effect.map(
          faults.around(
            Effect.suspend(() => Effect.flatMap(inEffect(answer()), whole)),
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
