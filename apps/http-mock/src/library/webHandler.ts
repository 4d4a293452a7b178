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
import * as Stream from "effect/Stream"

import { clientKindHeader } from "../tenants/Evidence.ts"
import { tenantHeader } from "../tenants/TenantName.ts"
import type { Answer } from "../wire/response.ts"

/** Whether an emulator has ended, for what would go on without it. */
export interface Ending {
  readonly isOver: () => boolean
  /** Calls back when it ends, unless it has; yields what forgets that. */
  readonly follow: (ended: () => void) => () => void
}

export const closedError = (): Error => new Error("The emulator is closed.")

/** The end of what lives in a scope. */
export const makeEnding = Effect.acquireRelease(
  Effect.sync(() => {
    const followers = new Set<() => void>()
    let isOver = false
    return {
      isOver: () => isOver,
      follow: (ended: () => void) => {
        followers.add(ended)
        return () => followers.delete(ended)
      },
      end: () => {
        isOver = true
        for (const ended of followers) ended()
        followers.clear()
      }
    }
  }),
  ({ end }) => Effect.sync(end)
)

const orClosed =
  (isOver: () => boolean) =>
  <E>(cause: Cause.Cause<E>) =>
    isOver() ? Effect.die(closedError()) : Effect.failCause(cause)

/** The same while the emulator is there; dies of its end from then on, whatever went wrong by that. */
export const whileOpen =
  (isOver: () => boolean) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => (isOver() ? Effect.die(closedError()) : effect)).pipe(Effect.catchCause(orClosed(isOver)))

export const whileStreaming =
  (isOver: () => boolean) =>
  <A, E, R>(stream: Stream.Stream<A, E, R>): Stream.Stream<A, E, R> =>
    Stream.catchCause(stream, (cause) => Stream.fromEffect(orClosed(isOver)(cause)))

/** What sends the requests of the SDK, and the `HttpClient`, both of which a `fetch` answers. */
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

/** What requests without a socket count as sent to. */
export interface Addressee {
  /** Where links in answers lead. */
  readonly origin: string
  /** The tenant of those whose path names none; theirs to say unless set. */
  readonly tenant: string | undefined
  readonly ending: Ending
}

const addressed = (answer: Answer, { origin, tenant }: Addressee): Answer => {
  const { host } = new URL(origin)
  const own = tenant === undefined ? {} : { [tenantHeader]: tenant }
  return Effect.updateService(answer, HttpServerRequest.HttpServerRequest, (request) =>
    request.modify({ headers: Headers.setAll(request.headers, { ...own, host: request.headers.host ?? host }) })
  )
}

const failed = (why: string) => new TypeError("fetch failed", { cause: new Error(why) })

/** The client of one request: what it is given, and how it learns that nobody waits any more. */
interface Client {
  readonly give: (response: Response) => void
  /** Calls back once with why nobody waits; yields what forgets that. */
  readonly gone: (left: (reason: unknown) => void) => () => void
}

class CurrentClient extends Context.Service<CurrentClient, Client>()("@remote-assist/http-mock/CurrentClient") {}

/** The same bytes, until nobody waits any more: it errors then, read or not. */
const untilGone = (body: ReadableStream<Uint8Array<ArrayBuffer>>, gone: Client["gone"]) => {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start: (controller) => {
        const stop = gone((reason) => {
          controller.error(reason)
          void reader.cancel(reason)
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

const streamed = (response: Response, { gone }: Client) =>
  response.body === null ? response : new Response(untilGone(response.body, gone), response)

const given = (request: HttpServerRequest.HttpServerRequest, response: HttpServerResponse.HttpServerResponse) =>
  Effect.map(CurrentClient, (client) => {
    const withoutBody = request.method === "HEAD"
    client.give(
      response.body._tag === "Stream" && !withoutBody
        ? streamed(HttpServerResponse.toWeb(HttpEffect.scopeTransferToStream(response)), client)
        : HttpServerResponse.toWeb(response, { withoutBody })
    )
  })

const clientOf = ({ signal }: Request, ending: Ending, give: (response: Response) => void): Client => ({
  give,
  gone: (left) => {
    const aborted = () => left(signal.reason)
    signal.addEventListener("abort", aborted, { once: true })
    const stop = ending.follow(() => left(failed(closedError().message)))
    return () => {
      stop()
      signal.removeEventListener("abort", aborted)
    }
  }
})

/**
 * The web handler of an answer. It rejects as `fetch` does: with the reason of a signal that aborts, and with a `TypeError`
 * when the connection breaks or the emulator has ended.
 */
export const makeWebHandler = (answer: Answer, addressee: Addressee): Handler => {
  const { ending } = addressee
  const handle = HttpEffect.toHandled(addressed(answer, addressee), given)
  return (request) =>
    new Promise((resolve, reject) => {
      if (request.signal.aborted) return reject(request.signal.reason)
      if (ending.isOver()) return reject(failed(closedError().message))
      const client = clientOf(request, ending, (response) =>
        // the error response is how the fetch standard says that the connection broke
        response.type === "error" ? reject(failed("the emulator reset the connection")) : resolve(response)
      )
      const context = Context.make(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(request)).pipe(
        Context.add(CurrentClient, client)
      )
      const fiber = Effect.runForkWith(context)(handle)
      if (fiber.pollUnsafe() !== undefined) return
      const stop = client.gone((reason) => {
        reject(reason)
        fiber.interruptUnsafe(undefined, HttpServerError.ClientAbort.annotation)
      })
      fiber.addObserver(stop)
    })
}

const elsewhere = ({ url }: Request, origin: string) =>
  new TypeError(
    `fetch failed: this is the fetch of the emulator at ${origin}, and ${url} is somewhere else. Use a base address of the emulator.`
  )

/** The `fetch` that reaches one origin, by its handler, and nothing else. */
export const makeFetch =
  (handler: Handler, origin: string): typeof globalThis.fetch =>
  (input, init) =>
    Promise.resolve().then(() => {
      const request = new Request(input, init)
      return new URL(request.url).origin === new URL(origin).origin
        ? handler(request)
        : Promise.reject(elsewhere(request, origin))
    })
