import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { InvalidSettings } from "./Errors.ts"
import { ApiKeyForm, defaultApiKeyHeader, make, Region } from "./Region.ts"

/**
 * Layer for the region that `Config` names: `REMOTE_ASSIST_REGION` (us, eu), `REMOTE_ASSIST_US_URL` or
 * `REMOTE_ASSIST_EU_URL`, `REMOTE_ASSIST_API_KEY`, and optionally `REMOTE_ASSIST_API_KEY_HEADER` and
 * `REMOTE_ASSIST_API_KEY_FORM` (header, authorization). One that is missing fails as `ConfigError`, one that cannot be used
 * as `InvalidSettings`.
 */
export const layer: Layer.Layer<Region, Config.ConfigError | InvalidSettings> = Layer.effect(
  Region,
  Effect.gen(function* () {
    const name = yield* Config.Literals(["us", "eu"], "REMOTE_ASSIST_REGION")
    const names = {
      baseUrl: `REMOTE_ASSIST_${name.toUpperCase()}_URL`,
      apiKey: "REMOTE_ASSIST_API_KEY",
      apiKeyHeader: "REMOTE_ASSIST_API_KEY_HEADER"
    }
    const settings = {
      name,
      baseUrl: yield* Config.NonEmptyString(names.baseUrl),
      apiKey: yield* Config.Redacted(names.apiKey),
      apiKeyHeader: yield* Config.NonEmptyString(names.apiKeyHeader).pipe(Config.withDefault(defaultApiKeyHeader)),
      apiKeyForm: yield* Config.schema(ApiKeyForm, "REMOTE_ASSIST_API_KEY_FORM").pipe(
        Config.withDefault("header" as const)
      )
    }
    return yield* make(settings, names)
  })
)
