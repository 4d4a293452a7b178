import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import type { CircuitOpen } from "./Errors.ts"
import { Http } from "./Http.ts"
import * as Attempts from "./internal/call/attempts.ts"
import type { BeforeRequest, Send } from "./internal/call/attempts.ts"
import { Measure } from "./internal/call/run.ts"
import { knownSecrets } from "./internal/secrets/masking.ts"
import type { KnownSecrets } from "./internal/secrets/masking.ts"
import { Region } from "./Region.ts"
import type { RegionName } from "./Region.ts"

/** Wraps the sending of a `Transport` built in this context, outside its retries: it sees one outcome for each call. */
export const AroundRetries = Context.Reference<(send: Send) => Send<CircuitOpen>>(
  "@remote-assist/core/Transport/AroundRetries",
  { defaultValue: () => identity }
)

/** Runs before each request of a `Transport` built in this context. */
export const BeforeRequests = Context.Reference<BeforeRequest>("@remote-assist/core/Transport/BeforeRequests", {
  defaultValue: () => () => Effect.void
})

/** How a `Transport` built in this context shares the `Retry-After` of answers with other processes (default: not at all). */
export const HoldChannel = Context.Reference<Attempts.HoldChannel | undefined>(
  "@remote-assist/core/Transport/HoldChannel",
  { defaultValue: () => undefined }
)

/** Sends the requests of calls to the region, with retries and without trace ids. */
export class Transport extends Context.Service<
  Transport,
  {
    readonly region: RegionName
    /** Base address for paths. */
    readonly apiUrl: string
    /** Name of the API-key header, in lower case. */
    readonly apiKeyHeader: string
    readonly send: Send<CircuitOpen>
    /** The secrets to remove from errors. */
    readonly known: KnownSecrets
    readonly measure: Measure
  }
>()("@remote-assist/core/Transport") {
  static readonly layer: Layer.Layer<Transport, never, Region | Http> = Layer.effect(
    Transport,
    Effect.gen(function* () {
      const { apiKey, apiKeyHeader, apiUrl, name } = yield* Region
      const { exchange } = yield* Http
      const send = yield* Attempts.make(exchange, yield* BeforeRequests, yield* HoldChannel)
      const known = knownSecrets([Redacted.value(apiKey)])
      return Transport.of({
        region: name,
        apiUrl,
        apiKeyHeader,
        send: (yield* AroundRetries)(send),
        known,
        measure: yield* Measure
      })
    })
  )
}
