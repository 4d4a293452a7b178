import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Redacted from "effect/Redacted"

import { errorText, errorV1, errorV1R1 } from "./Errors.ts"
import type * as Methods from "./Methods.ts"
import { Region } from "./Region.ts"

/** The API key of a `/v1` operation; a wrong one is refused with 401. Source: interface §5, §7. */
export class ApiKeyV1 extends HttpApiMiddleware.Service<ApiKeyV1>()("@remote-assist/core/ApiKeyV1", {
  error: errorV1(401)
}) {}

/** The API key of a `/v1` operation whose 401 is a bare string; one that comes as errorV1 is read too. Source: interface §4.4. */
export class ApiKeyV1Text extends HttpApiMiddleware.Service<ApiKeyV1Text>()("@remote-assist/core/ApiKeyV1Text", {
  error: [errorText(401), errorV1(401)]
}) {}

/** The API key of a `/v1r1` operation; a wrong one is refused with 400. Source: interface §5, §7. */
export class ApiKeyV1R1 extends HttpApiMiddleware.Service<ApiKeyV1R1>()("@remote-assist/core/ApiKeyV1R1", {
  error: errorV1R1
}) {}

/** Sends the region's API key, in the form the region is set to (interface §5, 1). */
export const add: Effect.Effect<Methods.Wrap<never>, never, Region> = Effect.map(
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
