import { RegionName } from "@remote-assist/core/Region"
import * as ByteSize from "effect/ByteSize"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"

import * as Answers from "./Answers.ts"
import { byDefault } from "./Gaps.ts"
import { outside } from "./Outside.ts"
import type { Beside } from "./Outside.ts"
import * as Paging from "./Paging.ts"
import { refusal } from "./Refusal.ts"
import type { Refusal } from "./Refusal.ts"
import { whyNot } from "./Routes.ts"
import { CurrentDeployment } from "./Tenant.ts"
import type { Deployment, Tenant } from "./Tenant.ts"
import { defaultTenant, isTenantName, tenantHeader } from "./TenantName.ts"
import type { Tenants } from "./Tenants.ts"

/** What answers the request of its context. */
export type Answer<E = never> = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

const tenantUrl = /^\/t\/([^/?]*)(.*)$/s

const serviceUrl = new RegExp(`^/(${RegionName.literals.join("|")})(/[^?]*)?(\\?.*)?$`, "s")

const apiAndRest = /^\/api(\/.*)$/

const isRegion = (name: string | undefined): name is RegionName => name === "us" || name === "eu"

const lengthOf = ({ headers }: HttpServerRequest.HttpServerRequest) => Number(headers["content-length"] ?? 0)

// node dates its answers itself, by the machine's time
const dated = (response: HttpServerResponse.HttpServerResponse, { clock }: Tenant) =>
  clock.pace() === undefined
    ? response
    : HttpServerResponse.setHeader(response, "date", new Date(clock.now()).toUTCString())

/** Answers a request to a region of a tenant; what no operation takes is refused in the words of its path's version. */
const answerIn = <E>(
  service: Answer<E>,
  request: HttpServerRequest.HttpServerRequest,
  deployment: Deployment,
  { path, query }: { readonly path: string; readonly query: string }
): Answer => {
  const { choices } = MutableRef.get(deployment.world).settings
  const refuse = (refused: Refusal) => Answers.refuse(request.method, path, refused, choices)
  const operation = apiAndRest.exec(path)?.[1]
  if (operation === undefined) return Effect.succeed(refuse(refusal("notFound", whyNot(request.method, path))))
  const url = `${operation}${Paging.readable(query, choices)}`
  const mostBytes = Answers.maximumBody(choices)
  if (lengthOf(request) > mostBytes) return Effect.succeed(refuse(Answers.bodyTooLarge(choices)))
  return service.pipe(
    Effect.map((response) => (response.status === 415 ? refuse(Answers.notJson) : response)),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Option.match(Answers.causeOf(cause, request.method, path, choices), {
            onNone: () => Effect.as(Effect.logError(cause), refuse(Answers.internal)),
            onSome: (refused) => Effect.succeed(refuse(refused))
          })
    ),
    Effect.provideService(CurrentDeployment, deployment),
    Effect.provideService(HttpServerRequest.HttpServerRequest, request.modify({ url })),
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(mostBytes))
  )
}

const badTenant = (name: string) =>
  refusal(
    "badInput",
    `${JSON.stringify(name)} is no name of a tenant. Use 1 to 64 letters, digits, points, underscores or hyphens.`
  )

/**
 * Answers any request: those to a region by the service, in the worlds of the tenant that the path (`/t/<name>`) or the
 * header {@link tenantHeader} names, and the others by what is outside of the service.
 */
export const front = <E>(tenants: Tenants, service: Answer<E>, beside: Beside): Answer =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const [, inPath, url = request.url] = request.url.startsWith("/t/") ? (tenantUrl.exec(request.url) ?? []) : []
    const [, region, path = "/", query = ""] = serviceUrl.exec(url) ?? []
    const name = inPath ?? request.headers[tenantHeader] ?? defaultTenant
    if (!isTenantName(name)) return Effect.succeed(Answers.refuse(request.method, path, badTenant(name), byDefault))
    const tenant = tenants.get(name)
    return isRegion(region)
      ? Effect.map(answerIn(service, request, tenant.regions[region], { path, query }), (response) =>
          dated(response, tenant)
        )
      : outside(request, url, tenant, beside)
  })
