import type { OperationId } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import { faultIdsOf, isLost } from "../faults/outcome.ts"
import { inEffect } from "../wire/Answer.ts"
import type { AtOnce } from "../wire/Answer.ts"

/** Whether each request to the service is logged. */
export const RequestLog = Context.Reference<boolean>("@remote-assist/http-mock/RequestLog", {
  defaultValue: () => false
})

/** A request as the log has it, and who answered it; the query stays out, since it may hold tokens. */
export interface RequestContext {
  readonly tenant: string
  readonly region: RegionName
  readonly path: string
  readonly operation: OperationId | undefined
  /** The handler that answered it, if one did. */
  handler: string | undefined
  /** Whether an upstream answered it. */
  isPassed: boolean
}

const line = (
  request: HttpServerRequest.HttpServerRequest,
  { handler, isPassed, operation, path, region, tenant }: RequestContext
) => {
  const faults = faultIdsOf(request)
  return {
    tenant,
    region,
    method: request.method,
    path,
    operation: operation ?? "none",
    ...(handler === undefined ? {} : { handler }),
    ...(faults.length === 0 ? {} : { faults }),
    ...(isPassed ? { passed: true } : {})
  }
}

/** Answers a request, and logs it with its answer where {@link RequestLog} says so. */
export const logged = <R>(
  request: HttpServerRequest.HttpServerRequest,
  context: RequestContext,
  answer: () => AtOnce<HttpServerResponse.HttpServerResponse, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  Effect.flatMap(RequestLog, (isOn) => {
    if (!isOn) return inEffect(answer())
    return Effect.flatMap(Clock.monotonicTimeNanos, (begun) =>
      Effect.onExit(inEffect(answer()), (exit) =>
        Effect.flatMap(Clock.monotonicTimeNanos, (ended) =>
          Effect.annotateLogs(Effect.logInfo("answered"), {
            ...line(request, context),
            // no answer: a fault took it, or the client went away
            status: Exit.isSuccess(exit) && !isLost(request) ? exit.value.status : null,
            millis: Number(ended - begun) / 1e6
          })
        )
      )
    )
  })
