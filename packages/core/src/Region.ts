import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** The two regions of the service, which share nothing but the contract. Source: interface §1. */
export const RegionName = Schema.Literals(["us", "eu"])
export type RegionName = typeof RegionName.Type

/**
 * Where the API key travels: in a header of its own, or in `Authorization` where no user token is sent (interface §5,
 * 1).
 */
export const ApiKeyForm = Schema.Literals(["header", "authorization"])
export type ApiKeyForm = typeof ApiKeyForm.Type

const asApiUrl = (address: string): Option.Option<string> =>
  Option.liftThrowable(() => new URL(address.trim()))().pipe(
    Option.filter((url) => url.protocol === "http:" || url.protocol === "https:"),
    Option.map((url) => `${url.origin}${url.pathname.replace(/(\/+api)*\/*$/, "")}/api`)
  )

/**
 * Schema for a region's base address, decoded to the address that paths are appended to: ends in `/api` exactly once,
 * whether the address was written with `/api`, a slash, both or neither. A query and a fragment are dropped.
 */
export const ApiUrl = Schema.String.pipe(
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transformEffect({
      decode: (address: string) =>
        Effect.fromOption(asApiUrl(address)).pipe(
          Effect.mapError(
            () =>
              new SchemaIssue.InvalidValue({ message: "Expected an address such as https://us.example.com" }, address)
          )
        ),
      encode: (url) => Effect.succeed(url)
    })
  )
)

/** Settings of one region. */
export interface RegionSettings {
  readonly name: RegionName
  /** Base address, with or without `/api`. */
  readonly baseUrl: string
  readonly apiKey: Redacted.Redacted
  /** Name of the API-key header; `x-service-api-key` unless set. */
  readonly apiKeyHeader?: string
  /** `header` unless set. */
  readonly apiKeyForm?: ApiKeyForm
}

/** Name of the API-key header unless the region sets another. */
export const defaultApiKeyHeader = "x-service-api-key"

/** The region that calls go to: its address and API key. */
export class Region extends Context.Service<
  Region,
  {
    readonly name: RegionName
    /** Address that paths are appended to; ends in `/api`. */
    readonly apiUrl: string
    readonly apiKey: Redacted.Redacted
    readonly apiKeyHeader: string
    readonly apiKeyForm: ApiKeyForm
  }
>()("@remote-assist/core/Region") {
  /** Layer for a region given by its settings; an invalid address fails. */
  static readonly layer = ({ baseUrl, ...settings }: RegionSettings): Layer.Layer<Region, Schema.SchemaError> =>
    Layer.effect(
      Region,
      Effect.map(Schema.decodeEffect(ApiUrl)(baseUrl), (apiUrl) =>
        Region.of({ apiKeyHeader: defaultApiKeyHeader, apiKeyForm: "header", ...settings, apiUrl })
      )
    )
}
