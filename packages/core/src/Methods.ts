import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Result from "effect/Result"

import { CallOptions } from "./CallOptions.ts"
import { CallTimeout } from "./CallTimeout.ts"
import { InvalidRequest } from "./Errors.ts"
import type { CallError, CircuitOpen } from "./Errors.ts"
import * as Answer from "./internal/call/answer.ts"
import type { Send } from "./internal/call/attempts.ts"
import { timedOut } from "./internal/call/Call.ts"
import type { CallRequest } from "./internal/call/Call.ts"
import { decode } from "./internal/call/decode.ts"
import { observe } from "./internal/call/observe.ts"
import * as Request from "./internal/call/request.ts"
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

/** Wraps the sending of a request, to add credentials to it or to send it again. */
export type Wrap<E> = (send: Send<CircuitOpen>) => Send<CircuitOpen | E>

/**
 * Makes the methods of a group over the {@link Transport}. Each is a span `<group>.<endpoint>` by OpenTelemetry's HTTP
 * names, ends within {@link CallTimeout}, and fails with errors of the interface, which carry no header and so no key.
 */
export const make = <Group extends HttpApiGroup.Constraint, E, R>(
  group: Group,
  wrap: Effect.Effect<Wrap<E>, never, R>
): Effect.Effect<Methods<Group, E>, never, Transport | R> => makeUntyped(group, wrap)

// oxlint-disable-next-line typescript/no-explicit-any -- methods are made one by one, which their types cannot follow
const makeUntyped = Effect.fnUntraced(function* <R>(group: any, wrap: Effect.Effect<Wrap<unknown>, never, R>) {
  const { apiUrl, region, send: bare } = yield* Transport
  const send = (yield* wrap)(bare)
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  const methods: any = {}
  reflect(group, (reflected) => {
    const { endpoint } = reflected
    const operation = `${group.identifier}.${endpoint.identifier}`
    const retry = Context.get(endpoint.annotations, Retry.Class)
    const decoders = Answer.decoders(reflected)
    const encode = Request.encoder(endpoint, apiUrl)
    const observed = observe(operation, endpoint.method, endpoint.path, region)
    methods[endpoint.identifier] = (input: Request.Input = {}) =>
      observed((start) =>
        Effect.withFiber((fiber): Effect.Effect<unknown, unknown> => {
          const options = fiber.getRef(CallOptions)
          const encoded = encode(input, options)
          if (Result.isFailure(encoded))
            return Effect.fail(new InvalidRequest({ operation, reason: encoded.failure.message }))
          const limit = Duration.toMillis(fiber.getRef(CallTimeout))
          const { retries } = options
          const call = { operation, retry, retries, limit, deadline: start + limit, sent: 0, isUncertain: false }
          const request: CallRequest = { ...encoded.success, call }
          return Effect.timeoutOrElse(
            Effect.flatMap(send(request), (answer) =>
              Effect.andThen(
                Effect.annotateCurrentSpan("http.response.status_code", answer.status),
                decode(decoders, request, answer)
              )
            ),
            // what is sent ends itself in time; this is for what else a call waits for
            { duration: limit + 1, orElse: () => Effect.fail(timedOut(request, limit)) }
          )
        })
      )
  })
  return methods
})
