import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpApiClient from "effect/http-api/HttpApiClient"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"

import type { CallError, CircuitOpen } from "./Errors.ts"
import * as Answer from "./internal/call/answer.ts"
import type { Send } from "./internal/call/attempts.ts"
import { decode } from "./internal/call/decode.ts"
import * as Request from "./internal/call/request.ts"
import { runner } from "./internal/call/run.ts"
import type { Steps } from "./internal/call/run.ts"
import { reflect } from "./internal/contract/reflect.ts"
import { opensAccount } from "./internal/secrets/carried.ts"
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
 * names, ends within `CallTimeout`, and fails with errors of the interface, which carry no header and so no key.
 */
export const make = <Group extends HttpApiGroup.Constraint, E, R>(
  group: Group,
  wrap: Effect.Effect<Wrap<E>, never, R>
): Effect.Effect<Methods<Group, E>, never, Transport | R> => makeUntyped(group, wrap)

// oxlint-disable-next-line typescript/no-explicit-any -- methods are made one by one, which their types cannot follow
const makeUntyped = Effect.fnUntraced(function* <R>(group: any, wrap: Effect.Effect<Wrap<unknown>, never, R>) {
  const { apiUrl, known, measure, region, send: bare } = yield* Transport
  const send = (yield* wrap)(bare)
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  const methods: any = {}
  reflect(group, (reflected) => {
    const { annotations, identifier, method, path } = reflected.endpoint
    const operation = `${group.identifier}.${identifier}`
    const retry = Context.get(annotations, Retry.Class)
    const decoders = Answer.decoders(reflected)
    const encode = Request.encoder(reflected.endpoint, apiUrl)
    const opens = opensAccount(path)
    const run = runner({ operation, method, template: path, region, known, measure })
    const read: Steps<unknown>["decode"] = (request, answer) => decode(decoders, request, answer)
    methods[identifier] = (input: Request.Input = {}) =>
      run({ operation, retry, opens, send, input, encode: (options) => encode(input, options), decode: read })
  })
  return methods
})
