import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { InvalidSettings } from "./Errors.ts"
import { ApiKeyForm, defaultApiKeyHeader, make, Region } from "./Region.ts"

/** Reads a setting; `wanted` says what to set it to. The error never shows the value. */
export const setting = <A>(name: string, config: Config.Config<A>, wanted: string): Effect.Effect<A, InvalidSettings> =>
  Effect.catch(config, () =>
    Effect.gen(function* () {
      const settings = yield* ConfigProvider.ConfigProvider
      const found = yield* Effect.orElseSucceed(settings.load([name]), () => undefined)
      const reason = `it is ${found === undefined ? "missing" : "invalid"}. Set it to ${wanted}.`
      return yield* new InvalidSettings({ setting: name, reason, wanted })
    })
  )

/**
 * Layer for the region in `Config`, by default in environment variables:
 * `REMOTE_ASSIST_REGION` (us, eu), `REMOTE_ASSIST_US_URL` or `REMOTE_ASSIST_EU_URL`, `REMOTE_ASSIST_API_KEY`, and optionally
 * `REMOTE_ASSIST_API_KEY_HEADER` and `REMOTE_ASSIST_API_KEY_FORM` (header, authorization).
 */
export const layer: Layer.Layer<Region, InvalidSettings> = Layer.effect(
  Region,
  Effect.gen(function* () {
    const region = "REMOTE_ASSIST_REGION"
    const name = yield* setting(region, Config.Literals(["us", "eu"], region), "us or eu")
    const names = {
      baseUrl: `REMOTE_ASSIST_${name.toUpperCase()}_URL`,
      apiKey: "REMOTE_ASSIST_API_KEY",
      apiKeyHeader: "REMOTE_ASSIST_API_KEY_HEADER"
    }
    const form = "REMOTE_ASSIST_API_KEY_FORM"
    const settings = {
      name,
      baseUrl: yield* setting(
        names.baseUrl,
        Config.NonEmptyString(names.baseUrl),
        `the address of the service, such as https://${name}.example.com`
      ),
      apiKey: yield* setting(names.apiKey, Config.Redacted(names.apiKey), "the key that was issued for the site"),
      apiKeyHeader: yield* setting(
        names.apiKeyHeader,
        Config.NonEmptyString(names.apiKeyHeader).pipe(Config.withDefault(defaultApiKeyHeader)),
        "the name of a header"
      ),
      apiKeyForm: yield* setting(
        form,
        Config.schema(ApiKeyForm, form).pipe(Config.withDefault("header" as const)),
        "header or authorization"
      )
    }
    return yield* make(settings, names)
  })
)
