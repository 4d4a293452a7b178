import * as Effect from "effect/Effect"
import * as Record from "effect/Record"

import type * as Endpoint from "./Endpoint.ts"
import type { CallError, CircuitOpen } from "./Errors.ts"
import * as Answer from "./internal/call/answer.ts"
import type { Send } from "./internal/call/attempts.ts"
import { decode } from "./internal/call/decode.ts"
import * as Request from "./internal/call/request.ts"
import { runner } from "./internal/call/run.ts"
import type { Steps } from "./internal/call/run.ts"
import { opensAccount } from "./internal/secrets/names.ts"
import { Transport } from "./Transport.ts"

type Method<E, Added> = (
  ...request: {} extends Endpoint.Input<E> ? [] : [request: Endpoint.Input<E>]
) => Effect.Effect<Endpoint.Success<E>, Endpoint.Failure<E> | Added | CallError>

/** The endpoints of a group as methods that fail with the interface's errors, `E`, and {@link CallError} only. */
export type Methods<Endpoints, E> = { readonly [Name in keyof Endpoints]: Method<Endpoints[Name], E> }

/** Wraps the sending of a request, to add credentials to it or to send it again. */
export type Wrap<E> = (send: Send<CircuitOpen>) => Send<CircuitOpen | E>

/**
 * Makes the methods of a group over the {@link Transport}. Each is a span `<group>.<endpoint>` by OpenTelemetry's HTTP
 * names, ends within `CallTimeout`, and fails with errors of the interface, which carry no header and so no key.
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
  const { known, measure, region, send: bare } = transport
  const send = (yield* wrap)(bare)
  return Record.map(group.endpoints, (endpoint, name) => {
    const { method, path, retry = "unsafe" } = endpoint
    const operation = `${group.name}.${name}`
    const decoders = Answer.decoders(endpoint)
    const encode = Request.encoder(endpoint, transport)
    const opens = opensAccount(path)
    const run = runner({ operation, method, template: path, region, known, measure })
    const read: Steps<unknown>["decode"] = (request, answer) => decode(decoders, request, answer)
    return (input: Request.Input = {}) =>
      run({
        operation,
        retry,
        opens,
        send,
        input,
        encode: (options, keep) => encode(input, options, keep),
        decode: read
      })
  })
})
