import type { Http } from "@remote-assist/core/Http"
import * as HttpFetch from "@remote-assist/core/HttpFetch"
import type { RegionName } from "@remote-assist/core/Region"
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { format } from "effect/Formatter"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerError from "effect/http/HttpServerError"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as MutableRef from "effect/MutableRef"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

import type { Access } from "../control/access.ts"
import { depths } from "../handlers/world.ts"
import { clientKindHeader } from "../tenants/Evidence.ts"
import { depthHeader } from "../tenants/Handlers.ts"
import type { MswHandler } from "../tenants/Handlers.ts"
import { defaultTenant, isTenantName, tenantHeader, tenantNameError } from "../tenants/TenantName.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import type { Answer } from "../wire/response.ts"
import type { Mail } from "../world/model/rows.ts"
import { mailsAfter } from "../world/model/World.ts"
import { demoOf } from "../world/seed/demo.ts"
import type { Demo } from "../world/seed/demo.ts"
import { durationFrom } from "../world/timestamp.ts"
import type { Control } from "./Control.ts"

export type { Demo } from "../world/seed/demo.ts"

/** A tenant of the emulated service, with its own worlds and clock. */
export interface EmulatedTenant {
  /** The base URLs of the two regions, without `/api`. */
  readonly baseUrl: { readonly us: string; readonly eu: string }
  /** The values of the default world: API key, administrator, and tokens. */
  readonly demo: Demo
  /** Returns the e-mails of a region, the oldest first. They stay in the process without `mailTo` and `mailWebhook`. */
  readonly outbox: (region: RegionName) => Effect.Effect<ReadonlyArray<Mail>>
  /** Advances the tenant's clock, so that tokens expire. */
  readonly advance: (duration: Duration.Input) => Effect.Effect<void>
  /**
   * Handles a request without a socket, by its path: `/us/api/…` or `/eu/api/…` at any origin. Rejects as `fetch` does: with
   * the reason of the request's signal, or a `TypeError` if a fault breaks the connection or the emulator is closed.
   */
  readonly handler: Handler
  /**
   * A `fetch` for clients of the emulator, without a socket. Rejects with a `TypeError` for any other origin and for a closed
   * emulator, and with the reason of an aborted signal.
   */
  readonly fetch: typeof globalThis.fetch
  /** Adds MSW handlers to this tenant, before the existing ones. */
  readonly use: (...handlers: ReadonlyArray<MswHandler>) => void
  /** Removes the handlers that `use` added to this tenant; those of the options stay. */
  readonly resetHandlers: () => void
  /** The typed client of the control plane, without a socket. Its code is loaded on first use. */
  readonly control: Effect.Effect<Control["Service"]>
}

export interface Instance {
  readonly origin: string
  readonly tenants: Tenants
  readonly answer: (access: Access) => Answer
  readonly ending: AbortSignal
}

const local = (secure: boolean): Access => ({ local: true, inProcess: true, token: undefined, secure })

const token = Redacted.make("control client of the process itself")

// independent of the host name, which may be public
const byToken = (secure: boolean): Access => ({ local: false, token, secure })

const isSecure = ({ origin }: Instance) => origin.startsWith("https:")

const makeControl = ({ answer, ending, origin }: Instance, tenant: string, access: Access) =>
  Effect.promise(() => import("./Control.ts")).pipe(
    Effect.flatMap(({ Control }) =>
      Effect.provide(
        Control,
        Control.layer({ origin, tenant, token }).pipe(
          Layer.provide(layerFetch(makeFetch(makeWebHandler(answer(access), { origin, tenant, ending }), origin)))
        )
      )
    )
  )

const baseUrlOf = (base: string) => ({ us: `${base}/us`, eu: `${base}/eu` })

/** Returns a tenant of an emulator (default: the tenant `default`). */
export const makeTenant = (instance: Instance, name?: string): EmulatedTenant => {
  const { answer, ending, origin, tenants } = instance
  const open = whileOpen(() => ending.aborted)
  // looked up each time, as a branch may replace the tenant
  const tenant = () => tenants.get(name ?? defaultTenant)
  const handler = makeWebHandler(answer(local(isSecure(instance))), { origin, tenant: name, ending })
  return {
    baseUrl: baseUrlOf(name === undefined ? origin : `${origin}/t/${name}`),
    demo: demoOf(MutableRef.get(tenant().regions.us.world)),
    outbox: (region) => open(Effect.sync(() => mailsAfter(MutableRef.get(tenant().regions[region].world)))),
    advance: (duration) =>
      open(
        Effect.suspend(() => {
          const { clock, save } = tenant()
          clock.change({ advance: Duration.toMillis(durationFrom(duration)) })
          return save
        })
      ),
    handler,
    fetch: makeFetch(handler, origin),
    use: (...handlers) => {
      if (ending.aborted) throw closedError()
      tenants.handlers.use(name ?? defaultTenant, handlers)
    },
    resetHandlers: () => tenants.handlers.reset(name ?? defaultTenant),
    control: open(
      Effect.runSync(Effect.cached(makeControl(instance, name ?? defaultTenant, byToken(isSecure(instance)))))
    )
  }
}

/** Returns a tenant by name; throws for an invalid name, and if the emulator is closed. */
export const makeNamedTenant = (instance: Instance, name: string): EmulatedTenant => {
  if (instance.ending.aborted) throw closedError()
  if (!isTenantName(name)) throw new RangeError(tenantNameError(name))
  return makeTenant(instance, name)
}

const closedError = (): Error => new Error("The emulator is closed.")

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
  // fresh, as a context that already holds one of these layers would share it, with the fetch of that
  return Layer.merge(
    Layer.fresh(HttpFetch.layer).pipe(Layer.provide(Layer.succeed(HttpFetch.Fetch, asSdk))),
    Layer.fresh(FetchHttpClient.layer).pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, asSdk)))
  )
}

type Handler = (request: Request) => Promise<Response>

/** The target of requests without a socket. */
interface Target {
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
const makeWebHandler = (answer: Answer, target: Target): Handler => {
  const handle = HttpEffect.toHandled(addressed(answer, target), respond)
  return (request) =>
    new Promise((resolve, reject) => {
      if (!Predicate.hasProperty(request, "signal"))
        return reject(new TypeError(`handler needs a Request, not ${format(request)}. Use fetch for a URL.`))
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
const makeFetch =
  (handler: Handler, origin: string): typeof globalThis.fetch =>
  (input, init) =>
    Promise.resolve().then(() => {
      const request = new Request(input, init)
      const depth = depths.getStore()
      if (depth !== undefined) request.headers.set(depthHeader, String(depth))
      return new URL(request.url).origin === new URL(origin).origin
        ? handler(request)
        : Promise.reject(otherOriginError(request, origin))
    })
