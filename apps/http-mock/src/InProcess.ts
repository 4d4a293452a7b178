import * as FetchHttpClient from "effect/http/FetchHttpClient"
import type * as HttpClient from "effect/http/HttpClient"
import * as HttpEffect from "effect/http/HttpEffect"
import * as Layer from "effect/Layer"

import { driverHeader } from "./evidence/Evidence.ts"
import type { Answer } from "./Front.ts"

/** The origin of an emulator that has no socket. */
export const origin = "http://emulator.internal"

/** The `HttpClient` whose requests are answered without a socket. */
export const client = (answer: Answer): Layer.Layer<HttpClient.HttpClient> => {
  const handler = HttpEffect.toWebHandler(answer)
  // the error response is how the fetch standard says that the connection broke
  const answered = (response: Response) =>
    response.type === "error"
      ? Promise.reject(new TypeError("fetch failed", { cause: new Error("the emulator reset the connection") }))
      : response
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    // an HttpClient is what the SDK runs on
    if (!request.headers.has(driverHeader)) request.headers.set(driverHeader, "sdk")
    return request.url.startsWith(`${origin}/`)
      ? handler(request).then(answered)
      : Promise.reject(new TypeError(`the emulator of this process is at ${origin} and nowhere else`))
  }
  return FetchHttpClient.layer.pipe(Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch)))
}
