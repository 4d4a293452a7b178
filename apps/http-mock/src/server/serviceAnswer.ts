import type { Match, Operation } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { serving } from "../service/router.ts"
import { takesBody } from "../service/run/codec.ts"
import { choosingFor, isDue, settle } from "../tenants/Tenant.ts"
import type { Deployment, Tenant } from "../tenants/Tenant.ts"
import { baseFor } from "../tenants/TenantName.ts"
import { inEffect } from "../wire/Answer.ts"
import type { AtOnce } from "../wire/Answer.ts"
import { errorResponse } from "../wire/errors.ts"
import { whyNoOperation } from "../wire/operation.ts"
import { choosing } from "../world/gaps/Gaps.ts"
import * as Paging from "../world/lists/paging.ts"
import { refusal } from "../world/Refusal.ts"
import type { Refusal } from "../world/Refusal.ts"
import * as Body from "./http.ts"
import * as Failure from "./http.ts"
import { reached } from "./record.ts"

/** What the address of a request within a region names. */
export interface Address {
  /** After the region. */
  readonly path: string
  readonly query: string
  /** Nothing where an operation does not take the path as it is. */
  readonly match: Match | undefined
  /** The one that is meant; nothing where it meets none. */
  readonly operation: Operation | undefined
}

type Response = HttpServerResponse.HttpServerResponse

const lengthOf = ({ headers }: Request) => Number(headers["content-length"] ?? 0)

type Request = HttpServerRequest.HttpServerRequest

/** Where a request is answered: the region of a tenant. */
export interface Place {
  readonly tenant: Tenant
  readonly region: RegionName
  /** Whether the emulator speaks HTTPS. */
  readonly secure: boolean
}

/** Answers a request to a region of a tenant; what no operation takes is refused in the error form of its path's version. */
export const serviceAnswer = (
  apiKeyHeader: string,
  request: Request,
  { region, secure, tenant }: Place,
  deployment: Deployment,
  { match, operation, path }: Address
): AtOnce<Response, Request> => {
  const { headers, method } = request
  const choose = choosing(MutableRef.get(deployment.world).settings.choices)
  const refuse = (refused: Refusal) => errorResponse(operation, path, refused, choosingFor(deployment))
  const mostBytes = Failure.maximumBody(choose)
  if (lengthOf(request) > mostBytes)
    return Effect.map(Effect.interruptible(Body.dropBody(request)), () => refuse(Failure.bodyTooLarge(choose)))

  const here = tenant.regions[region]

  const serve = (body: Body.Body): AtOnce<Response, Request> =>
    isDue(here) ? Effect.flatMap(settle(here, tenant.save), () => inEffect(serveSettled(body))) : serveSettled(body)

  const serveSettled = (body: Body.Body): AtOnce<Response, Request> => {
    reached(tenant, deployment, Result.getOrUndefined(body))
    if (match === undefined) return refuse(refusal("notFound", whyNoOperation(method, path)))
    const sent = {
      params: match.params,
      query: Paging.readable(match.query, choose),
      contentType: headers["content-type"],
      body
    }
    return serving(match.operation)(deployment, apiKeyHeader, request, sent, () =>
      baseFor(request, secure, tenant.name, region)
    )
  }

  const failed = (cause: Cause.Cause<never>): Effect.Effect<Response> =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.interrupt
      : Option.match(Failure.refusalOf(cause), {
          onNone: () => Effect.as(Effect.logError(cause), refuse(Failure.internal)),
          onSome: (refused) => Effect.succeed(refuse(refused))
        })

  const isRead = tenant.journal !== undefined || (match !== undefined && takesBody(match.operation))
  if (isRead && Body.mayHaveBody(request)) {
    const body = Effect.interruptible(Body.readBody(request, mostBytes, Failure.bodyTooLarge(choose)))
    return Effect.catchCause(
      Effect.flatMap(body, (body) => inEffect(serve(body))),
      failed
    )
  }
  const response = Result.try({ try: () => serve(Body.noBody), catch: Cause.die })
  if (Result.isFailure(response)) return failed(response.failure)
  return Effect.isEffect(response.success) ? Effect.catchCause(response.success, failed) : response.success
}
