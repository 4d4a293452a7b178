import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Http } from "./Http.ts"
import { fetchExchange } from "./internal/http.ts"

/** The `fetch` of {@link layer} (default: that of the platform). */
export const Fetch = Context.Reference<typeof globalThis.fetch>("@remote-assist/core/HttpFetch/Fetch", {
  defaultValue: () => globalThis.fetch
})

/** Layer for {@link Http} on `fetch`, which runs everywhere and starts fastest. On Node, `HttpNode` sends faster. */
export const layer: Layer.Layer<Http> = Layer.effect(
  Http,
  Effect.map(Fetch, (fetch) => ({ exchange: fetchExchange(fetch) }))
)
