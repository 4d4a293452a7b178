import { Http } from "@remote-assist/core/Http"
import { Fetch } from "@remote-assist/core/HttpFetch"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"

/** The most bytes of an answer: the longest are journals and exported states. */
const limit = 128 * 1024 * 1024

const decoder = new TextDecoder()

/** Layer for an `HttpClient` that sends with the SDK's `Http`. Event streams come with its `fetch`, as answers of `Http` are whole. */
export const layer: Layer.Layer<HttpClient.HttpClient, never, Http> = Layer.effect(
  HttpClient.HttpClient,
  Effect.gen(function* () {
    const { exchange } = yield* Http
    const fetch = yield* Fetch
    const streaming = yield* HttpClient.HttpClient.pipe(
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.Fetch, fetch)
    )
    return HttpClient.make((request, url) => {
      if (url.pathname.endsWith("/stream")) return streaming.execute(request)
      const { body, headers, method } = request
      const text = body._tag === "Uint8Array" ? decoder.decode(body.body) : undefined
      return exchange({ method, url: url.href, headers, body: text }, limit).pipe(
        Effect.map(({ body, headers, status }) =>
          HttpClientResponse.fromWeb(request, new Response(status === 204 ? null : body, { status, headers }))
        ),
        Effect.mapError(
          (cause) =>
            new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
        )
      )
    }).pipe(
      HttpClient.transformResponse(Effect.provideService(HttpClient.TracerPropagationEnabled, false)),
      HttpClient.transformResponse(
        Effect.provideService(FetchHttpClient.RequestInit, { credentials: "omit", redirect: "manual" })
      ),
      HttpClient.transformResponse(Effect.provideService(FetchHttpClient.Fetch, fetch))
    )
  })
)
