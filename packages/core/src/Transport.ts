import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { flow, identity } from "effect/Function"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as UrlParams from "effect/http/UrlParams"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

import type { TimedOut } from "./Errors.ts"
import { Region } from "./Region.ts"
import type { RegionName } from "./Region.ts"
import * as Retry from "./Retry.ts"

const secretParams = ["token", "confirmation_token", "refresh_token"]

/** Whether calls carry trace ids (`traceparent`, `b3`) to the service; they do not unless set. */
export const TracePropagation = Context.Reference<boolean>("@remote-assist/core/Transport/TracePropagation", {
  defaultValue: () => false
})

type Client = HttpClient.HttpClient.With<HttpClientError.HttpClientError | TimedOut>

/** Wraps the client of a `Transport` that is built, outside its retries: it sees one outcome a call. */
export const AroundRetries = Context.Reference<(client: Client) => Client>(
  "@remote-assist/core/Transport/AroundRetries",
  { defaultValue: () => identity }
)

/** Wraps the client of a `Transport` that is built, inside its retries: it sees every request. */
export const AroundRequests = Context.Reference<(client: HttpClient.HttpClient) => HttpClient.HttpClient>(
  "@remote-assist/core/Transport/AroundRequests",
  { defaultValue: () => identity }
)

// following a redirect would hand the API key to where it points: it is an answer that is not described
const withoutRedirects = (context: Context.Context<never>) =>
  Context.add(context, FetchHttpClient.RequestInit, {
    ...Option.getOrUndefined(Context.getOption(context, FetchHttpClient.RequestInit)),
    redirect: "manual"
  })

/** The `HttpClient` that calls go through: the region's address, retries, and no credential or trace id let out. */
export class Transport extends Context.Service<
  Transport,
  {
    readonly region: RegionName
    readonly client: Client
  }
>()("@remote-assist/core/Transport") {
  static readonly layer: Layer.Layer<Transport, never, Region | HttpClient.HttpClient> = Layer.effect(
    Transport,
    Effect.gen(function* () {
      const region = yield* Region
      const client = (yield* AroundRequests)(yield* HttpClient.HttpClient)
      const guard = yield* AroundRetries
      const propagates = yield* TracePropagation
      return Transport.of({
        region: region.name,
        client: yield* client.pipe(
          HttpClient.mapRequest(flow(HttpClientRequest.prependUrl(region.apiUrl), HttpClientRequest.acceptJson)),
          HttpClient.transformResponse(
            flow(
              Effect.updateContext(withoutRedirects),
              // a call is one span, named by its operation; a second one by method and address would say less
              Effect.provideService(HttpClient.TracerDisabledWhen, () => !propagates),
              Effect.provideService(HttpClient.TracerPropagationEnabled, propagates),
              Effect.provideService(Headers.CurrentRedactedNames, ["authorization", region.apiKeyHeader]),
              Effect.provideService(UrlParams.CurrentRedactedNames, secretParams)
            )
          ),
          Retry.make,
          Effect.map(guard)
        )
      })
    })
  )
}
