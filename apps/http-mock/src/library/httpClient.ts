import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"

import { clientKindHeader } from "../tenants/evidence/Evidence.ts"

/** The `HttpClient` whose requests a `fetch` answers. */
export const layerFetch = (fetch: typeof globalThis.fetch): Layer.Layer<HttpClient.HttpClient> => {
  const asSdk: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    // an HttpClient is what the SDK runs on
    if (!request.headers.has(clientKindHeader)) request.headers.set(clientKindHeader, "sdk")
    return fetch(request)
  }
  return FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, asSdk)))
}
