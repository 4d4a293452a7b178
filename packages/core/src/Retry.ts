import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as Schedule from "effect/Schedule"

/**
 * What a repeat of an operation does: `safe` reads, `idempotent` leaves the same state, `unsafe` acts again.
 * Every endpoint of the contract carries its class; unmarked ones are `unsafe`.
 */
export type Class = "safe" | "idempotent" | "unsafe"

/** Endpoint annotation with the retry class; in a call's context, the class of the endpoint that is called. */
export const Class = Context.Reference<Class>("@remote-assist/core/Retry/Class", { defaultValue: () => "unsafe" })

const backOff = Schedule.exponential("200 millis").pipe(Schedule.jittered)

/**
 * Repeats `safe` and `idempotent` requests up to three times on connection faults, 408, 429 and 5xx, with jittered
 * exponential delays of at least `Retry-After`. Sends `unsafe` ones once.
 */
export const transient = (client: HttpClient.HttpClient): HttpClient.HttpClient => {
  const repeating = HttpClient.retryTransient(client, { times: 3, schedule: backOff })
  return HttpClient.makeWith<HttpClientError.HttpClientError, never, HttpClientError.HttpClientError, never>(
    Effect.flatMap((request) =>
      Effect.flatMap(Class, (kind) => (kind === "unsafe" ? client.execute(request) : repeating.execute(request)))
    ),
    Effect.succeed
  )
}
