import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

import { InvalidSettings } from "../Errors.ts"
import type { Drift } from "../Errors.ts"
import { invalidHeader, isHeaderValue } from "../internal/http.ts"
import * as Core from "../PartnerKey.ts"
import { defaultApiKeyHeader } from "../Region.ts"
import type { RegionSettings } from "../Region.ts"
import { UserToken } from "../UserToken.ts"
import type { Observers } from "./log.ts"
import * as Options from "./options.ts"
import { reveal } from "./PlainValues.ts"
import type { Secret } from "./PlainValues.ts"
import type { TokenStore, Tokens } from "./tokenStore.ts"

/** The settings of a client. */
export interface Settings extends Omit<RegionSettings, "apiKey">, Observers {
  /** The API key. */
  readonly apiKey: string | Secret
  /** The `fetch` to send requests with (default: the fastest of the platform). */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Timeout of a call, its retries included, in milliseconds (default 30,000). */
  readonly timeout?: number | undefined
  /** Maximum number of retries of a call that can be retried (default 3). */
  readonly retries?: number | undefined
  /** Maximum number of bytes of the body of an answer, decompressed (default 64 MiB). */
  readonly bodyLimit?: number | undefined
  /** Storage of the tokens of the session (default: in memory). */
  readonly tokenStore?: TokenStore | undefined
  /** Called with the tokens after a log-in or a renewal, and with `undefined` after a log-out. */
  readonly onTokens?: ((tokens: Tokens | undefined) => void) | undefined
  /** Headers sent with every request. Headers of credentials and of the connection, such as `host`, are invalid. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The header `user-agent` (default: that of the platform). */
  readonly userAgent?: string | undefined
  /** Whether an answer that differs from the contract fails its call (default false). */
  readonly strict?: boolean | undefined
  /** Called with each difference between an answer and the contract. */
  readonly onDrift?: ((drift: Drift) => void) | undefined
  /** Closes the client when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/** The settings of a client without a session, which signs a token for each request. */
export interface PartnerSettings extends Omit<Settings, "tokenStore" | "onTokens"> {
  /** The key pair that signs a token for each request, from `partnerKey(...)`. */
  readonly partnerKey: PartnerKey
}

/** All settings. */
export interface AnySettings extends Settings, Partial<Pick<PartnerSettings, "partnerKey">> {}

// the region checks its own settings
const ofRegion: Options.Check = { is: () => true, expected: "valid" }

const logger = Options.functions(["debug"], ["info", "warn", "error"])

const checks: Options.Checks & Record<keyof AnySettings, Options.Check> = {
  name: ofRegion,
  baseUrl: ofRegion,
  apiKey: ofRegion,
  apiKeyHeader: Options.text,
  apiKeyForm: ofRegion,
  fetch: Options.callback,
  timeout: Options.milliseconds,
  retries: Options.count,
  bodyLimit: Options.count,
  tokenStore: Options.functions(["load", "save", "clear"], ["exclusive"]),
  onTokens: Options.callback,
  partnerKey: { is: (value) => partnerKeyLayer(value) !== undefined, expected: "the result of partnerKey({ ... })" },
  logger: { is: (value) => value === false || logger.is(value), expected: `${logger.expected}, or false` },
  onCall: Options.callback,
  tracer: Options.functions(["startSpan"]),
  headers: Options.texts,
  userAgent: {
    is: (value) => Predicate.isString(value) && value !== "" && isHeaderValue(value),
    expected: "a text that a header can carry"
  },
  strict: Options.flag,
  onDrift: Options.callback,
  signal: Options.signal
}

// signed tokens are not stored, and change with each request
const ofSession = ["tokenStore", "onTokens"] as const

const invalid = (setting: string, reason: string) => new InvalidSettings({ setting, reason })

/** Returns the error of the first invalid setting, or `undefined`. */
export const invalidSetting = (settings: AnySettings): InvalidSettings | undefined => {
  if (!Predicate.isObject(settings))
    return invalid("name", 'it is missing: give an object, such as { name: "us", ... }.')
  const fields = Options.invalidFields(checks, settings)
  const unknown = fields.find(({ name }) => !Object.hasOwn(checks, name))
  if (unknown !== undefined) return invalid(unknown.name, `it ${unknown.reason}`)
  const [field] = fields
  if (field !== undefined) return invalid(field.name, `it ${field.reason}`)
  const unused = settings.partnerKey && ofSession.find((name) => settings[name] !== undefined)
  if (unused !== undefined) return invalid(unused, "a partnerKey stores no tokens: leave it out.")
  const reason = invalidHeader(settings.headers ?? {}, (settings.apiKeyHeader ?? defaultApiKeyHeader).toLowerCase())
  return reason === undefined ? undefined : invalid("headers", reason)
}

/** Signs a token for each request; made by `partnerKey(...)`. */
export interface PartnerKey {
  /** Number of the site that the key belongs to. */
  readonly siteId: number
}

type PartnerKeyLayer = Layer.Layer<UserToken, InvalidSettings>

class Key implements PartnerKey {
  readonly siteId: number
  readonly #layer: PartnerKeyLayer

  constructor(siteId: number, layer: PartnerKeyLayer) {
    this.siteId = siteId
    this.#layer = layer
  }

  static layerOf(value: unknown) {
    return value instanceof Key ? value.#layer : undefined
  }
}

/** Returns the layer of a partner key; `undefined` for any other value. */
export const partnerKeyLayer = (key: unknown): PartnerKeyLayer | undefined => Key.layerOf(key)

/** The key pair of a site, whose public half the service stores. */
export interface PartnerKeySettings extends Omit<Core.PartnerKeySettings, "privateKey"> {
  /** Private RSA key in PEM format, PKCS#8 or PKCS#1. */
  readonly privateKey: string | Secret
}

const keyFields = ["privateKey", "siteId", "issuer", "audience", "life"]

const makeKeyLayer = (settings: PartnerKeySettings): PartnerKeyLayer => {
  const unknown = Object.keys(settings).find((name) => !keyFields.includes(name))
  if (unknown !== undefined) {
    const reason = `it has no field ${JSON.stringify(unknown)}; ${Options.suggestion(unknown, keyFields)}`
    return Layer.effect(UserToken, invalid("partnerKey", reason))
  }
  return Core.layer({ ...settings, privateKey: Redacted.make(reveal(settings.privateKey)) })
}

/** Makes the setting `partnerKey`, which signs a token for each request. `connect` rejects invalid keys. */
export const partnerKey = (settings: PartnerKeySettings): PartnerKey =>
  new Key(settings?.siteId, makeKeyLayer(Object(settings)))
