import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import type { MswHandler } from "../handlers/registry.ts"
import { isDue, settle } from "../tenants/Tenant.ts"
import type { Deployment } from "../tenants/Tenant.ts"
import { bytesRead, noteBytes } from "../wire/bytesRead.ts"
import { errorResponse, injectedError, protocolError } from "../wire/errors.ts"
import { choosing } from "../world/gaps/Gaps.ts"
import * as Body from "./http.ts"
import * as Failure from "./http.ts"
import { reached } from "./record.ts"
import type { RequestContext } from "./RequestLog.ts"
import type { Address, Place } from "./serviceAnswer.ts"

type Request = HttpServerRequest.HttpServerRequest

// what goes on to an upstream has to stay whole, so that a body of unknown length is not read here
const canRead = ({ headers }: Request, mostBytes: number, isForUpstream: boolean) =>
  Number(headers["content-length"] ?? 0) <= mostBytes && !(isForUpstream && headers["transfer-encoding"] !== undefined)

/** What handlers answer to a request to a region of a tenant, or `undefined` if none of them has an answer. */
export const handlerAnswer = Effect.fnUntraced(function* (
  handlers: ReadonlyArray<MswHandler>,
  request: Request,
  { region, secure, tenant }: Place,
  deployment: Deployment,
  { operation, path, query }: Address,
  isForUpstream: boolean,
  context: RequestContext
): Effect.fn.Return<HttpServerResponse.HttpServerResponse | undefined, never, Request> {
  const choose = choosing(MutableRef.get(deployment.world).settings.choices)
  const mostBytes = Failure.maximumBody(choose)
  let body = bytesRead(request)
  if (body === undefined && Body.mayHaveBody(request)) {
    if (!canRead(request, mostBytes, isForUpstream)) return undefined
    const read = yield* Effect.interruptible(Body.readBody(request, mostBytes, Failure.bodyTooLarge(choose)))
    if (Result.isFailure(read)) return errorResponse(operation, path, read.failure, choose)
    body = read.success
    if (body !== undefined) noteBytes(request, body)
  }
  const here = tenant.regions[region]
  if (isDue(here)) yield* settle(here, tenant.save)
  // loads MSW, which only those need who have handlers
  const { answerBy } = yield* Effect.promise(() => import("../handlers/answer.ts"))
  const found = yield* answerBy(handlers, { request, tenant, region, deployment, secure, path, query, body })
  if (Option.isNone(found)) return undefined
  const { answer, handler } = found.value
  reached(tenant, deployment, body)
  context.handler = handler
  if (deployment.exchange !== undefined) deployment.exchange.handler = handler
  return Result.getOrElse(answer, (message) =>
    operation === undefined
      ? protocolError(path, 500, message, choose)
      : injectedError(operation, { status: 500, message }, choose)
  )
})
