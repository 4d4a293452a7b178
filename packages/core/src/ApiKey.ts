import * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { errorV1, errorV1R1 } from "./Errors.ts"
import { Region } from "./Region.ts"

/** The API key of a `/v1` operation; a wrong one is refused with 401. Source: interface §5, §7. */
export class ApiKeyV1 extends HttpApiMiddleware.Service<ApiKeyV1>()("@remote-assist/core/ApiKeyV1", {
  error: errorV1(401),
  requiredForClient: true
}) {}

/** The API key of a `/v1r1` operation; a wrong one is refused with 400. Source: interface §5, §7. */
export class ApiKeyV1R1 extends HttpApiMiddleware.Service<ApiKeyV1R1>()("@remote-assist/core/ApiKeyV1R1", {
  error: errorV1R1,
  requiredForClient: true
}) {}

const withApiKey = Effect.map(Region, ({ apiKey, apiKeyForm, apiKeyHeader }) => {
  const key = Redacted.value(apiKey)
  return (request: HttpClientRequest.HttpClientRequest) =>
    HttpClientRequest.setHeader(
      request,
      apiKeyForm === "authorization" && request.headers.authorization === undefined ? "authorization" : apiKeyHeader,
      key
    )
})

/** Sends the region's API key, in the form the region is set to (interface §5, 1). */
export const layer = Layer.merge(
  HttpApiMiddleware.layerClient(
    ApiKeyV1,
    Effect.map(
      withApiKey,
      (add) =>
        ({ next, request }) =>
          next(add(request))
    )
  ),
  HttpApiMiddleware.layerClient(
    ApiKeyV1R1,
    Effect.map(
      withApiKey,
      (add) =>
        ({ next, request }) =>
          next(add(request))
    )
  )
)
