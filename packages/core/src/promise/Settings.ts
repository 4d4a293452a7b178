import type * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"

import { InvalidSettings } from "../Errors.ts"
import { faultOf, isHeaderValue } from "../internal/call/headers.ts"
import { defaultApiKeyHeader } from "../Region.ts"
import type { RegionSettings } from "../Region.ts"
import type { UserToken } from "../UserToken.ts"
import * as Checks from "./checks.ts"
import type { Drift } from "./errors.ts"
import type { Logger } from "./log.ts"
import type { Secret } from "./Secret.ts"
import type { TokenStore, Tokens } from "./tokenStore.ts"

/** What a client is made of. */
export interface Settings extends Omit<RegionSettings, "apiKey"> {
  /** The API key. */
  readonly apiKey: string | Secret
  /** The `fetch` to send by; what the platform does best unless set. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** Longest a call may take, its repeats included, in milliseconds; 30,000 unless set. */
  readonly timeout?: number | undefined
  /** Repeats of a call at the most, where it can be repeated; 3 unless set. */
  readonly retries?: number | undefined
  /** Where the session keeps its tokens; in memory unless set. */
  readonly tokenStore?: TokenStore | undefined
  /** Called with the tokens when they change: after a log-in and a renewal, and with nothing after a log-out. */
  readonly onTokens?: ((tokens: Tokens | undefined) => void) | undefined
  /** Where the client writes to; warnings and errors go to the console unless set, and `false` writes nothing. */
  readonly logger?: Logger | false | undefined
  /** Headers sent with every request. Those of credentials and of the connection, such as `host`, are refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The header `user-agent`; that of the platform unless set. */
  readonly userAgent?: string | undefined
  /** Whether an answer that is not as the contract describes it fails its call; it does not unless set. */
  readonly strict?: boolean | undefined
  /** Called with what is not as the contract describes it. */
  readonly onDrift?: ((drift: Drift) => void) | undefined
  /** Closes the client when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/** What a client is made of that signs a token for each request, and so has no session. */
export interface PartnerSettings extends Omit<Settings, "tokenStore" | "onTokens"> {
  /** The key pair that signs a token for each request; made by `partnerKey(...)`. */
  readonly partnerKey: PartnerKey
}

/** All settings that there are. */
export interface AnySettings extends Settings, Partial<Pick<PartnerSettings, "partnerKey">> {}

const needed = ["name", "baseUrl", "apiKey"] as const

const examples = {
  name: `give "us" or "eu".`,
  baseUrl: "give the address of the region, such as https://us.example.com.",
  apiKey: "give the key that the service was told to accept."
}

const logger = Checks.functions(["debug"], ["info", "warn", "error"])

const checks: Checks.Checks & Record<keyof AnySettings, Checks.Check> = {
  name: Checks.oneOf("us", "eu"),
  baseUrl: Checks.text,
  apiKey: Checks.secretText,
  apiKeyHeader: Checks.text,
  apiKeyForm: Checks.oneOf("header", "authorization"),
  fetch: Checks.callback,
  timeout: Checks.milliseconds,
  retries: Checks.count,
  tokenStore: Checks.functions(["load", "save", "clear"], ["exclusive"]),
  onTokens: Checks.callback,
  partnerKey: { is: (value) => layerOf(value) !== undefined, wanted: "what partnerKey({ ... }) makes" },
  logger: { is: (value) => value === false || logger.is(value), wanted: `${logger.wanted}, or false` },
  headers: Checks.texts,
  userAgent: {
    is: (value) => Predicate.isString(value) && value !== "" && isHeaderValue(value),
    wanted: "a text that a header can carry"
  },
  strict: Checks.flag,
  onDrift: Checks.callback,
  signal: Checks.signal
}

// tokens that are signed are kept nowhere, and change with each request
const ofSession = ["tokenStore", "onTokens"] as const

const invalid = (setting: string, reason: string) => new InvalidSettings({ setting, reason })

/** What is wrong with settings, if anything is: the first thing of all. */
export const wrongIn = (settings: AnySettings): InvalidSettings | undefined => {
  const given: Partial<AnySettings> = Predicate.isObject(settings) ? settings : {}
  const missing = needed.find((name) => (given[name] ?? "") === "")
  if (missing !== undefined)
    return invalid(missing, `it is ${given[missing] === "" ? "empty" : "missing"}; ${examples[missing]}`)
  const [wrong] = Checks.wrongIn(checks, given)
  if (wrong !== undefined) return invalid(wrong.name, `it ${wrong.reason}`)
  const unused = given.partnerKey && ofSession.find((name) => given[name] !== undefined)
  if (unused !== undefined) return invalid(unused, "a partnerKey keeps no tokens: leave it out.")
  const fault = faultOf(given.headers ?? {}, (given.apiKeyHeader ?? defaultApiKeyHeader).toLowerCase())
  return fault === undefined ? undefined : invalid("headers", fault)
}

/** Signs a token for each request; made by `partnerKey(...)`. */
export interface PartnerKey {
  /** Number of the site whose key it is. */
  readonly siteId: number
}

// apart from what makes them: a program without such a key has no cryptography in its bundle
const layers = new WeakMap<object, Layer.Layer<UserToken, InvalidSettings>>()

/** Keeps the layer of a key. */
export const keep = (siteId: number, layer: Layer.Layer<UserToken, InvalidSettings>): PartnerKey => {
  const key = { siteId }
  layers.set(key, layer)
  return key
}

/** The layer of a key; none of what is no key. */
export const layerOf = (key: unknown): Layer.Layer<UserToken, InvalidSettings> | undefined =>
  Predicate.isObjectKeyword(key) ? layers.get(key) : undefined
