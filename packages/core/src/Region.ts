import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { InvalidSettings } from "./Errors.ts"
import { isHeaderName, isHeaderValue, isConnectionHeader } from "./internal/http.ts"

/** The two regions of the service, which share nothing but the contract. Source: interface §1. */
export const RegionName = Schema.Literals(["us", "eu"])
export type RegionName = typeof RegionName.Type

/** How the API key is sent: in its own header, or in `Authorization` without a user token (interface §5, 1). */
export const ApiKeyForm = Schema.Literals(["header", "authorization"])
export type ApiKeyForm = typeof ApiKeyForm.Type

const example = "https://us.example.com"

// calls append the version themselves
const versioned = /\/api\/+v1(?:r1)?(?:\/|$)/

/** Parses a base address; fails with the problem. */
const parseApiUrl = (address: string): Result.Result<string, string> =>
  Result.try(() => new URL(address.trim())).pipe(
    Result.filterOrFail(
      ({ protocol }) => protocol === "http:" || protocol === "https:",
      () => undefined
    ),
    // the error of both checks above
    Result.mapError(() => `it must be an address such as ${example}`),
    Result.filterOrFail(
      ({ password, username }) => username === "" && password === "",
      () => `it must be an address without a user name or a password, such as ${example}`
    ),
    Result.filterOrFail(
      ({ hash, search }) => search === "" && hash === "",
      () => `it must be an address without a query or a fragment, such as ${example}`
    ),
    Result.filterOrFail(
      ({ pathname }) => !versioned.test(pathname),
      () => "it must be an address without the path of an operation: leave out /api/v1"
    ),
    Result.map((url) => `${url.origin}${url.pathname.replace(/(\/+api)*\/*$/, "")}/api`)
  )

/**
 * Schema for the base address of a region, decoded to the address for paths: it ends in `/api` exactly once, whether the input
 * has `/api`, a trailing slash, both or neither. A query, a fragment, a user name, a password and the `/api/v1` of operation paths
 * are invalid.
 */
export const ApiUrl = Schema.String.pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transformEffect({
      decode: (address: string) =>
        Effect.fromResult(parseApiUrl(address)).pipe(
          Effect.mapError((message) => new SchemaIssue.InvalidValue({ message }))
        ),
      encode: (url) => Effect.succeed(url)
    })
  )
)

/** Settings of one region. */
export interface RegionSettings {
  /** The region to call. */
  readonly name: RegionName
  /** Base address of the region, with or without `/api`. */
  readonly baseUrl: string
  readonly apiKey: Redacted.Redacted
  /** Name of the API-key header (default `x-service-api-key`). */
  readonly apiKeyHeader?: string | undefined
  /** How the API key is sent: in that header, or in `Authorization` if no user token is sent (default `header`). */
  readonly apiKeyForm?: ApiKeyForm | undefined
}

/** Default name of the API-key header. */
export const defaultApiKeyHeader = "x-service-api-key"

/** The region to call: its address and API key. */
export class Region extends Context.Service<
  Region,
  {
    readonly name: RegionName
    /** Base address for paths; ends in `/api`. */
    readonly apiUrl: string
    readonly apiKey: Redacted.Redacted
    readonly apiKeyHeader: string
    readonly apiKeyForm: ApiKeyForm
  }
>()("@remote-assist/core/Region") {
  /** Layer for a region by its settings; fails if one is invalid. */
  static readonly layer = (settings: RegionSettings): Layer.Layer<Region, InvalidSettings> =>
    Layer.effect(Region, make(settings))
}

/** Names of settings in messages, if they differ. */
export type SettingNames = { readonly [Name in keyof RegionSettings]?: string }

const sentByClient = new Set(["accept", "authorization", "content-type"])

const invalidApiKey = (apiKey: unknown) => {
  if (!Redacted.isRedacted(apiKey)) return "it is not redacted. Give Redacted.make(key)."
  const key = Redacted.value(apiKey)
  return !Predicate.isString(key) || key === ""
    ? "it is not a text, or it is empty. Give the key that was issued for the site."
    : isHeaderValue(key)
      ? undefined
      : "it has a character that no header can carry, such as a line break or a space at its end. Copy it again."
}

const invalidApiKeyHeader = (name: string) =>
  !isHeaderName(name)
    ? `it is not a valid header name. Use one such as ${defaultApiKeyHeader}.`
    : sentByClient.has(name)
      ? `calls already use this header. Use one such as ${defaultApiKeyHeader}, or leave it out and set apiKeyForm to authorization.`
      : isConnectionHeader(name)
        ? `this header belongs to the connection. Use one such as ${defaultApiKeyHeader}.`
        : undefined

/** Validates the settings of a region, once for all calls of a client; fails if one is invalid. */
export const make = (
  { apiKey, apiKeyForm = "header", baseUrl, name, ...settings }: RegionSettings,
  names: SettingNames = {}
): Effect.Effect<Region["Service"], InvalidSettings> =>
  Effect.gen(function* () {
    const apiKeyHeader = (settings.apiKeyHeader ?? defaultApiKeyHeader).toLowerCase()
    const invalid = (setting: keyof RegionSettings, reason: string) =>
      Effect.fail(new InvalidSettings({ setting: names[setting] ?? setting, reason }))
    // programs in JavaScript can give any value
    if (name !== "us" && name !== "eu") return yield* invalid("name", 'it must be "us" or "eu".')
    if (apiKeyForm !== "header" && apiKeyForm !== "authorization")
      return yield* invalid("apiKeyForm", 'it must be "header" or "authorization".')
    const apiUrl = yield* Effect.fromResult(parseApiUrl(baseUrl)).pipe(
      Effect.catch((reason) => invalid("baseUrl", `${reason}.`))
    )
    const ofKey = invalidApiKey(apiKey)
    if (ofKey !== undefined) return yield* invalid("apiKey", ofKey)
    const ofHeader = invalidApiKeyHeader(apiKeyHeader)
    if (ofHeader !== undefined) return yield* invalid("apiKeyHeader", ofHeader)
    return Region.of({ name, apiUrl, apiKey, apiKeyHeader, apiKeyForm })
  })

/** Layer for a region by its settings, as `Region.layer`: for `import * as Region`. */
export const { layer } = Region
