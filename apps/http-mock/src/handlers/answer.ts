import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { getResponse, isPassthroughResponse } from "msw"
import type { RequestHandler } from "msw"

import { breakSending } from "../faults/brokenConnection.ts"
import { authenticate } from "../service/authenticate.ts"
import { show as showPod } from "../service/groups/Pods.ts"
import { isHandler } from "../tenants/Handlers.ts"
import type { MswHandler } from "../tenants/Handlers.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import { transitionContext } from "../tenants/Tenant.ts"
import { requestRegionUrl, tenantHeader } from "../tenants/TenantName.ts"
import { bearerToken, originOf } from "../wire/request.ts"
import * as Calls from "../world/calls/Calls.ts"
import { show as showCall } from "../world/calls/fields.ts"
import * as Users from "../world/users/Users.ts"
import { runWithin } from "./world.ts"
import type { HandlerWorld } from "./world.ts"

type Response = HttpServerResponse.HttpServerResponse

/** What a handler answered, or why it failed. */
export interface HandlerAnswer {
  /** The handler, such as `GET /us/api/v2/things/:id`. */
  readonly handler: string
  readonly answer: Result.Result<Response, string>
}

const worldOf = ({ exchange, now, region, request, secure, state, tenant }: RequestContext): HandlerWorld => {
  const context = () => ({
    ...transitionContext(state, exchange),
    base: () => requestRegionUrl(request, secure, tenant.name, region)
  })
  const find = (name: string | number) => {
    const { users } = context().world
    return Users.byEmail(users, String(name)).pipe(
      Option.orElse(() => Users.byUsername(users, String(name))),
      Option.orElse(() => Users.byId(users, Number(name)))
    )
  }
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

/** The request as handlers see it: at the emulator's origin, without the tenant in its path, which is a header. */
const webRequest = (
  { body, path, query, region, request, tenant }: RequestContext,
  origin: string,
  signal: AbortSignal
) => {
  const { headers, method } = request
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

// framing is the business of the connection: a recorded length is not that of a body whose secrets are masked
const framing = ["connection", "content-length", "keep-alive", "transfer-encoding"]

/** The response of a handler as it goes out; its body comes as it is made. */
const responseOf = (response: globalThis.Response): Response => {
  const sent = HttpServerResponse.fromWeb(response)
  const { body } = sent
  const type = response.headers.get("content-type") ?? ""
  const whole = body._tag === "Stream" ? HttpServerResponse.setBody(sent, HttpBody.stream(body.stream, type)) : sent
  const unset = type === "" ? ["content-type", ...framing] : framing
  return unset.reduce((sent, name) => HttpServerResponse.removeHeader(sent, name), whole)
}

/** Breaks the connection, as `HttpResponse.error()` says. */
const resetConnection = (context: RequestContext) => {
  context.effect = "reset"
  const empty = Effect.succeed(HttpServerResponse.empty())
  const reset = breakSending({ kind: "reset" }, context.tenant.machine)
  return reset === undefined ? empty : HttpEffect.withPreResponseHandler(empty, reset)
}

const whereOf = ({ stack = "" }: Error) => /\(?([^\s(]+:\d+:\d+)\)?$/m.exec(stack)?.[1]

/** What an error of a handler says, and where it was thrown. */
const whyFailed = (error: unknown) => {
  if (!(error instanceof Error)) return String(error)
  const where = whereOf(error)
  return where === undefined ? error.message : `${error.message} (at ${where})`
}

const failure = (handler: string, error: unknown) =>
  Effect.as(
    Effect.logError(`The handler ${handler} failed.`, error),
    Option.some<HandlerAnswer>({
      handler,
      answer: Result.fail(`The handler ${handler} failed: ${whyFailed(error).slice(0, 1000)}`)
    })
  )

/** The resolver of a handler threw, or rejected. */
class ResolverError extends Data.TaggedError("ResolverError")<{ readonly cause: unknown }> {}

/** What one handler answers: `undefined` if it is for other requests, or leaves this one to those after it. */
const responseBy = (handler: RequestHandler, asked: RequestContext, request: globalThis.Request, baseUrl: string) =>
  Effect.tryPromise({
    try: (): Promise<unknown> => runWithin(worldOf(asked), () => getResponse([handler], request, { baseUrl })),
    catch: (cause) => new ResolverError({ cause })
  })

/**
 * Answers a request by the first handler that has a response; nothing if none has, or if one passes the request through.
 * A handler that waits ends with its request.
 */
export const answerBy = Effect.fnUntraced(function* (handlers: ReadonlyArray<MswHandler>, asked: RequestContext) {
  const origin = originOf(asked.request, asked.secure)
  const gone = new AbortController()
  const request = yield* Effect.option(Effect.try(() => webRequest(asked, origin, gone.signal)))
  // a method that fetch does not have, and what a handler sends on by bypass()
  if (Option.isNone(request) || request.value.headers.get("accept")?.includes("msw/passthrough") === true)
    return Option.none()
  for (const handler of handlers.filter(isRequestHandler)) {
    const { header } = handler.info
    const exit = yield* Effect.result(
      Effect.onInterrupt(Effect.interruptible(responseBy(handler, asked, request.value, origin)), () =>
        Effect.sync(() => gone.abort())
      )
    )
    if (Result.isFailure(exit)) return yield* failure(header, exit.failure.cause)
    const response = exit.success
    if (response === undefined) continue
    if (!isWebResponse(response)) return yield* failure(header, "it returned no Response. Return one of HttpResponse")
    if (isPassthroughResponse(response)) return Option.none()
    const answer = response.type === "error" ? yield* resetConnection(asked) : responseOf(response)
    return Option.some<HandlerAnswer>({ handler: header, answer: Result.succeed(answer) })
  }
  return Option.none()
})
