import * as Effect from "effect/Effect"
import * as Record from "effect/Record"

import type * as Endpoint from "./Endpoint.ts"
import type { CallError, CircuitOpen } from "./Errors.ts"
import type { Send } from "./internal/call/attempts.ts"
import { decode, makeDecoders } from "./internal/call/decode.ts"
import * as Request from "./internal/call/request.ts"
import { runner } from "./internal/call/run.ts"
import type { Steps } from "./internal/call/run.ts"
import { opensAccount } from "./internal/secrets/names.ts"
import { Transport } from "./Transport.ts"

type Method<E, Added> = (
  ...request: {} extends Endpoint.Input<E> ? [] : [request: Endpoint.Input<E>]
) => Effect.Effect<Endpoint.Success<E>, Endpoint.Failure<E> | Added | CallError>

/** The endpoints of a group as methods; they fail only with the errors of the interface, `E`, and {@link CallError}. */
export type Methods<Endpoints, E> = { readonly [Name in keyof Endpoints]: Method<Endpoints[Name], E> }

/** Wraps the sending of a request, to add credentials or to send it again. */
export type Wrap<E> = (send: Send<CircuitOpen>) => Send<CircuitOpen | E>

/**
 * Makes the methods of a group over the {@link Transport}; each takes the parts of its request. A call is a span
 * `<group>.<endpoint>` with OpenTelemetry's HTTP attributes, ends within `CallTimeout`, and its errors hold no headers.
 */
export const make = <Endpoints, E, R>(
  group: Endpoint.Group<string, Endpoints>,
  wrap: Effect.Effect<Wrap<E>, never, R>
): Effect.Effect<Methods<Endpoints, E>, never, Transport | R> => makeUntyped(group, wrap)

// oxlint-disable-next-line typescript/no-explicit-any -- methods are made one by one, which their types cannot follow
const makeUntyped: any = Effect.fnUntraced(function* <R>(
  group: Endpoint.Group,
  wrap: Effect.Effect<Wrap<unknown>, never, R>
) {
  const transport = yield* Transport
  const { apiUrl, known, measure, region } = transport
  const send = (yield* wrap)(transport.send)
  return Record.map(group.endpoints, (endpoint, name) => {
    const { method, path, retry = "unsafe" } = endpoint
    const operation = `${group.name}.${name}`
    const decoders = makeDecoders(endpoint)
    const encode = Request.encoder(endpoint, transport)
    const opens = opensAccount(path)
    const run = runner({ operation, method, template: path, region, apiUrl, known, measure })
    const decodeAnswer: Steps<unknown>["decode"] = (request, response) => decode(decoders, request, response)
    return (input: Request.Input = {}) =>
      run({
        operation,
        retry,
        opens,
        send,
        input,
        encode: (options, onSecret) => encode(input, options, onSecret),
        decode: decodeAnswer
      })
  })
})
