import { didYouMean } from "@remote-assist/core/Text"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Equal from "effect/Equal"
import { format } from "effect/Formatter"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import { fitsHeader, isEmptyToken, tokenFormat } from "../control/access.ts"
import type { FaultInput } from "../faults/Fault.ts"
import type { LimitInput } from "../faults/RateLimit.ts"
import * as MailAddresses from "../mail/addresses.ts"
import type { KeyPair } from "../server/Certificate.ts"
import { parseCors } from "../server/http.ts"
import type { Cors } from "../server/http.ts"
import { clientKindHeader } from "../tenants/Evidence.ts"
import { handlersAccepts, isHandler } from "../tenants/Handlers.ts"
import { maxSize } from "../tenants/Journal.ts"
import { tenantHeader } from "../tenants/TenantName.ts"
import { addressAccepts, operationsAccepts, operationsError, parseAddress } from "../upstream/address.ts"
import type { Addresses } from "../upstream/address.ts"
import { maxCalls, namedCalls } from "../world/calls/Calls.ts"
import { instead } from "../world/gaps/options.ts"
import type { Choices } from "../world/gaps/options.ts"
import { maxUsers, namedUsers } from "../world/seed/defaultWorld.ts"
import type { WorldFile } from "../world/seed/WorldFile.ts"
import { dateTimeAccepts, isDateTime, readDuration } from "../world/timestamp.ts"
import { validatePublicKey } from "../world/tokens/PartnerKey.ts"

/** A schema with the expected value for errors; an error does not show an invalid secret. */
const valid = <A>(expected: string, is: (value: unknown) => value is A, isSecret = false) =>
  Schema.declare(is, { expected, isSecret })

// Intl takes longer to load than the rest of a start
const grouped = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",")

const integer = (min: number, max: number, expected?: string) =>
  valid(
    expected ?? `a whole number between ${grouped(min)} and ${grouped(max)}`,
    (value): value is number => Predicate.isNumber(value) && Number.isSafeInteger(value) && value >= min && value <= max
  )

const text = (expected: string, is: (text: string) => boolean = (text) => text.trim() !== "", isSecret = false) =>
  valid(expected, (value): value is string => Predicate.isString(value) && is(value), isSecret)

const duration = (expected: string, minimum: Duration.Duration, maximum: Duration.Duration) =>
  valid(`${expected}, or milliseconds`, (value): value is Duration.Input =>
    Option.exists(readDuration(value), Duration.between({ minimum, maximum }))
  )

// not by prototype, as test runners have other realms
const isRecord = (value: unknown): value is object =>
  Predicate.isObject(value) && Object.prototype.toString.call(value) === "[object Object]"

const isListOf =
  <A>(is: (value: unknown) => value is A) =>
  (value: unknown): value is ReadonlyArray<A> =>
    Array.isArray(value) && value.every(is)

const isTexts = isListOf(Predicate.isString)

const isLimit = (value: unknown): value is LimitInput => Predicate.isString(value) || isRecord(value)

const isMomentInput = (value: unknown): value is number | Date =>
  Predicate.isNumber(value) ||
  value instanceof Date ||
  Predicate.hasProperty(value, "epochMilliseconds") ||
  Predicate.hasProperty(value, "year")

const isMoment = (value: unknown): value is DateTime.DateTime.Input =>
  Predicate.isString(value) ? isDateTime(value) : isMomentInput(value) && Option.isSome(DateTime.make(value))

// headers of HTTP, browsers and the emulator
const reserved =
  /^(?:accept(?:-charset|-encoding|-language)?|access-control-.*|authorization|cache-control|connection|content-(?:encoding|length|type)|cookie2?|date|dnt|expect|from|host|if-.*|keep-alive|last-event-id|origin|pragma|proxy-.*|range|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|warning)$/

const isFreeHeader = (name: string) =>
  /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) &&
  !reserved.test(name.toLowerCase()) &&
  ![tenantHeader, clientKindHeader].includes(name.toLowerCase())

const failure = (result: Result.Result<unknown, string>) =>
  Result.isFailure(result) ? `: ${result.failure}` : undefined

/** Returns the error for an invalid choice, or `undefined`. */
const validateChoices = (choices: object) => {
  for (const [id, choice] of Object.entries(choices)) {
    const other = choice === undefined ? undefined : instead(id, choice)
    if (other !== undefined) return ` has ${id}: ${format(choice)}. Use ${other}.`
  }
  return undefined
}

const isAddresses = (value: unknown): value is Addresses =>
  isRecord(value) && Object.keys(value).every((region) => region === "us" || region === "eu")

