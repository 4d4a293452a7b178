import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"

import { attach } from "./internal/http/Exchange.ts"
import { exchange } from "./internal/http/fetching.ts"

/**
 * Layer for an `HttpClient` on the platform's `fetch`, or that of `FetchHttpClient.Fetch`: runs anywhere and starts
 * fastest. Programs on Node that send many requests are quicker with `HttpNode`.
 */
export const layer: Layer.Layer<HttpClient.HttpClient> = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (client) => attach(client, exchange))
).pipe(Layer.provide(FetchHttpClient.layer))
