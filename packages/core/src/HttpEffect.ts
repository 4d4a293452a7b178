import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Headers from "effect/http/Headers"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as UrlParams from "effect/http/UrlParams"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

import { Http } from "./Http.ts"
import type { Exchange, HttpRequest } from "./Http.ts"
import { bodyError, collector, connectionError, tooLarge } from "./internal/http.ts"

const requestOf = ({ body, headers, method, url }: HttpRequest) =>
  HttpClientRequest.makeWith(
    method,
    url,
    UrlParams.empty,
    Option.none(),
    Headers.fromRecordUnsafe(headers),
    body === undefined ? HttpBody.empty : HttpBody.text(body, "application/json")
  )

const causeOf = ({ reason }: HttpClientError.HttpClientError) => reason.cause ?? reason.description ?? reason._tag

const bodyOf = (response: HttpClientResponse.HttpClientResponse, limit: number) => {
  const { "content-encoding": encoding, "content-length": length } = response.headers
  if (encoding === undefined && Number(length) > limit) return Effect.fail({ ...tooLarge, headers: response.headers })
  return Effect.suspend(() => {
    const body = collector(limit)
    return response.stream.pipe(
      // an empty body has no stream
      Stream.catchIf(
        ({ reason }) => reason._tag === "EmptyBodyError",
        () => Stream.empty
      ),
      Stream.mapError((error) => bodyError(causeOf(error))),
      Stream.runForEach((part) =>
        body.add(part) ? Effect.void : Effect.fail({ ...tooLarge, headers: response.headers })
      ),
      Effect.map(() => new TextDecoder().decode(body.bytes()))
    )
  })
}

// redirects are not followed; a call already has a span with the name of its operation
const withSettings = (context: Context.Context<never>) =>
  context.pipe(
    Context.add(FetchHttpClient.RequestInit, {
      ...Context.getOrUndefined(context, FetchHttpClient.RequestInit),
      redirect: "manual"
    }),
    Context.add(HttpClient.TracerDisabledWhen, () => true),
    Context.add(HttpClient.TracerPropagationEnabled, false)
  )

const exchangeBy =
  (client: HttpClient.HttpClient): Exchange =>
  (request, limit) =>
    client.execute(requestOf(request)).pipe(
      Effect.mapError((error) => connectionError(causeOf(error))),
      Effect.flatMap((response) =>
        Effect.map(bodyOf(response, limit), (body) => ({ status: response.status, headers: response.headers, body }))
      ),
      Effect.updateContext(withSettings)
    )

/** Layer for {@link Http} on any Effect `HttpClient`, such as one with a proxy. */
export const layer: Layer.Layer<Http, never, HttpClient.HttpClient> = Layer.effect(
  Http,
  Effect.map(HttpClient.HttpClient, (client) => ({ exchange: exchangeBy(client) }))
)