const validateAddresses = (addresses: Addresses) => {
  for (const [region, address] of Object.entries(addresses)) {
    const read = Predicate.isString(address) ? parseAddress(address) : Result.fail(`Use ${addressAccepts}.`)
    if (address !== undefined && Result.isFailure(read)) return `.${region}: ${read.failure}`
  }
  return undefined
}

const worldOptions = {
  /** Number of users, including the four named ones (default 4). */
  users: integer(namedUsers, maxUsers),
  /** Number of calls, including the three named ones (default 3). */
  calls: integer(namedCalls, maxCalls),
  /** World to add to the default world, or to replace it; its size overrides `users` and `calls`. */
  // decoded when it is applied
  world: valid("an object, as in a world file", (value): value is WorldFile => isRecord(value)),
  /** Seed of all randomness (default 1). */
  seed: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, "a whole number"),
  /** Lifetime of user tokens (default 30 days). */
  tokenLife: duration(
    "a duration from 1 second to 36500 days, such as '10 seconds'",
    Duration.seconds(1),
    Duration.days(36_500)
  ),
  /** RSA public key of the site in PEM format; tokens signed with its private key administer the enterprise. */
  partnerKey: text("the RSA public key of the site in PEM format", undefined, true).check(
    Schema.makeFilter((pem) => {
      const reason = validatePublicKey(pem)
      return reason === undefined ? undefined : ` cannot be used: ${reason}.`
    })
  ),
  /** Number of the site of the partner key (default 8888). */
  siteId: integer(1, Number.MAX_SAFE_INTEGER),
  /** The `iss` of tokens (default `emulator`). */
  issuer: text("a non-empty text"),
  /** The `aud` of tokens (default `emulator`). */
  audience: text("a non-empty text"),
  /** Choices at gaps of the interface, by id (default: the first choice of each). */
  gaps: valid("an object of choices by the ids of gaps", (value): value is Partial<Choices> => isRecord(value)).check(
    Schema.makeFilter(validateChoices)
  ),
  /** Time at which the clock is stopped, as a date-time or milliseconds (default: the clock is the machine's). */
  frozenAt: valid(`${dateTimeAccepts}, a Date or milliseconds`, isMoment),
  /** Number of requests in the journal of each tenant (default 1,000; 0 disables it). */
  journal: integer(0, maxSize),
  /** Limits such as `"100/minute"` for each API key or `"5/second by token"`, by the tenant's clock (default: no limit). */
  // decoded when they are applied
  rateLimit: valid(
    "a limit such as 100/minute, as a text or an object, or a list of limits",
    Predicate.or(isLimit, isListOf(isLimit))
  ),
  /** Initial faults of each tenant, as for `POST /__mock/faults` (default: none). */
  faults: valid("a list of faults, as for POST /__mock/faults", (value): value is ReadonlyArray<FaultInput> =>
    Array.isArray(value)
  ),
  /** Name of the header with the API key (default `x-service-api-key`). */
  apiKeyHeader: text("the name of a header that HTTP does not reserve, such as x-service-api-key", isFreeHeader),
  /** Origins whose pages may use the service, but not the control plane: a list, `"*"` (default) or `"off"`. */
  cors: valid(
    '"off", "*" or a list of origins',
    (value): value is Cors => Predicate.isString(value) || isTexts(value)
  ).check(Schema.makeFilter((value) => failure(parseCors(value)))),
  /**
   * Mail server for e-mails, such as `smtp://127.0.0.1:1025`, with `user:password@` before the host if needed (default:
   * e-mails stay in the outbox).
   */
  mailTo: text(MailAddresses.mailServerFormat, MailAddresses.isMailServer, true),
  /** Webhook for e-mails as JSON (default: e-mails stay in the outbox). */
  mailWebhook: text(MailAddresses.webhookFormat, MailAddresses.isWebhook, true),
  /** Secret that signs posts to the webhook as in Standard Webhooks, such as `whsec_` and 32 bytes as Base64 (default: none). */
  mailWebhookSecret: text(
    MailAddresses.webhookSecretFormat,
    (text) => MailAddresses.webhookKey(text) !== undefined,
    true
  ),
  /** MSW handlers, such as `http.get("/us/api/v2/things/:id", resolver)`, which run before the service. */
  handlers: valid(handlersAccepts, isListOf(isHandler)),
  /** Services for requests that the emulator does not handle, by region. */
  upstream: valid("an object with us, eu or both", isAddresses).check(Schema.makeFilter(validateAddresses)),
  /** Operations to send to the upstream as well: `Calls.list`, `Pods.*`, or `*` for all (default: none). */
  upstreamOperations: valid(`a list of ${operationsAccepts}`, isTexts).check(
    Schema.makeFilter((names) => {
      const error = operationsError(names)
      return error && `: ${error}`
    })
  ),
  /** Timeout of an upstream without data (default 1 minute). */
  upstreamTimeout: duration(
    "a duration from 1 millisecond to 1 hour, such as '30 seconds'",
    Duration.millis(1),
    Duration.hours(1)
  )
}

