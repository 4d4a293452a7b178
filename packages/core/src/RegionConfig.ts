import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { ApiKeyForm, ApiUrl, defaultApiKeyHeader, Region } from "./Region.ts"

/**
 * Layer for the region that `Config` names: `REMOTE_ASSIST_REGION` (us, eu), `REMOTE_ASSIST_US_URL` or
 * `REMOTE_ASSIST_EU_URL`, `REMOTE_ASSIST_API_KEY`, and optionally `REMOTE_ASSIST_API_KEY_HEADER` and
 * `REMOTE_ASSIST_API_KEY_FORM` (header, authorization).
 */
export const layer: Layer.Layer<Region, Config.ConfigError> = Layer.effect(
  Region,
  Effect.gen(function* () {
    const name = yield* Config.Literals(["us", "eu"], "REMOTE_ASSIST_REGION")
    return Region.of({
      name,
      apiUrl: yield* Config.schema(ApiUrl, `REMOTE_ASSIST_${name.toUpperCase()}_URL`),
      apiKey: yield* Config.Redacted("REMOTE_ASSIST_API_KEY"),
      apiKeyHeader: yield* Config.NonEmptyString("REMOTE_ASSIST_API_KEY_HEADER").pipe(
        Config.withDefault(defaultApiKeyHeader)
      ),
      apiKeyForm: yield* Config.schema(ApiKeyForm, "REMOTE_ASSIST_API_KEY_FORM").pipe(
        Config.withDefault("header" as const)
      )
    })
  })
)
