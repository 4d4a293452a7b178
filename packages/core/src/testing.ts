import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import * as Client from "./Client.ts"
import * as Contract from "./Contract.ts"
import type * as Endpoint from "./Endpoint.ts"
import { ErrorText, ErrorV1, ErrorV1R1 } from "./Errors.ts"
import type { Endpoints, Groups } from "./Groups.ts"
import type { Http } from "./Http.ts"
import * as HttpEffect from "./HttpEffect.ts"
import { Region } from "./Region.ts"
import * as Codec from "./testing/codec.ts"
import { generator } from "./testing/codec.ts"

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

/** A request that was sent: which operation, and its decoded input. */
export type Request = {
  [Group in keyof Groups]: {
    [Id in keyof Endpoints<Group> & string]: Flat<
      { readonly operation: `${Group}.${Id}` } & Endpoint.Input<Endpoints<Group>[Id]>
    >
  }[keyof Endpoints<Group> & string]
}[keyof Groups]

/** The requests that reached the service, in order; a repeated one is there each time. */
export class Requests extends Context.Service<Requests, { readonly all: Effect.Effect<ReadonlyArray<Request>> }>()(
  "@remote-assist/core/testing/Requests"
) {}

/** Options of {@link layer}. */
export interface Options {
  /** What the answers are generated from: the same calls with the same seed get the same answers. 1 unless set. */
  readonly seed?: number
  /** Answers to give instead of generated ones. */
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

const wrong = (operation: string, what: string) => Effect.die(new Error(`${operation} ${what}.`))

type Made = Effect.Effect<unknown, unknown>

const isMade = (answer: unknown): answer is Made => Effect.isEffect(answer)

/** The answer of a stub, as status and body. */
const answered = Effect.fnUntraced(function* ({ errors, id, successes }: Contract.Operation, answer: unknown) {
  const { isSuccess, value } = yield* Effect.match(isMade(answer) ? answer : Effect.succeed(answer), {
    onFailure: (value) => ({ isSuccess: false, value }),
    onSuccess: (value) => ({ isSuccess: true, value })
  })
  if (!isSuccess && !isServiceError(value)) {
    return yield* wrong(id, `was stubbed with a failure that is no error of the service: ${String(value)}`)
  }
  const status = isServiceError(value) ? value.status : Array.from(successes.keys())[0]
  const schemas = status === undefined ? undefined : (isServiceError(value) ? errors : successes).get(status)
  if (status === undefined || schemas === undefined) {
    return yield* wrong(id, `was stubbed with status ${status}, which it does not document`)
  }
  const body = yield* Codec.encode(schemas, value).pipe(
    Effect.catch(({ message }) =>
      wrong(id, `was stubbed with an answer of status ${status} that it does not document: ${message}`)
    )
  )
  return { status, body }
})

const make = ({ seed = 1, stubs = {} }: Options) => {
  const answers: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = stubs
  const seen: Array<Request> = []
  const counts = new Map<string, number>()
  const generators = new Map<string, ReturnType<typeof generator>>()

  const generated = Effect.fnUntraced(function* (operation: Contract.Operation, query: unknown) {
    const { id, successes } = operation
    const generate = generators.get(id) ?? generator(operation)
    generators.set(id, generate)
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    const [status = 200] = successes.keys()
    return { status, body: yield* generate(`${seed} ${id} ${count}`, query) }
  })

  const http = HttpClient.make(
    Effect.fnUntraced(function* (request, url) {
      const path = url.pathname.replace(/^.*?\/api(?=\/)/, "")
      // how long an id may be, the interface does not say
      const found = Contract.match(request.method, path, { anyLength: true })
      if (found === undefined) return yield* wrong(`${request.method} ${path}`, "is no operation of the contract")
      const { operation, params } = found
      const input = yield* Codec.decodeInput(operation, params, url, request).pipe(
        Effect.catch(({ message }) => wrong(operation.id, `was called with input that does not fit: ${message}`))
      )
      seen.push(requestOf(operation.id, input))
      const stub = answers[operation.group]?.[operation.name]
      const { body, status } = Predicate.isFunction(stub)
        ? yield* answered(operation, stub(input))
        : yield* generated(operation, input.query)
      return reply(request, status, body)
    })
  )
  return { http, requests: Requests.of({ all: Effect.sync(() => seen.slice()) }) }
}

// oxlint-disable-next-line typescript/no-explicit-any -- which input belongs to which operation, the contract has checked
const requestOf = (operation: string, input: any): Request => ({ operation, ...input })

const region = Region.layer({ name: "us", baseUrl: "https://us.example.com", apiKey: Redacted.make("test") }).pipe(
  Layer.orDie
)

/** Layer that answers in memory as `Http` and as `HttpClient`, to build the client on; see {@link layer}. */
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
 * Layer with every service of the SDK for test suites, over a service in memory. Calls are encoded, decoded, repeated
 * and given a session as in production; each is answered by its stub, or else with a value generated from the schema
 * of its answer. Nobody is logged in: any log-in works, its token does not expire, and `Session.start` does without one.
 *
 * What the contract does not allow is a defect that names the operation: an unknown path, input that does not decode,
 * an error at a status the operation does not document. A 500 on an operation that is safe to repeat is repeated:
 * advance the `TestClock`, or set `Retry.Policy` to no repeats.
 */
export const layer = (options: Options = {}): Layer.Layer<Client.Client | Requests> =>
  Layer.unwrap(
    Effect.sync(() => {
      const { http, requests } = make(options)
      const overHttp = HttpEffect.layer.pipe(Layer.provide(Layer.succeed(HttpClient.HttpClient, http)))
      const client = Client.layer.pipe(Layer.provide([region, overHttp]))
      return Layer.merge(client, Layer.succeed(Requests, requests))
    })
  )
