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
import type { Exchange, Outgoing } from "./Http.ts"
import { lostBy } from "./internal/http/lost.ts"
import { tooLarge } from "./internal/http/tooLarge.ts"

const requestOf = ({ body, headers, method, url }: Outgoing) =>
  HttpClientRequest.makeWith(
    method,
    url,
    UrlParams.empty,
    Option.none(),
    Headers.fromRecordUnsafe(headers),
    body === undefined ? HttpBody.empty : HttpBody.text(body, "application/json")
  )

const lost = ({ reason }: HttpClientError.HttpClientError) => lostBy(reason.cause ?? reason.description ?? reason._tag)

const isShort = ({ headers }: HttpClientResponse.HttpClientResponse, limit: number) =>
  headers["content-encoding"] === undefined && Number(headers["content-length"] ?? Infinity) <= limit

const bodyOf = (response: HttpClientResponse.HttpClientResponse, limit: number) => {
  if (isShort(response, limit)) return Effect.mapError(response.text, lost)
  const decoder = new TextDecoder()
  return response.stream.pipe(
    // a body that is none has no stream
    Stream.catchIf(
      ({ reason }) => reason._tag === "EmptyBodyError",
      () => Stream.empty
    ),
    Stream.mapError(lost),
    Stream.runFoldEffect(
      () => ({ size: 0, text: "" }),
      ({ size, text }, part) =>
        size + part.byteLength > limit
          ? Effect.fail(tooLarge)
          : Effect.succeed({ size: size + part.byteLength, text: text + decoder.decode(part, { stream: true }) })
    ),
    Effect.map(({ text }) => text + decoder.decode())
  )
}

// a redirect is an answer; a call is one span, named by its operation, and a second one by method and address says less
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
      Effect.mapError(lost),
      Effect.flatMap((response) =>
        Effect.map(bodyOf(response, limit), (body) => ({ status: response.status, headers: response.headers, body }))
      ),
      Effect.updateContext(withSettings)
    )

/** Layer for {@link Http} on any `HttpClient` of Effect, such as one with a proxy. */
export const layer: Layer.Layer<Http, never, HttpClient.HttpClient> = Layer.effect(
  Http,
  Effect.map(HttpClient.HttpClient, (client) => ({ exchange: exchangeBy(client) }))
)
