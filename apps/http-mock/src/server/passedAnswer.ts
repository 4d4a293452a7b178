import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"

import type { Deployment } from "../tenants/Deployment.ts"
import type { Upstream } from "../upstream/Upstream.ts"
import { inEffect } from "../wire/atOnce.ts"
import { bytesRead } from "../wire/bytesRead.ts"
import { errorResponse } from "../wire/errorResponse.ts"
import { choosing } from "../world/gaps/Gaps.ts"
import * as Body from "./body.ts"
import * as Failure from "./failure.ts"
import { reached } from "./record.ts"
import type { Address, Place } from "./serviceAnswer.ts"

type Request = HttpServerRequest.HttpServerRequest

type Answered = Effect.Effect<HttpServerResponse.HttpServerResponse, never, Request | Scope.Scope>

/** Whether a body is known to be one that the emulator would read. */
const canRead = ({ headers }: Request, mostBytes: number) =>
  headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= mostBytes

/** What another service answers to a request to a region of a tenant, where no stub does. */
export const passedAnswer = (
  upstream: Upstream,
  request: Request,
  { region, secure, stubs, tenant }: Place,
  deployment: Deployment,
  { operation, path, query }: Address
): Answered => {
  const choose = choosing(MutableRef.get(deployment.world).settings.choices)
  const known = bytesRead(request)
  const pass = (body = known): Answered =>
    upstream.pass({
      request,
      region,
      operation,
      path,
      query,
      body,
      exchange: deployment.exchange,
      choose
    })
  const mostBytes = Failure.maximumBody(choose)
  if (stubs === undefined || !canRead(request, mostBytes)) {
    reached(tenant, deployment, undefined)
    return pass()
  }
  const read =
    known !== undefined
      ? Effect.succeed(Result.succeed(known))
      : Body.mayHave(request)
        ? Effect.interruptible(Body.read(request, mostBytes, Failure.bodyTooLarge(choose)))
        : Effect.succeed(Body.none)
  return Effect.flatMap(read, (body): Answered => {
    if (Result.isFailure(body)) return Effect.succeed(errorResponse(operation, path, body.failure, choose))
    const bytes = body.success
    reached(tenant, deployment, bytes)
    const isOperation = operation !== undefined
    const stubbed = stubs.answer({ request, region, secure, deployment, path, query, body: bytes, isOperation })
    return stubbed === undefined ? pass(bytes ?? new Uint8Array()) : inEffect(stubbed)
  })
}
