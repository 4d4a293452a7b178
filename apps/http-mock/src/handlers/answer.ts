import { subscribe } from "node:diagnostics_channel"

import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { format } from "effect/Formatter"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { getResponse, isPassthroughResponse } from "msw"
import type { RequestHandler } from "msw"

import { breakSending } from "../faults/answers.ts"
import { authenticate } from "../service/authenticate.ts"
import { show as showPod } from "../service/groups/Pods.ts"
import { depthHeader, isHandler, ownFrames, withOwnFrames } from "../tenants/Handlers.ts"
import type { MswHandler } from "../tenants/Handlers.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import { transitionContext } from "../tenants/Tenant.ts"
import { requestRegionUrl, tenantHeader } from "../tenants/TenantName.ts"
import { bearerToken, originOf } from "../wire/request.ts"
import * as Calls from "../world/calls/Calls.ts"
import { show as showCall } from "../world/calls/fields.ts"
import { find as findUser } from "../world/life/participants.ts"
import * as Users from "../world/users/Users.ts"
import { depths, runWithin } from "./world.ts"
import type { HandlerWorld } from "./world.ts"

type Response = HttpServerResponse.HttpServerResponse

/** The answer of a handler, or the error to answer instead. */
export interface HandlerAnswer {
  /** The handler, such as `GET /us/api/v2/things/:id`. */
  readonly handler: string
  readonly answer: Result.Result<Response, { readonly status: number; readonly message: string }>
}

const makeWorld = ({ exchange, now, region, request, secure, state, tenant }: RequestContext): HandlerWorld => {
  const context = () => ({
    ...transitionContext(state, exchange),
    base: () => requestRegionUrl(request, secure, tenant.name, region)
  })
  const find = (name: string | number) => findUser(context().world, name)
  return {
    tenant: tenant.name,
    region,
    now: () => new Date(now()),
    users: function* () {
      const { users } = context().world
      for (let position = 0; position < users.next; position++)
        if (Users.isPresent(users, position)) yield Users.rowAt(users, position).entry
    },
    user: (name) => Option.getOrUndefined(find(name))?.entry,
    calls: function* (user) {
      const here = context()
      const { calls } = here.world
      const owner = Option.getOrUndefined(find(user))
      if (owner === undefined) return
      const positions = Calls.ofUser(calls, owner.entry.id)
      for (let index = 0; index < positions.total; index++) yield showCall(here, Calls.at(calls, positions.at(index)))
    },
    pods: () => {
      const { option, world } = context()
      return world.pods.map((pod) => showPod(option, pod))
    },
    caller: () => {
      const token = bearerToken(request)
      return token === undefined
        ? undefined
        : Option.getOrUndefined(Result.getSuccess(authenticate(context(), token)))?.user?.entry
    }
  }
}

/** Makes the request that handlers get: the tenant is in a header, not in the path. */
const toWebRequest = (
  { body, path, query, region, request, tenant }: RequestContext,
  origin: string,
  signal: AbortSignal
) => {
  const { method } = request
  const { [depthHeader]: _, ...headers } = request.headers
  return new Request(`${origin}/${region}${path}${query}`, {
    method,
    headers: { ...headers, [tenantHeader]: tenant.name },
    signal,
    ...(body === undefined || method === "GET" || method === "HEAD" ? {} : { body: new Uint8Array(body) })
  })
}

const isRequestHandler = (handler: MswHandler): handler is RequestHandler => isHandler(handler)

const isWebResponse = (value: unknown): value is globalThis.Response =>
  value instanceof globalThis.Response || Object.prototype.toString.call(value) === "[object Response]"

/** Logs why a body broke off, unless the client disconnected. */
const reportBreak = <A, E>(body: Stream.Stream<A, E>, handler: string) =>
  body.pipe(
    Stream.mapEffect((chunk) =>
      chunk instanceof Uint8Array ? Effect.succeed(chunk) : Effect.die("A chunk of its stream is not a Uint8Array.")
    ),
    Stream.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.void
        : Effect.logError(
            `The handler ${handler} failed while its response was sent.`,
            Cause.die(withOwnFrames(Cause.squash(cause)))
          )
    )
  )

// headers that belong to the connection of the emulator
const framing = ["connection", "content-length", "keep-alive", "transfer-encoding"]

/** Converts the response of a handler. Its body is streamed. */
const fromWebResponse = (response: globalThis.Response, handler: string): Response => {
  const converted = HttpServerResponse.fromWeb(response)
  const { body } = converted
  const type = response.headers.get("content-type") ?? ""
  const streamed =
    body._tag === "Stream"
      ? HttpServerResponse.setBody(converted, HttpBody.stream(reportBreak(body.stream, handler), type))
      : converted
  const removed = type === "" ? ["content-type", ...framing] : framing
  return removed.reduce((response, name) => HttpServerResponse.removeHeader(response, name), streamed)
}

