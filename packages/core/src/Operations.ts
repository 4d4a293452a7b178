import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpClientError from "effect/http/HttpClientError"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import { ConnectionFailed, InvalidRequest, RequestLine, TimedOut, UnexpectedAnswer } from "./Errors.ts"
import type { CallError } from "./Errors.ts"
import * as Retry from "./Retry.ts"
import { Transport } from "./Transport.ts"

/** Longest a call may take, its retries included. */
export const callTimeout = Duration.seconds(30)

type Method<Endpoint extends HttpApiEndpoint.ConstraintRequest> = (
  request: HttpApiEndpoint.ClientRequest<
    Endpoint["~Params"],
    Endpoint["~Query"],
    Endpoint["~Payload"],
    Endpoint["~Headers"],
    "decoded-only"
  >
) => Effect.Effect<
  HttpApiClient.SuccessType<Endpoint["~Success"]>,
  | Endpoint["~Error"]["Type"]
  | HttpApiMiddleware.Error<Endpoint["~Middleware"]>
  | HttpApiMiddleware.ClientError<Endpoint["~Middleware"]>
  | CallError
>

/** The endpoints of a group as methods that fail with the interface's errors and {@link CallError} only. */
export type Methods<Group extends HttpApiGroup.Constraint> = Group["endpoints"] extends infer Endpoints extends
  Readonly<Record<string, HttpApiEndpoint.ConstraintRequest>>
  ? { readonly [Id in keyof Endpoints]: Method<Endpoints[Id]> }
  : never

const excerptLength = 200

const lineOf = (request: HttpClientRequest.HttpClientRequest) => {
  const url = URL.parse(request.url)
  return { method: request.method, path: url?.pathname ?? request.url, origin: url?.origin ?? "" }
}

const rootMessage = (cause: unknown): string =>
  cause instanceof Error ? (cause.cause === undefined ? cause.message : rootMessage(cause.cause)) : String(cause)

const unexpected = (response: HttpClientResponse.HttpClientResponse, reason: string) =>
  Effect.flatMap(
    Effect.orElseSucceed(response.text, () => ""),
    (body) =>
      Effect.fail(
        new UnexpectedAnswer({
          ...lineOf(response.request),
          status: response.status,
          reason,
          excerpt: body.replaceAll(/\s+/g, " ").slice(0, excerptLength)
        })
      )
  )

const fromClientError = (
  error: HttpClientError.HttpClientError
): Effect.Effect<never, ConnectionFailed | UnexpectedAnswer> =>
  error.response === undefined
    ? Effect.fail(
        new ConnectionFailed({
          ...lineOf(error.request),
          reason: rootMessage(error.reason.cause ?? error.reason.description ?? error.reason._tag)
        })
      )
    : unexpected(error.response, "which the interface does not describe")

/** Passes the interface's errors on and replaces the library's. */
const normalise = (onSchemaError: (error: Schema.SchemaError) => Effect.Effect<never, CallError>) => (error: unknown) =>
  HttpClientError.isHttpClientError(error)
    ? fromClientError(error)
    : Schema.isSchemaError(error)
      ? onSchemaError(error)
      : Effect.fail(error)

type Decode = (response: HttpClientResponse.HttpClientResponse) => Effect.Effect<unknown, unknown>

const decodeAnswer = (decode: Decode) => (response: HttpClientResponse.HttpClientResponse) =>
  decode(response).pipe(
    Effect.provideService(RequestLine, lineOf(response.request)),
    Effect.catch(normalise((error) => unexpected(response, `with an unknown shape (${error.message})`)))
  )

// oxlint-disable-next-line typescript/no-explicit-any -- what a method takes and needs is checked by Methods
type Send = (request: any) => Effect.Effect<HttpClientResponse.HttpClientResponse, unknown, any>

const guard = (operation: string, endpoint: HttpApiEndpoint.Top, send: Send, decode: Decode) => (input: unknown) =>
  send({ ...(Predicate.isObject(input) ? input : {}), responseMode: "response-only" }).pipe(
    Effect.catch(normalise((error) => Effect.fail(new InvalidRequest({ operation, reason: error.message })))),
    Effect.flatMap(decodeAnswer(decode)),
    Effect.provideService(Retry.Class, Context.get(endpoint.annotations, Retry.Class)),
    Effect.timeoutOrElse({
      duration: callTimeout,
      orElse: () =>
        Effect.fail(
          new TimedOut({ method: endpoint.method, path: endpoint.path, seconds: Duration.toSeconds(callTimeout) })
        )
    }),
    Effect.withSpan(operation, { kind: "client", attributes: { "http.route": endpoint.path } })
  )

/**
 * Makes the methods of a group over the {@link Transport}. Each is a span `<group>.<endpoint>`, ends within
 * {@link callTimeout}, and turns library errors, which carry headers and so keys, into errors of the interface.
 */
export const make: <Group extends HttpApiGroup.Constraint>(
  group: Group
) => Effect.Effect<Methods<Group>, never, Transport | HttpApiGroup.MiddlewareClient<Group>> =
  // oxlint-disable-next-line typescript/no-explicit-any -- methods are wrapped one by one, which their types cannot follow
  Effect.fnUntraced(function* (group: any): Effect.fn.Return<any, never, any> {
    const { client: httpClient } = yield* Transport
    const { endpoints, identifier }: HttpApiGroup.Top = group
    const api = HttpApi.make(identifier).add(group)
    const methods = yield* HttpApiClient.group(api, { group: identifier, httpClient })
    return Record.map(endpoints, (endpoint, id) =>
      guard(
        `${identifier}.${id}`,
        endpoint,
        methods[id] ?? Effect.die,
        HttpApiClient.decodeResponse(api, { group: identifier, endpoint: id })
      )
    )
  })
