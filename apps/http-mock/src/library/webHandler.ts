import type { Http } from "@remote-assist/core/Http"
import * as HttpFetch from "@remote-assist/core/HttpFetch"
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import { clientKindHeader } from "../tenants/Evidence.ts"
import { tenantHeader } from "../tenants/TenantName.ts"
import type { Answer } from "../wire/response.ts"

export const closedError = (): Error => new Error("The emulator is closed.")

const fetchError = (reason: string) => new TypeError("fetch failed", { cause: new Error(reason) })

/** Creates the signal that aborts when the scope closes. */
export const makeEnding: Effect.Effect<AbortSignal, never, Scope.Scope> = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort(fetchError(closedError().message)))
  ),
  ({ signal }) => signal
)

const orClosed =
  (isOver: () => boolean) =>
  <E>(cause: Cause.Cause<E>) =>
    isOver() ? Effect.die(closedError()) : Effect.failCause(cause)

/** Runs an effect while the emulator is open; dies with {@link closedError} after that. */
export const whileOpen =
  (isOver: () => boolean) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => (isOver() ? Effect.die(closedError()) : effect)).pipe(Effect.catchCause(orClosed(isOver)))

export const whileStreaming =
  (isOver: () => boolean) =>
  <A, E, R>(stream: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
    Stream.catchCause(stream, (cause) => Stream.fromEffect(orClosed(isOver)(cause)))

/** The `Http` of the SDK and an `HttpClient` over a `fetch`. */
export const layerFetch = (fetch: typeof globalThis.fetch): Layer.Layer<Http | HttpClient.HttpClient> => {
  const asSdk: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    if (!request.headers.has(clientKindHeader)) request.headers.set(clientKindHeader, "sdk")
    return fetch(request)
  }
  return Layer.merge(
    HttpFetch.layer.pipe(Layer.provide(Layer.succeed(HttpFetch.Fetch, asSdk))),
    FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, asSdk)))
  )
}

export type Handler = (request: Request) => Promise<Response>

/** The target of requests without a socket. */
export interface Target {
  /** The origin of links in responses. */
  readonly origin: string
  /** The tenant of requests without a tenant in the path (default: by header). */
  readonly tenant: string | undefined
  /** Aborts when the emulator closes. */
  readonly ending: AbortSignal
}

const addressed = (answer: Answer, { origin, tenant }: Target): Answer => {
  const { host } = new URL(origin)
  const own = tenant === undefined ? {} : { [tenantHeader]: tenant }
  return Effect.updateService(answer, HttpServerRequest.HttpServerRequest, (request) =>
    request.modify({ headers: Headers.setAll(request.headers, { ...own, host: request.headers.host ?? host }) })
  )
}

/** The client of a request. */
interface Client {
  readonly respond: (response: Response) => void
  /** Returns the signal that aborts when the client cancels the request, or the emulator closes. */
  readonly signal: () => AbortSignal
}

class CurrentClient extends Context.Service<CurrentClient, Client>()("@remote-assist/http-mock/CurrentClient") {}

/** Calls back when a signal aborts; returns a function that removes the callback. */
const onAbort = (signal: AbortSignal, callback: () => void) => {
  signal.addEventListener("abort", callback, { once: true })
  return () => signal.removeEventListener("abort", callback)
}

/** Returns the same stream, which fails when the request is cancelled. */
const cancellable = (body: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal) => {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) => {
        const stop = onAbort(signal, () => {
          controller.error(signal.reason)
          void reader.cancel(signal.reason)
        })
        reader.closed.then(stop, stop)
      },
      pull: (controller) =>
        reader.read().then(({ done, value }) => (done ? controller.close() : controller.enqueue(value))),
      cancel: (reason) => reader.cancel(reason)
    },
    { highWaterMark: 0 }
  )
}

const streamed = (response: Response, { signal }: Client) =>
  response.body === null ? response : new Response(cancellable(response.body, signal()), response)

const respond = (request: HttpServerRequest.HttpServerRequest, response: HttpServerResponse.HttpServerResponse) =>
  Effect.map(CurrentClient, (client) => {
    const withoutBody = request.method === "HEAD"
    client.respond(
      response.body._tag === "Stream" && !withoutBody
        ? streamed(HttpServerResponse.toWeb(HttpEffect.scopeTransferToStream(response)), client)
        : HttpServerResponse.toWeb(response, { withoutBody })
    )
  })

/**
 * Creates a web handler. It rejects as `fetch` does: with the reason of an aborted signal, and with a `TypeError` if the
 * connection breaks or the emulator is closed.
 */
export const makeWebHandler = (answer: Answer, target: Target): Handler => {
  const handle = HttpEffect.toHandled(addressed(answer, target), respond)
  return (request) =>
    new Promise((resolve, reject) => {
      const signals = [request.signal, target.ending]
      const aborted = signals.find(({ aborted }) => aborted)
      if (aborted !== undefined) return reject(aborted.reason)
      const respond = (response: Response) =>
        // in the fetch standard, an error response means a broken connection
        response.type === "error" ? reject(fetchError("the emulator reset the connection")) : resolve(response)
      const context = Context.make(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request)).pipe(
        Context.add(CurrentClient, { respond, signal: () => AbortSignal.any(signals) })
      )
      const fiber = Effect.runForkWith(context)(handle)
      if (fiber.pollUnsafe() !== undefined) return
      const signal = AbortSignal.any(signals)
      const stop = onAbort(signal, () => {
        reject(signal.reason)
        fiber.interruptUnsafe(undefined, HttpServerError.ClientAbort.annotation)
      })
      fiber.addObserver(stop)
    })
}

const otherOriginError = ({ url }: Request, origin: string) =>
  new TypeError(`fetch failed: ${url} is not of the emulator at ${origin}. Use a base URL of the emulator.`)

/** Creates a `fetch` for one origin, over its handler. */
export const makeFetch =
  (handler: Handler, origin: string): typeof globalThis.fetch =>
  (input, init) =>
    Promise.resolve().then(() => {
      const request = new Request(input, init)
      return new URL(request.url).origin === new URL(origin).origin
        ? handler(request)
        : Promise.reject(otherOriginError(request, origin))
    })
