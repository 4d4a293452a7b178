import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as Client from "./Client.ts"
import * as Contract from "./Contract.ts"
import type * as Endpoint from "./Endpoint.ts"
import { ErrorText, ErrorV1, ErrorV1R1 } from "./Errors.ts"
import type { Endpoints, Groups } from "./Groups.ts"
import type { Http } from "./Http.ts"
import * as HttpEffect from "./HttpEffect.ts"
import { Region } from "./Region.ts"
import * as Codec from "./testing/codec.ts"

type Flat<A> = { readonly [Key in keyof A]: A[Key] }

/** Answers an operation from its decoded input: with a value, or with an error that the operation documents. */
export type Stub<E> = (
  request: Endpoint.Input<E>
) =>
  | Endpoint.Success<E>
  | Endpoint.Failure<E>
  | Effect.Effect<Endpoint.Success<E> | Endpoint.Failure<E>, Endpoint.Failure<E>>

/** Answers by group and operation, such as `{ EnterpriseUsers: { list: ({ query }) => page } }`. */
export type Stubs = {
  readonly [Group in keyof Groups]?: { readonly [Id in keyof Endpoints<Group>]?: Stub<Endpoints<Group>[Id]> }
}

/** A sent request: its operation and decoded input. */
export type Request = {
  [Group in keyof Groups]: {
    [Id in keyof Endpoints<Group> & string]: Flat<
      { readonly operation: `${Group}.${Id}` } & Endpoint.Input<Endpoints<Group>[Id]>
    >
  }[keyof Endpoints<Group> & string]
}[keyof Groups]

/** The requests that reached the service, in order; a retried request is listed each time. */
export class Requests extends Context.Service<Requests, { readonly all: Effect.Effect<ReadonlyArray<Request>> }>()(
  "@remote-assist/core/testing/Requests"
) {}

/** Options of {@link layer}. */
export interface Options {
  /** Seed of the generated answers: the same calls with the same seed get the same answers (default 1). */
  readonly seed?: number
  /** Answers that replace generated ones. */
  readonly stubs?: Stubs
}

type ServiceError = ErrorV1 | ErrorV1R1 | ErrorText

const isServiceError = (value: unknown): value is ServiceError =>
  value instanceof ErrorV1 || value instanceof ErrorV1R1 || value instanceof ErrorText

const reply = (request: HttpClientRequest.HttpClientRequest, status: number, body: unknown) =>
  HttpClientResponse.fromWeb(
    request,
    Predicate.isNullish(body) ? new Response(null, { status }) : Response.json(body, { status })
  )

const fail = (operation: string, what: string) => Effect.die(new Error(`${operation} ${what}.`))

const isEffect = (answer: unknown): answer is Effect.Effect<unknown, unknown> => Effect.isEffect(answer)

/** Encodes the answer of a stub as status and body. */
const encodeStub = Effect.fnUntraced(function* ({ errors, id, successes }: Contract.Operation, answer: unknown) {
  const result = yield* Effect.result(isEffect(answer) ? answer : Effect.succeed(answer))
  const value = Result.merge(result)
  if (Result.isFailure(result) && !isServiceError(value))
    return yield* fail(id, `was stubbed with an error that the service does not have: ${String(value)}`)
  const [status = 200] = isServiceError(value) ? [value.status] : successes.keys()
  const schemas = (isServiceError(value) ? errors : successes).get(status)
  if (schemas === undefined) return yield* fail(id, `was stubbed with status ${status}, which it does not document`)
  const body = yield* Codec.encode(schemas, value).pipe(
    Effect.catch(({ message }) =>
      fail(id, `was stubbed with an answer of status ${status} that it does not document: ${message}`)
    )
  )
  return { status, body }
})

const make = ({ seed = 1, stubs = {} }: Options) => {
  const answers: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = stubs
  const requests: Array<Request> = []
  const counts = new Map<string, number>()
  const generators = new Map<string, ReturnType<typeof Codec.generator>>()

  const generated = Effect.fnUntraced(function* (operation: Contract.Operation, query: unknown) {
    const { id, successes } = operation
    const generate = generators.get(id) ?? Codec.generator(operation)
    generators.set(id, generate)
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    const [status = 200] = successes.keys()
    return { status, body: yield* generate(`${seed} ${id} ${count}`, query) }
  })

  const http = HttpClient.make(
    Effect.fnUntraced(function* (request, url) {
      const path = url.pathname.replace(/^.*?\/api(?=\/)/, "")
      // the interface does not limit the length of ids
      const found = Contract.match(request.method, path, { anyLength: true })
      if (found === undefined) return yield* fail(`${request.method} ${path}`, "is not an operation of the contract")
      const { operation, params } = found
      const input = yield* Codec.decodeInput(operation, params, url, request).pipe(
        Effect.catch(({ message }) => fail(operation.id, `was called with invalid input: ${message}`))
      )
      requests.push(requestOf(operation.id, input))
      const stub = answers[operation.group]?.[operation.name]
      const { body, status } = Predicate.isFunction(stub)
        ? yield* encodeStub(operation, stub(input))
        : yield* generated(operation, input.query)
      return reply(request, status, body)
    })
  )
  return { http, requests: Requests.of({ all: Effect.sync(() => requests.slice()) }) }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the contract has checked that input and operation belong together
const requestOf = (operation: string, input: any): Request => ({ operation, ...input })

const region = Region.layer({ name: "us", baseUrl: "https://us.example.com", apiKey: Redacted.make("test") }).pipe(
  Layer.orDie
)

/** Layer that answers in memory as `Http` and as `HttpClient`, to build the client on. See {@link layer}. */
export const layerHttp = (options: Options = {}): Layer.Layer<Http | HttpClient.HttpClient | Requests> =>
  Layer.provideMerge(HttpEffect.layer, layerClient(options))

const layerClient = (options: Options) =>
  Layer.effectContext(
    Effect.sync(() => {
      const { http, requests } = make(options)
      return Context.make(Requests, requests).pipe(Context.add(HttpClient.HttpClient, http))
    })
  )

/**
 * Layer with every service of the SDK for tests, over a service in memory. Calls are encoded, decoded, retried and given a
 * session as in production. Each is answered by its stub, or else with a value generated from its schema. No user is logged in
 * at first: any log-in works, and its token does not expire; `Session.start` needs no log-in.
 *
 * A violation of the contract is a defect that names the operation: an unknown path, invalid input, an error with an undocumented
 * status. A 500 of an operation that is safe to retry is retried: advance the `TestClock`, or set `Retry.Policy` to no retries.
 */
export const layer = (options: Options = {}): Layer.Layer<Client.Client | Requests> =>
  Client.layer.pipe(Layer.provide(region), Layer.provideMerge(layerHttp(options)))
