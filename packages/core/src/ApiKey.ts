import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { Wrap } from "./internal/call/attempts.ts"
import { Region } from "./Region.ts"

/** Sends the region's API key, in the form the region is set to (interface §5, 1). */
export const add: Effect.Effect<Wrap<never>, never, Region> = Effect.map(
  Region,
  ({ apiKey, apiKeyForm, apiKeyHeader }) => {
    const key = Redacted.value(apiKey)
    const own = apiKeyHeader.toLowerCase()
    return (send) => (request) => {
      const name = apiKeyForm === "authorization" && request.headers.authorization === undefined ? "authorization" : own
      return send({ ...request, headers: { ...request.headers, [name]: key } })
    }
  }
)
