import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"

import { CallTimeout } from "./CallTimeout.ts"
import * as Drift from "./Drift.ts"
import { ConnectionFailed, Drifted, InvalidRequest, RequestLine, TimedOut, UnexpectedAnswer } from "./Errors.ts"
import type { CallError } from "./Errors.ts"
import * as Answer from "./internal/call/answer.ts"
import { excerpt } from "./internal/call/excerpt.ts"
import { lineOf } from "./internal/call/line.ts"
import { observe } from "./internal/call/observe.ts"
import * as Request from "./internal/call/request.ts"
import { tolerate } from "./internal/call/tolerate.ts"
import { reflect } from "./internal/contract/reflect.ts"
import * as Retry from "./Retry.ts"
import { Transport } from "./Transport.ts"

type Method<Endpoint extends HttpApiEndpoint.ConstraintRequest, E> = (
  request: HttpApiEndpoint.ClientRequest<
    Endpoint["~Params"],
    Endpoint["~Query"],
    Endpoint["~Payload"],
    Endpoint["~Headers"],
    "decoded-only"
  >
) => Effect.Effect<
  HttpApiClient.SuccessType<Endpoint["~Success"]>,
  Endpoint["~Error"]["Type"] | HttpApiMiddleware.Error<Endpoint["~Middleware"]> | E | CallError
>

/** The endpoints of a group as methods that fail with the interface's errors, `E`, and {@link CallError} only. */
export type Methods<Group extends HttpApiGroup.Constraint, E> = Group["endpoints"] extends infer Endpoints extends
  Readonly<Record<string, HttpApiEndpoint.ConstraintRequest>>
  ? { readonly [Id in keyof Endpoints]: Method<Endpoints[Id], E> }
  : never

type Send<E> = (
  request: HttpClientRequest.HttpClientRequest
) => Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError | TimedOut | E>

/** Wraps the sending of a request, to add credentials to it or to send it again. */
export type Wrap<E> = (send: Send<never>) => Send<E>

const rootMessage = (cause: unknown): string =>
  cause instanceof Error ? (cause.cause === undefined ? cause.message : rootMessage(cause.cause)) : String(cause)

const connectionFailed = ({ reason, request }: HttpClientError.HttpClientError) =>
  new ConnectionFailed({
    ...lineOf(request),
    reason: rootMessage(reason.cause ?? reason.description ?? reason._tag)
  })

const unexpected = Effect.fnUntraced(function* (
  response: HttpClientResponse.HttpClientResponse,
  text: string,
  reason: string
) {
  const wait = Retry.retryAfter(response, yield* Clock.currentTimeMillis)
  return yield* new UnexpectedAnswer({
    ...lineOf(response.request),
    status: response.status,
    reason,
    excerpt: excerpt(response.status, text),
    ...(wait === undefined ? {} : { retryAfter: Math.ceil(wait / 1000) })
  })
})

const kindOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`)

const decode = Effect.fnUntraced(function* (
  operation: string,
  decoders: ReadonlyMap<number, Answer.Decoder>,
  response: HttpClientResponse.HttpClientResponse
) {
  yield* Effect.annotateCurrentSpan("http.response.status_code", response.status)
  const text = yield* response.text
  const decoder = decoders.get(response.status)
  if (decoder === undefined) {
    return yield* unexpected(response, text, "which the interface does not describe")
  }
  const { body, isJson } = Answer.parse(text)
  const line = lineOf(response.request)
  const { pruned, value } = yield* tolerate(decoder.decode, body).pipe(
    Effect.provideService(RequestLine, line),
    Effect.catch((error) =>
      unexpected(response, text, isJson ? `with an unknown shape (${error.message})` : "with a body that is not JSON")
    )
  )
  if (pruned.length > 0) {
    const drifts = pruned.map(({ expected, got, path }) => ({
      operation,
      path: path.map(String).join("."),
      expected,
      got: kindOf(got)
    }))
    if ((yield* Drift.Mode) === "strict") return yield* new Drifted({ ...line, drifts })
    yield* Effect.forEach(drifts, yield* Drift.Report, { discard: true })
  }
  return decoder.isSuccess ? value : yield* Effect.fail(value)
})

const endInTime =
  ({ method, path }: HttpApiEndpoint.Top) =>
  <A, E, R>(call: Effect.Effect<A, E, R>) =>
    Effect.flatMap(CallTimeout, (duration) =>
      Effect.timeoutOrElse(call, {
        duration,
        orElse: () => Effect.fail(new TimedOut({ method, path, seconds: Duration.toSeconds(duration) }))
      })
    )

/**
 * Makes the methods of a group over the {@link Transport}. Each is a span `<group>.<endpoint>` by OpenTelemetry's HTTP
 * names, ends within {@link CallTimeout}, and turns library errors, which carry headers and so keys, into errors of the
 * interface.
 */
export const make = <Group extends HttpApiGroup.Constraint, E, R>(
  group: Group,
  wrap: Effect.Effect<Wrap<E>, never, R>
): Effect.Effect<Methods<Group, E>, never, Transport | R> => makeUntyped(group, wrap)

// oxlint-disable-next-line typescript/no-explicit-any -- methods are made one by one, which their types cannot follow
const makeUntyped = Effect.fnUntraced(function* <R>(group: any, wrap: Effect.Effect<Wrap<unknown>, never, R>) {
  const { client, region: name } = yield* Transport
  const send = (yield* wrap)(client.execute)
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  const methods: any = {}
  reflect(group, (reflected) => {
    const { endpoint } = reflected
    const operation = `${group.identifier}.${endpoint.identifier}`
    const decoders = Answer.decoders(reflected)
    const encode = Request.encoder(endpoint)
    methods[endpoint.identifier] = (input: Request.Input = {}) =>
      encode(input).pipe(
        Effect.mapError((error) => new InvalidRequest({ operation, reason: error.message })),
        Effect.flatMap(send),
        Effect.flatMap((response) => decode(operation, decoders, response)),
        Effect.catchIf(HttpClientError.isHttpClientError, (error) => Effect.fail(connectionFailed(error))),
        Effect.provideService(Retry.Class, Context.get(endpoint.annotations, Retry.Class)),
        endInTime(endpoint),
        observe(operation, endpoint, name)
      )
  })
  return methods
})
