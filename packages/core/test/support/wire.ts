import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import * as Client from "../../src/Client.ts"
import * as HttpEffect from "../../src/HttpEffect.ts"
import type { RegionSettings } from "../../src/Region.ts"
import { Region } from "../../src/Region.ts"
import * as Retry from "../../src/Retry.ts"

/** A request as it left the SDK. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type Answer = (request: Sent, index: number) => Response | Effect.Effect<Response>

export const json = (status: number, body: unknown) => Response.json(body, { status })

export const settings: RegionSettings = {
  name: "us",
  baseUrl: "https://us.example.com",
  apiKey: Redacted.make("key-1")
}

/** An `HttpClient` whose answers a function makes; `sent` records each request. */
export const httpOf = (answer: Answer) => {
  const sent: Array<Sent> = []
  const http = HttpClient.make((request) =>
    Effect.gen(function* () {
      const web = yield* Effect.fromResult(HttpClientRequest.toWebResult(request)).pipe(Effect.orDie)
      const url = new URL(web.url)
      const seen: Sent = {
        method: web.method,
        url: web.url,
        path: url.pathname + url.search,
        headers: Object.fromEntries(web.headers),
        body: yield* Effect.promise(() => web.text())
      }
      const result = answer(seen, sent.push(seen) - 1)
      const response = Effect.isEffect(result) ? yield* result : result
      return HttpClientResponse.fromWeb(request, response)
    })
  )
  return { sent, http }
}

export const region = (options: Partial<RegionSettings> = {}) =>
  Region.layer({ ...settings, ...options }).pipe(Layer.orDie)

/** The whole SDK over answers that a function makes. */
export const wire = (answer: Answer, options: Partial<RegionSettings> = {}) => {
  const { http, sent } = httpOf(answer)
  const layer = Client.layer.pipe(
    Layer.provide([region(options), HttpEffect.layer]),
    Layer.provide(Layer.succeed(HttpClient.HttpClient, http))
  )
  return { sent, layer }
}

/** A policy without retries. */
export const withoutRetries = Layer.succeed(Retry.Policy, {
  times: 0,
  delay: 0,
  maxRetryAfter: 0,
  attemptTimeout: "10 seconds",
  budget: 0
})
