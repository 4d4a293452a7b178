import type { Http } from "@remote-assist/core/Http"
import * as HttpFetch from "@remote-assist/core/HttpFetch"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"

import { clientKindHeader } from "../tenants/Evidence.ts"

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
