import { RegionName } from "@remote-assist/core/Region"
import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import * as Scheduler from "effect/Scheduler"

import { answerOwn, isOwn } from "../control/ownRoutes.ts"
import type { Extras } from "../control/ownRoutes.ts"
import { isLost, isTaken } from "../faults/outcome.ts"
import { faultsOf } from "../faults/registry.ts"
import { choosingFor, CurrentDeployment } from "../tenants/Deployment.ts"
import type { Deployment } from "../tenants/Deployment.ts"
import type { Evidence } from "../tenants/evidence/Evidence.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { defaultTenant, isTenantName, tenantHeader, whyNoTenantName } from "../tenants/TenantName.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import type { Answer } from "../wire/Answer.ts"
import { errorResponse } from "../wire/errorResponse.ts"
import { problem } from "../wire/problem.ts"
import { whyNot } from "../wire/routes.ts"
import { chooseFirst, choosing } from "../world/gaps/Gaps.ts"
import * as Paging from "../world/lists/paging.ts"
import { refusal } from "../world/Refusal.ts"
import type { Refusal } from "../world/Refusal.ts"
import * as Failure from "./failure.ts"
import { reached, record, served } from "./record.ts"
import { logged } from "./RequestLog.ts"

/** What answers the requests to an operation, by their method and their path after the region. */
export type Service<E> = (method: string, path: string) => Effect.Effect<Answer<E>>

const tenantUrl = /^\/t\/([^/?]*)(.*)$/s

const serviceUrl = new RegExp(`^/(${RegionName.literals.join("|")})(/[^?]*)?(\\?.*)?$`, "s")

const apiAndRest = /^\/api(\/.*)$/

const isRegion = (name: string | undefined): name is RegionName => name === "us" || name === "eu"

const lengthOf = ({ headers }: HttpServerRequest.HttpServerRequest) => Number(headers["content-length"] ?? 0)

// node dates its answers itself, by the machine's time; one that a fault leaves as it is has its date
const dated = (response: HttpServerResponse.HttpServerResponse, { clock }: Tenant, { now }: Deployment) =>
  clock.pace() === undefined || "date" in response.headers
    ? response
    : HttpServerResponse.setHeader(response, "date", new Date(now()).toUTCString())

/** Answers a request to a region of a tenant; what no operation takes is refused in the words of its path's version. */
const answerIn = <E>(
  service: Service<E>,
  request: HttpServerRequest.HttpServerRequest,
  tenant: Tenant,
  deployment: Deployment,
  { path, query }: { readonly path: string; readonly query: string }
): Answer => {
  const choose = choosing(MutableRef.get(deployment.world).settings.choices)
  const refuse = (refused: Refusal) => errorResponse(request.method, path, refused, choosingFor(deployment))
  const operation = apiAndRest.exec(path)?.[1]
  if (operation === undefined) return Effect.sync(() => refuse(refusal("notFound", whyNot(request.method, path))))
  const sent = request.modify({ url: `${operation}${Paging.readable(query, choose)}` })
  const mostBytes = Failure.maximumBody(choose)
  if (lengthOf(request) > mostBytes) return Effect.sync(() => refuse(Failure.bodyTooLarge(choose)))
  return service(request.method, path).pipe(
    Effect.flatMap((answer) => Effect.andThen(reached(tenant, deployment, sent), answer)),
    Effect.map((response) => (response.status === 415 ? refuse(Failure.notJson) : response)),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Option.match(Failure.refusalOf(cause, request.method, path, choose), {
            onNone: () => Effect.as(Effect.logError(cause), refuse(Failure.internal)),
            onSome: (refused) => Effect.succeed(refuse(refused))
          })
    ),
    Effect.provideService(CurrentDeployment, deployment),
    Effect.provideService(HttpServerRequest.HttpServerRequest, sent),
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(mostBytes)),
    // nothing comes between what a request sees of the world and what it changes there
    Effect.provideService(Scheduler.PreventSchedulerYield, true)
  )
}

const witnessed =
  ({ note }: Evidence, request: HttpServerRequest.HttpServerRequest, path: string) =>
  (response: HttpServerResponse.HttpServerResponse) => {
    const { headers, method } = request
    if (!isLost(request)) note({ method, path, headers, status: response.status, faulty: isTaken(request) })
    return response
  }

const refuseName = (name: string, method: string, url: string, path: string) =>
  isOwn(url)
    ? problem(400, "Bad Request", whyNoTenantName(name))
    : errorResponse(method, path, refusal("badInput", whyNoTenantName(name)), chooseFirst)

/** Where a request to the service leads: what its address names. */
interface Destination {
  readonly region: RegionName
  /** After the region. */
  readonly path: string
  readonly query: string
}

/** Answers a request to the service, through the faults of the tenant, into its journal, the log and the evidence. */
const inRegion = <E>(
  { evidence }: Tenants,
  service: Service<E>,
  request: HttpServerRequest.HttpServerRequest,
  tenant: Tenant,
  { path, query, region }: Destination
): Answer => {
  const recorded = record(tenant, region, request, { path, query }, (deployment) => {
    const date = (response: HttpServerResponse.HttpServerResponse) => dated(response, tenant, deployment)
    const answer = Effect.map(answerIn(service, request, tenant, deployment, { path, query }), (response) =>
      served(deployment, date(response))
    )
    const faults = faultsOf(tenant)
    return faults === undefined ? answer : Effect.map(faults.around(answer, { request, region, path }), date)
  })
  const answer = Effect.map(recorded, witnessed(evidence, request, path))
  return logged(answer, request, { tenant: tenant.name, region, path })
}

/**
 * Answers any request: those to a region by the service, in the worlds of the tenant that the path (`/t/<name>`) or the
 * header {@link tenantHeader} names, and the others by what is outside of the service.
 */
export const dispatch = <E>(tenants: Tenants, service: Service<E>, extras: Omit<Extras, "answer">): Answer => {
  const answer: Answer = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const [, inPath, url = request.url] = request.url.startsWith("/t/") ? (tenantUrl.exec(request.url) ?? []) : []
    const [, region, path = "/", query = ""] = serviceUrl.exec(url) ?? []
    const name = inPath ?? request.headers[tenantHeader] ?? defaultTenant
    if (!isTenantName(name)) return Effect.succeed(refuseName(name, request.method, url, path))
    const tenant = tenants.get(name)
    return isRegion(region)
      ? inRegion(tenants, service, request, tenant, { region, path, query })
      : answerOwn(request, url, tenant, { ...extras, answer })
  })
  return answer
}
