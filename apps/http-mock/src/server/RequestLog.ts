import type { OperationId } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import { faultIdsOf, isLost } from "../faults/outcome.ts"
import { stubNameOf } from "../stubs/outcome.ts"
import { isPassed } from "../upstream/outcome.ts"
import { inEffect } from "../wire/atOnce.ts"
import type { AtOnce } from "../wire/atOnce.ts"

/** Whether each request to the service is logged. */
export const RequestLog = Context.Reference<boolean>("@remote-assist/http-mock/RequestLog", {
  defaultValue: () => false
})

/** Which request is meant; the query stays out, since it may hold tokens. */
export interface Place {
  readonly tenant: string
  readonly region: RegionName
  readonly path: string
  readonly operation: OperationId | undefined
}

const line = (request: HttpServerRequest.HttpServerRequest, { operation, path, region, tenant }: Place) => {
  const faults = faultIdsOf(request)
  const stub = stubNameOf(request)
  return {
    tenant,
    region,
    method: request.method,
    path,
    operation: operation ?? "none",
    ...(stub === undefined ? {} : { stub }),
    ...(faults.length === 0 ? {} : { faults }),
    ...(isPassed(request) ? { passed: true } : {})
  }
}

/** Answers a request, and logs it with its answer where {@link RequestLog} says so. */
export const logged = <R>(
  request: HttpServerRequest.HttpServerRequest,
  place: Place,
  answer: () => AtOnce<HttpServerResponse.HttpServerResponse, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  Effect.flatMap(RequestLog, (isOn) => {
    if (!isOn) return inEffect(answer())
    return Effect.flatMap(Clock.monotonicTimeNanos, (begun) =>
      Effect.onExit(inEffect(answer()), (exit) =>
        Effect.flatMap(Clock.monotonicTimeNanos, (ended) =>
          Effect.annotateLogs(Effect.logInfo("answered"), {
            ...line(request, place),
            // no answer: a fault took it, or the client went away
            status: Exit.isSuccess(exit) && !isLost(request) ? exit.value.status : null,
            millis: Number(ended - begun) / 1e6
          })
        )
      )
    )
  })
