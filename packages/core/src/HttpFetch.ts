import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import type * as Layer from "effect/Layer"

/**
 * Layer for an `HttpClient` on the platform's `fetch`: runs anywhere and starts fastest. Programs on Node that send
 * thousands of requests a second are quicker with `NodeHttpClient.layerUndici` of `@effect/platform-node`.
 */
export const layer: Layer.Layer<HttpClient.HttpClient> = FetchHttpClient.layer