/** The schemas of the options by name, also for flags. */
export const options = {
  ...worldOptions,
  /** Port to listen on (default 4010; 0 picks a free one). */
  port: integer(0, 65_535, "a port from 0 to 65535"),
  /** Address to listen on (default 127.0.0.1). */
  // an empty host means all addresses in node
  host: text("a host name or an address"),
  /** Token of the control plane for a public host (default: the control plane is closed there). */
  controlToken: valid(
    "Redacted.make of a text, or a text for startEmulator",
    (value): value is Redacted.Redacted => Redacted.isRedacted(value) && Predicate.isString(Redacted.value(value)),
    true
  ).check(
    Schema.makeFilter((token) => {
      if (isEmptyToken(token)) return " is empty. Set it, or remove the option."
      return fitsHeader(token) ? undefined : ` does not fit in a header. Use ${tokenFormat}.`
    })
  ),
  /** `true` for HTTPS with a new self-signed certificate, or the certificate and its key in PEM format. */
  tls: valid(
    "true, or an object with the texts cert and key, both in PEM format",
    (value): value is boolean | KeyPair =>
      Predicate.isBoolean(value) ||
      (isRecord(value) &&
        Object.keys(value).toSorted().join() === "cert,key" &&
        Object.values(value).every(Predicate.isString)),
    true
  ),
  /** File for the states of the tenants (default: in memory only). */
  state: text("the path of a file")
}

type Optional<Fields extends Readonly<Record<string, Schema.Constraint>>> = {
  readonly [Name in keyof Fields]?: Fields[Name]["Type"] | undefined
}

/** Options of an emulator without a socket. */
export type EmulatorOptions = Optional<typeof worldOptions>

/** Options of an emulator on a socket. */
export type ServerOptions = Optional<typeof options>

const actualOf = (issue: SchemaIssue.InvalidType) =>
  issue.ast.annotations?.["isSecret"] === true || !SchemaIssue.hasInput(issue) ? "" : ` It is ${format(issue.input)}.`

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) =>
    issue._tag === "InvalidType"
      ? ` must be ${String(issue.ast.annotations?.["expected"])}.${actualOf(issue)}`
      : SchemaIssue.defaultLeafHook(issue)
})

const decoders = new Map(
  Object.entries(options).map(([name, schema]) => [name, Schema.decodeUnknownResult(schema, { reportInput: true })])
)

/** Validates the options of an emulator; throws an error for the first invalid one. */
export const checkOptions = (input: unknown, hasSocket: boolean): void => {
  const names = Object.keys(hasSocket ? options : worldOptions)
  if (!isRecord(input)) throw new TypeError(`The options must be an object, not ${format(input)}.`)
  for (const [name, value] of Object.entries(input)) {
    const decode = decoders.get(name)
    if (decode === undefined) {
      const known = Object.keys(options)
      throw new TypeError(
        `Unknown option "${name}".${didYouMean(name, known, 3) || ` The options are ${known.join(", ")}.`}`
      )
    }
    if (!names.includes(name))
      throw new RangeError(`Option ${name} needs a socket. Use Emulator.layerServer, or set the port of startEmulator.`)
    const decoded = value === undefined ? undefined : decode(value)
    if (decoded !== undefined && Result.isFailure(decoded))
      throw new RangeError(`Option ${name}${issuesOf(decoded.failure.issue).issues[0]?.message}`)
  }
  const unmet = findUnmet(input)
  if (unmet !== undefined)
    throw new RangeError(`The option ${unmet.name} needs the option ${unmet.needs}. Set it, or remove ${unmet.name}.`)
}

export const defaultSiteId = 8888

/** The default `iss` and `aud` of tokens. */
export const defaultIssuer = "emulator"

export const defaultUpstreamTimeout = Duration.minutes(1)

const needs = [
  { name: "upstreamOperations", needs: "upstream" },
  { name: "upstreamTimeout", needs: "upstream" },
  { name: "mailWebhookSecret", needs: "mailWebhook" },
  { name: "siteId", needs: "partnerKey" },
  { name: "tlsCert", needs: "tlsKey" },
  { name: "tlsKey", needs: "tlsCert" }
]

const unset = { upstream: {}, upstreamOperations: [], upstreamTimeout: defaultUpstreamTimeout, siteId: defaultSiteId }

const isSet = (input: object, name: string) =>
  ![undefined, Reflect.get(unset, name)].some((one) => Equal.equals(one, Reflect.get(input, name)))

/** Returns an option that is set without the option that it needs, or `undefined`. */
export const findUnmet = (input: object) => needs.find(({ name, needs }) => isSet(input, name) && !isSet(input, needs))
