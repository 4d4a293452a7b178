import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as UrlParams from "effect/http/UrlParams"
import * as Layer from "effect/Layer"

import type { TimedOut } from "./Errors.ts"
import { Region } from "./Region.ts"
import * as Retry from "./Retry.ts"

const secretParams = ["token", "confirmation_token", "refresh_token"]

/** The `HttpClient` that calls go through: the region's address, retries, and no credential or trace id let out. */
export class Transport extends Context.Service<
  Transport,
  { readonly client: HttpClient.HttpClient.With<HttpClientError.HttpClientError | TimedOut> }
>()("@remote-assist/core/Transport") {
  static readonly layer: Layer.Layer<Transport, never, Region | HttpClient.HttpClient> = Layer.effect(
    Transport,
    Effect.gen(function* () {
      const region = yield* Region
      const client = yield* HttpClient.HttpClient
      return Transport.of({
        client: yield* client.pipe(
          HttpClient.mapRequest(flow(HttpClientRequest.prependUrl(region.apiUrl), HttpClientRequest.acceptJson)),
          HttpClient.transformResponse(
            flow(
              // a redirect is an answer that is not described: following one would hand the API key to where it points
              Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
              Effect.provideService(HttpClient.TracerPropagationEnabled, false),
              Effect.provideService(Headers.CurrentRedactedNames, ["authorization", region.apiKeyHeader]),
              Effect.provideService(UrlParams.CurrentRedactedNames, secretParams)
            )
          ),
          Retry.make
        )
      })
    })
  )
}
