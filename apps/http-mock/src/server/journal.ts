import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Stream from "effect/Stream"

import { startExchange, makeStreamedBody } from "../tenants/Journal.ts"
import type { Exchange } from "../tenants/Journal.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import { mayHaveBody } from "../wire/request.ts"
import { flatMapMaybe, toEffect, withBody } from "../wire/response.ts"
import type { MaybeResponse, Step } from "../wire/response.ts"

type Response = HttpServerResponse.HttpServerResponse

// loaded on demand, to keep the start fast
const matching = Effect.promise(() => import("../faults/matching.ts"))

/** Whether each request to the service is logged. */
export const RequestLog = Context.Reference<boolean>("@remote-assist/http-mock/RequestLog", {
  defaultValue: () => false
})

// without the query, which may have tokens
const annotations = ({ faults, handler, isPassedOn, operation, path, region, request, tenant }: RequestContext) => ({
  tenant: tenant.name,
  region,
  method: request.method,
  path,
  operation: operation?.id ?? "none",
  ...(handler === undefined ? {} : { handler }),
  ...(faults.length === 0 ? {} : { faults }),
  ...(isPassedOn ? { passed: true } : {})
})

/** Logs the request with its answer, if {@link RequestLog} is on. */
export const log: Step<RequestContext> = (context, next) =>
  Effect.flatMap(RequestLog, (isOn) => {
    if (!isOn) return toEffect(next(context))
    return Effect.flatMap(Clock.monotonicTimeNanos, (start) =>
      Effect.onExit(toEffect(next(context)), (exit) =>
        Effect.flatMap(Clock.monotonicTimeNanos, (end) =>
          Effect.annotateLogs(Effect.logInfo("answered"), {
            ...annotations(context),
            // null if no answer goes out: a fault broke the connection, or the client disconnected
            status: Exit.isSuccess(exit) && !isLost(context) ? exit.value.status : null,
            millis: Number(end - start) / 1e6
          })
        )
      )
    )
  })

/** Whether no answer goes out, as a fault resets the connection. */
export const isLost = ({ effect }: RequestContext): boolean => effect === "reset"

/** Adds the request with its answer to the journal of the tenant. */
export const journal: Step<RequestContext> = (context, next) => {
  const { operation, path, query, region, request, tenant } = context
  const { clock, journal, machine } = tenant
  if (journal === undefined) return next(context)
  const { headers, method, url } = request
  const exchange = startExchange(
    { region, operation: operation?.id, method, url, path, query, headers },
    machine.currentTimeMillisUnsafe(),
    machine.monotonicTimeNanosUnsafe(),
    clock.now()
  )
  context.exchange = exchange
  const closeNow = () => {
    exchange.faults = context.faults
    exchange.replacedBy = context.effect === undefined ? undefined : exchange.faults.at(-1)
    exchange.handler = context.handler
    exchange.duration = machine.monotonicTimeNanosUnsafe() - exchange.startedAt
    addStreamedBodies(exchange)
    enterJournal(context)
    journal.close(exchange)
  }
  const close = (answer: Response | undefined) => {
    exchange.answer = isLost(context) ? undefined : answer
    if (exchange.streamed === undefined) closeNow()
    else exchange.streamed.onEnd(closeNow)
  }
  // a fault or a limit may answer before the service reads the body
  const isUnread = () =>
    context.effect !== undefined && context.body === undefined && !context.isPassedOn && mayHaveBody(request)
  const answer = flatMapMaybe(next(context), (answer) =>
    isUnread()
      ? Effect.as(
          Effect.flatMap(matching, ({ readJson }) => readJson(context)),
          answer
        )
      : answer
  )
  if (!Effect.isEffect(answer)) {
    close(answer)
    return answer
  }
  return Effect.onExit(answer, (exit) =>
    Effect.sync(() => {
      if (Exit.isFailure(exit)) exchange.isAborted = Cause.hasInterrupts(exit.cause)
      close(Exit.isSuccess(exit) ? exit.value : undefined)
    })
  )
}

const addStreamedBodies = (exchange: Exchange) => {
  const { answer, streamed, upstreamCall } = exchange
  if (upstreamCall !== undefined) exchange.body = upstreamCall.body.bytes
  if (streamed === undefined || answer?.body._tag !== "Stream") return
  const { headers, status } = answer
  exchange.answer = HttpServerResponse.uint8Array(streamed.body.bytes, { status, headers })
}

/**
 * Enters a request into the journal. The service reads the world immediately after, so requests reach the world in the
 * order of the journal, each at one moment of the tenant's time.
 */
export const enterJournal = ({ body, exchange, state, tenant: { clock, journal } }: RequestContext): void => {
  if (journal === undefined || exchange === undefined || exchange.id !== 0) return
  exchange.body = body
  exchange.at = clock.now()
  exchange.before = MutableRef.get(state.world)
  exchange.after = exchange.before
  journal.enter(exchange)
}

/** Records the body of a streamed answer while it goes out. */
export const recordStream = (exchange: Exchange | undefined, response: Response): MaybeResponse => {
  const { body } = response
  if (exchange === undefined || body._tag !== "Stream") return response
  const streamed = makeStreamedBody()
  exchange.streamed = streamed
  const stream = body.stream.pipe(
    Stream.map((chunk) => {
      streamed.body.add(chunk)
      return chunk
    }),
    Stream.onExit((exit) =>
      Effect.sync(() => {
        exchange.isBroken = Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)
        streamed.end()
      })
    )
  )
  // a body that nobody reads ends with its request
  return Effect.as(
    Effect.addFinalizer(() => Effect.sync(streamed.end)),
    withBody(response, HttpBody.stream(stream, body.contentType, body.contentLength))
  )
}
