import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Pull from "effect/Pull"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import { start, makeStreamedBody, maxRecordedBytes } from "../tenants/Journal.ts"
import type { Exchange, Journal } from "../tenants/Journal.ts"
import { isLost, isTaken } from "../tenants/RequestContext.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { toEffect } from "../wire/response.ts"
import type { MaybeEffect } from "../wire/response.ts"

/** Whether each request to the service is logged. */
export const RequestLog = Context.Reference<boolean>("@remote-assist/http-mock/RequestLog", {
  defaultValue: () => false
})

/** A request as the log has it; the query stays out, since it may hold tokens. */
const line = ({ faults, handler, isPassed, operation, path, region, request, tenant }: RequestContext) => ({
  tenant: tenant.name,
  region,
  method: request.method,
  path,
  operation: operation?.id ?? "none",
  ...(handler === undefined ? {} : { handler }),
  ...(faults.length === 0 ? {} : { faults }),
  ...(isPassed ? { passed: true } : {})
})

/** Answers a request, and logs it with its answer where {@link RequestLog} says so. */
export const logged = <R>(
  context: RequestContext,
  answer: () => MaybeEffect<HttpServerResponse.HttpServerResponse, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, R> =>
  Effect.flatMap(RequestLog, (isOn) => {
    if (!isOn) return toEffect(answer())
    return Effect.flatMap(Clock.monotonicTimeNanos, (begun) =>
      Effect.onExit(toEffect(answer()), (exit) =>
        Effect.flatMap(Clock.monotonicTimeNanos, (ended) =>
          Effect.annotateLogs(Effect.logInfo("answered"), {
            ...line(context),
            // no answer: a fault took it, or the client went away
            status: Exit.isSuccess(exit) && !isLost(context) ? exit.value.status : null,
            millis: Number(ended - begun) / 1e6
          })
        )
      )
    )
  })

const enter = (journal: Journal, exchange: Exchange, { clock, regions }: Tenant) => {
  if (exchange.id !== 0) return
  exchange.at = clock.now()
  exchange.before = MutableRef.get(regions[exchange.region].world)
  exchange.after = exchange.before
  journal.enter(exchange)
}

/**
 * Gives a request its place in the journal, with its body. The service gets its world right after, without a pause, so that
 * requests reach it in the order of the journal, each at one moment of the tenant's time.
 */
export const reached = ({ deployment: { exchange }, tenant }: RequestContext, body: Uint8Array | undefined): void => {
  const { journal } = tenant
  if (journal === undefined || exchange === undefined) return
  exchange.body = body
  enter(journal, exchange, tenant)
}

/** Keeps of bodies that went by piece by piece what the journal has of them. */
const keepStreamed = (exchange: Exchange) => {
  const { answer, passed, streamed } = exchange
  if (passed !== undefined) exchange.body = passed.sent.bytes
  if (streamed === undefined || answer?.body._tag !== "Stream") return
  const { headers, status } = answer
  exchange.answer = HttpServerResponse.uint8Array(streamed.body.bytes, { status, headers })
}

/** Keeps a request, with its answer, in the journal of its tenant. */
export const record = <R>(
  context: RequestContext,
  answer: () => MaybeEffect<HttpServerResponse.HttpServerResponse, R>
): MaybeEffect<HttpServerResponse.HttpServerResponse, R> => {
  const { operation, path, query, region, request, tenant } = context
  const { clock, journal, machine } = tenant
  if (journal === undefined) return answer()
  const { headers, method, url } = request
  const exchange = start(
    { region, operation: operation?.id, method, url, path, query, headers },
    machine.currentTimeMillisUnsafe(),
    machine.monotonicTimeNanosUnsafe(),
    clock.now()
  )
  context.deployment = { ...context.deployment, exchange, now: () => exchange.at }
  const closeNow = () => {
    exchange.faults = context.faults
    exchange.takenBy = isTaken(context) ? exchange.faults.at(-1) : undefined
    exchange.took = machine.monotonicTimeNanosUnsafe() - exchange.startedAt
    keepStreamed(exchange)
    enter(journal, exchange, tenant)
    journal.close(exchange)
  }
  const close = () => (exchange.streamed === undefined ? closeNow() : exchange.streamed.whenOver(closeNow))
  const answered = answer()
  if (!Effect.isEffect(answered)) {
    exchange.answer = isLost(context) ? undefined : answered
    close()
    return answered
  }
  return Effect.onExit(answered, (exit) =>
    Effect.sync(() => {
      if (Exit.isSuccess(exit)) exchange.answer = isLost(context) ? undefined : exit.value
      else exchange.gone = Cause.hasInterrupts(exit.cause)
      close()
    })
  )
}

type Response = HttpServerResponse.HttpServerResponse

/** An answer whose body is noted in the journal while it goes out, if it goes out piece by piece. */
export const recordStream = (
  exchange: Exchange | undefined,
  response: Response
): Response | Effect.Effect<Response, never, Scope.Scope> => {
  const { body } = response
  if (exchange === undefined || body._tag !== "Stream") return response
  const noting = makeStreamedBody()
  exchange.streamed = noting
  const stream = body.stream.pipe(
    Stream.map((piece) => {
      noting.body.add(piece)
      return piece
    }),
    Stream.onExit(() => Effect.sync(noting.end))
  )
  // a body that nobody reads ends with its request
  return Effect.as(
    Effect.addFinalizer(() => Effect.sync(noting.end)),
    withBody(response, HttpBody.stream(stream, body.contentType, body.contentLength))
  )
}

const withBody = (response: Response, body: HttpBody.HttpBody) => {
  const set = HttpServerResponse.setBody(response, body)
  return "content-type" in response.headers ? set : HttpServerResponse.removeHeader(set, "content-type")
}

const isEndless = ({ headers }: Response) => headers["content-type"]?.startsWith("text/event-stream") === true

/** An answer with its whole body, for faults to change, as far as that is no longer than what the journal keeps. */
export const readWhole = (response: Response): Effect.Effect<Response, never, Scope.Scope> => {
  const { body } = response
  if (body._tag !== "Stream" || (body.contentLength ?? 0) > maxRecordedBytes || isEndless(response))
    return Effect.succeed(response)
  return Effect.gen(function* () {
    const pull = yield* Stream.toPull(body.stream)
    const pieces: Array<Uint8Array> = []
    let length = 0
    const rest = (stream: Stream.Stream<Uint8Array, unknown>) =>
      withBody(
        response,
        HttpBody.stream(Stream.concat(Stream.fromIterable(pieces), stream), body.contentType, body.contentLength)
      )
    while (length <= maxRecordedBytes) {
      const next = yield* Effect.exit(Pull.catchDone(pull, () => Effect.undefined))
      if (next._tag === "Failure") return rest(Stream.failCause(next.cause))
      if (next.value === undefined)
        return withBody(response, HttpBody.uint8Array(Buffer.concat(pieces), body.contentType))
      for (const piece of next.value) {
        pieces.push(piece)
        length += piece.length
      }
    }
    return rest(Stream.fromPull(Effect.succeed(pull)))
  })
}