/** Resets the connection for `HttpResponse.error()`. */
const resetConnection = (context: RequestContext) => {
  context.effect = "reset"
  const empty = Effect.succeed(HttpServerResponse.empty())
  const reset = breakSending({ kind: "reset" }, context.tenant.machine)
  return reset === undefined ? empty : HttpEffect.withPreResponseHandler(empty, reset)
}

const noResponse = "it did not return a Response. Return an HttpResponse"

/** Formats the error of a handler with its location. */
const formatError = (error: unknown) => {
  if (!(error instanceof Error)) return Predicate.isString(error) ? error : format(error)
  // MSW throws if a resolver returns a number, a text or true
  if (/^TypeError: .*\n *at Reflect\.has .*\n *at isIterable .*msw/.test(error.stack ?? "")) return noResponse
  const [location] = ownFrames(error)
  return location === undefined ? error.message : `${error.message} (at ${location})`
}

/** Returns why a response cannot be sent, or `undefined`. */
const findProblem = ({ bodyUsed, status }: globalThis.Response) => {
  if (bodyUsed) return "the body of its response was read before. Make a new response for each request"
  return status < 200 || status > 599 ? `its status is ${status}. Use a status from 200 to 599` : undefined
}

const maxDepth = 10

const loop = `it calls itself, and this is its request within ${maxDepth} others. Send bypass(request) to ask the service`

const failure = (handler: string, error: unknown) => {
  const reason = formatError(error)
  const message = `The handler ${handler} failed: ${reason.slice(0, 1000)}`
  return Effect.as(
    reason === noResponse || Predicate.isString(error)
      ? Effect.logError(`${message}.`)
      : Effect.logError(`The handler ${handler} failed.`, Cause.die(withOwnFrames(error))),
    Option.some<HandlerAnswer>({ handler, answer: Result.fail({ status: reason === loop ? 508 : 500, message }) })
  )
}

// the requests of handlers by `fetch`; those by the `fetch` of an emulator have the header already
subscribe("undici:request:create", (message) => {
  const depth = depths.getStore()
  const request = Predicate.hasProperty(message, "request") ? message.request : undefined
  if (depth !== undefined && Predicate.hasProperty(request, "addHeader") && Predicate.isFunction(request.addHeader))
    request.addHeader(depthHeader, String(depth))
})

/** Runs one handler. It yields `undefined` if the handler does not answer the request. */
const runHandler = (handler: RequestHandler, context: RequestContext, request: globalThis.Request, baseUrl: string) =>
  Effect.tryPromise((): Promise<unknown> => {
    const depth = Number(context.request.headers[depthHeader] ?? 0)
    return depth < maxDepth
      ? runWithin(makeWorld(context), depth + 1, () => getResponse([handler], request, { baseUrl }))
      : handler
          .test({ request, resolutionContext: { baseUrl } })
          .then((isMatch) => (isMatch ? Promise.reject(loop) : undefined))
  })

/**
 * Answers by the first handler that has a response. Yields none without such a handler, or if one passes the request through.
 * A waiting handler ends with its request.
 */
export const answerBy = Effect.fnUntraced(function* (handlers: ReadonlyArray<MswHandler>, context: RequestContext) {
  const origin = originOf(context.request, context.secure)
  const abort = new AbortController()
  const request = yield* Effect.option(Effect.try(() => toWebRequest(context, origin, abort.signal)))
  // a method that fetch does not support, or a request that a handler sends by bypass()
  if (Option.isNone(request) || request.value.headers.get("accept")?.includes("msw/passthrough") === true)
    return Option.none()
  for (const handler of handlers.filter(isRequestHandler)) {
    const { header } = handler.info
    const exit = yield* Effect.result(
      Effect.onInterrupt(Effect.interruptible(runHandler(handler, context, request.value, origin)), () =>
        Effect.sync(() => abort.abort())
      )
    )
    if (Result.isFailure(exit)) return yield* failure(header, exit.failure.cause)
    const response = exit.success
    if (response === undefined) continue
    if (!isWebResponse(response)) return yield* failure(header, noResponse)
    if (isPassthroughResponse(response)) return Option.none()
    const problem = response.type === "error" ? undefined : findProblem(response)
    if (problem !== undefined) return yield* failure(header, problem)
    const answer = response.type === "error" ? yield* resetConnection(context) : fromWebResponse(response, header)
    return Option.some<HandlerAnswer>({ handler: header, answer: Result.succeed(answer) })
  }
  return Option.none()
})
