import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"

import { driverHeader } from "../tenants/evidence/Evidence.ts"

/** The origin of an emulator that has no socket. */
export const origin = "http://emulator.internal"

/** The `HttpClient` whose requests a `fetch` answers. */
export const client = (fetch: typeof globalThis.fetch): Layer.Layer<HttpClient.HttpClient> => {
  const driven: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    // an HttpClient is what the SDK runs on
    if (!request.headers.has(driverHeader)) request.headers.set(driverHeader, "sdk")
    return fetch(request)
  }
  return FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, driven)))
}
