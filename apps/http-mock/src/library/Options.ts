import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
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
import { parseMailServer, parseWebhook, mailServerFormat, webhookFormat } from "../mail/addresses.ts"
import type { KeyPair } from "../server/Certificate.ts"
import { parseCors } from "../server/http.ts"
import type { Cors } from "../server/http.ts"
import { clientKindHeader } from "../tenants/Evidence.ts"
import { handlersAccepts, isHandler } from "../tenants/Handlers.ts"
import type { MswHandler } from "../tenants/Handlers.ts"
import { defaultSize, maxSize } from "../tenants/Journal.ts"
import type { TenantOptions } from "../tenants/Tenant.ts"
import { tenantHeader } from "../tenants/TenantName.ts"
import { addressAccepts, operationsAccepts, parseAddress, operationsError } from "../upstream/address.ts"
import type { Addresses } from "../upstream/address.ts"
import { maxCalls, namedCalls } from "../world/calls/Calls.ts"
import { instead } from "../world/gaps/options.ts"
import type { Choices } from "../world/gaps/options.ts"
import { maxUsers, namedUsers } from "../world/seed/defaultWorld.ts"
import type { WorldFile } from "../world/seed/WorldFile.ts"
import { meant } from "../world/similarity.ts"
import { isDateTime, dateTimeAccepts } from "../world/timestamp.ts"
import { validatePublicKey } from "../world/tokens/PartnerKey.ts"
import { readDuration } from "./Time.ts"

/** Values of a type, with what an error says that they must be; of a secret it does not say what it is instead. */
const valid = <A>(expected: string, is: (value: unknown) => value is A, isSecret = false) =>
  Schema.declare(is, { expected, isSecret })

// Intl takes longer to load than the rest of a start
const grouped = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",")

const whole = (least: number, most: number, expected?: string) =>
  valid(
    expected ?? `a whole number between ${grouped(least)} and ${grouped(most)}`,
    (value): value is number =>
      Predicate.isNumber(value) && Number.isSafeInteger(value) && value >= least && value <= most
  )

const text = (expected: string, is: (text: string) => boolean = (text) => text.trim() !== "", isSecret = false) =>
  valid(expected, (value): value is string => Predicate.isString(value) && is(value), isSecret)

const duration = (expected: string, least: Duration.Duration, most: Duration.Duration) =>
  valid(`${expected}, or milliseconds`, (value): value is Duration.Input =>
    Option.exists(readDuration(value), Duration.between({ minimum: least, maximum: most }))
  )

// by its name, as a test runner may have an Object of its own
const isRecord = (value: unknown): value is object =>
  Predicate.isObject(value) && Object.prototype.toString.call(value) === "[object Object]"

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every(Predicate.isString)

const isLimit = (value: unknown): value is LimitInput => Predicate.isString(value) || isRecord(value)

const isMoment = (value: unknown): value is DateTime.DateTime.Input => {
  if (Predicate.isString(value)) return isDateTime(value)
  const isInput = (value: unknown): value is number | Date =>
    Predicate.isNumber(value) ||
    value instanceof Date ||
    Predicate.hasProperty(value, "epochMilliseconds") ||
    Predicate.hasProperty(value, "year")
  return isInput(value) && Option.isSome(DateTime.make(value))
}

// headers that HTTP, browsers and the emulator use themselves
const used =
  /^(?:accept(?:-charset|-encoding|-language)?|access-control-.*|authorization|cache-control|connection|content-(?:encoding|length|type)|cookie2?|date|dnt|expect|from|host|if-.*|keep-alive|last-event-id|origin|pragma|proxy-.*|range|referer|sec-.*|set-cookie|te|trailer|transfer-encoding|upgrade|user-agent|via|warning)$/

const isFreeHeader = (name: string) =>
  /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) &&
  !used.test(name.toLowerCase()) &&
  ![tenantHeader, clientKindHeader].includes(name.toLowerCase())

const failure = (result: Result.Result<unknown, string>) =>
  Result.isFailure(result) ? `: ${result.failure}` : undefined

/** What is wrong with choices at gaps. */
const whyNoChoices = (choices: object) => {
  for (const [id, choice] of Object.entries(choices)) {
    const other = choice === undefined ? undefined : instead(id, choice)
    if (other !== undefined) return ` has ${id}: ${format(choice)}. Use ${other}.`
  }
  return undefined
}

const isAddresses = (value: unknown): value is Addresses =>
  isRecord(value) && Object.keys(value).every((region) => region === "us" || region === "eu")

const whyNoAddresses = (addresses: Addresses) => {
  for (const [region, address] of Object.entries(addresses)) {
    const read = Predicate.isString(address) ? parseAddress(address) : Result.fail(`Use ${addressAccepts}.`)
    if (address !== undefined && Result.isFailure(read)) return `.${region}: ${read.failure}`
  }
  return undefined
}

const worldOptions = {
  /** Number of users, the four named ones included (default: the named ones). */
  users: whole(0, maxUsers),
  /** Number of calls, the three named ones included (default: the named ones). */
  calls: whole(0, maxCalls),
  /** What to add to the default world, or to put in its place; its size overrides `users` and `calls`. */
  // decoded where it is applied
  world: valid("an object, as in a world file", (value): value is WorldFile => isRecord(value)),
  /** Seed of all randomness (default 1). */
  seed: whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, "a whole number"),
  /** How long user tokens are valid (default 30 days). */
  tokenLife: duration(
    "a duration from 1 second to 36500 days, such as '10 seconds'",
    Duration.seconds(1),
    Duration.days(36_500)
  ),
  /** RSA public key of the site in PEM form: tokens signed by its private half administer the enterprise. */
  partnerKey: text("the RSA public key of the site in PEM form", undefined, true).check(
    Schema.makeFilter((pem) => {
      const why = validatePublicKey(pem)
      return why === undefined ? undefined : ` cannot be used: ${why}.`
    })
  ),
  /** Number of the site of the partner key (default 8888). */
  siteId: whole(1, Number.MAX_SAFE_INTEGER),
  /** The `iss` of tokens (default `emulator`). */
  issuer: text("a text that is not empty"),
  /** The `aud` of tokens (default `emulator`). */
  audience: text("a text that is not empty"),
  /** Choices at gaps of the interface, by the ids of the register (default: the first choice of each). */
  gaps: valid("an object of choices by the ids of the register", (value): value is Partial<Choices> =>
    isRecord(value)
  ).check(Schema.makeFilter(whyNoChoices)),
  /** Where the clock stands still, as a date-time or milliseconds, until it is changed (default: the clock follows the machine). */
  frozenAt: valid(`${dateTimeAccepts}, a Date or milliseconds`, isMoment),
  /** Number of requests, with their answers, that the journal of each tenant keeps (default 1,000; 0 keeps none). */
  journal: whole(0, maxSize),
  /** Limits such as `"100/minute"` for each API key or `"5/second by token"`, by the tenant's clock (default: no limit). */
  // decoded where they are applied
  rateLimit: valid(
    "a limit such as 100/minute, as a text or an object, or a list of limits",
    (value): value is LimitInput | ReadonlyArray<LimitInput> =>
      isLimit(value) || (Array.isArray(value) && value.every(isLimit))
  ),
  /** Faults that each tenant begins with, as `POST /__mock/faults` takes them (default: none). */
  faults: valid("a list of faults, as POST /__mock/faults takes them", (value): value is ReadonlyArray<FaultInput> =>
    Array.isArray(value)
  ),
  /** Name of the header with the API key (default `x-service-api-key`). */
  apiKeyHeader: text("the name of a header that HTTP does not use itself, such as x-service-api-key", isFreeHeader),
  /** Origins whose pages may use the service, never the control plane: a list, `"*"` (default) or `"off"`. */
  cors: valid(
    '"off", "*" or a list of origins',
    (value): value is Cors => Predicate.isString(value) || isTexts(value)
  ).check(Schema.makeFilter((value) => failure(parseCors(value)))),
  /**
   * Mail server to send each e-mail of an outbox to, such as `smtp://127.0.0.1:1025`, with `user:password@` before the host
   * if it asks for them (default: e-mails stay in the outbox).
   */
  mailTo: text(mailServerFormat, (text) => parseMailServer(text) !== undefined, true),
  /** URL to post each e-mail of an outbox to as JSON (default: e-mails stay in the outbox). */
  mailWebhook: text(webhookFormat, (text) => parseWebhook(text) !== undefined, true),
  /** Handlers of MSW, such as `http.get("/us/api/v2/things/:id", resolver)`: they answer before the service. */
  handlers: valid(
    handlersAccepts,
    (value): value is ReadonlyArray<MswHandler> => Array.isArray(value) && value.every(isHandler)
  ),
  /** Services to pass requests on to that the emulator does not answer, by region. */
  upstream: valid("an object with us, eu or both", isAddresses).check(Schema.makeFilter(whyNoAddresses)),
  /** Operations to pass on too: `Calls.list`, `Pods.*`, or `*` for all (default: none). */
  upstreamOperations: valid(`a list of ${operationsAccepts}`, isTexts).check(
    Schema.makeFilter((names) => {
      const why = names.map(operationsError).find((why) => why !== undefined)
      return why === undefined ? undefined : `: ${why}`
    })
  ),
  /** How long an upstream may be silent (default 1 minute). */
  upstreamTimeout: duration(
    "a duration from 1 millisecond to 1 hour, such as '30 seconds'",
    Duration.millis(1),
    Duration.hours(1)
  )
}

/** What each option may be, by its name; flags take the same. */
export const options = {
  ...worldOptions,
  /** Port to listen on (default 4010; 0 picks a free one). */
  port: whole(0, 65_535, "a port from 0 to 65535"),
  /** Address to listen on (default 127.0.0.1). */
  // node takes an empty one for every address of the machine
  host: text("the name or address of a host"),
  /** Token of the control plane for a host that other machines reach; without it the control plane is closed there. */
  controlToken: valid(
    "Redacted.make of a text, or for startEmulator a text",
    (value): value is Redacted.Redacted => Redacted.isRedacted(value) && Predicate.isString(Redacted.value(value)),
    true
  ).check(
    Schema.makeFilter((token) => {
      if (isEmptyToken(token))
        return " is empty. Set it, or leave it out: the variable that it comes from may be unset."
      return fitsHeader(token) ? undefined : ` does not fit in a header. Use ${tokenFormat}.`
    })
  ),
  /** `true` speaks HTTPS with a new self-signed certificate; a pair of texts in PEM form is the certificate with its key. */
  // read where it is used
  tls: valid(
    "true, or an object with the texts cert and key, both in PEM form",
    (value): value is boolean | KeyPair =>
      Predicate.isBoolean(value) ||
      (isRecord(value) &&
        Object.keys(value).toSorted().join() === "cert,key" &&
        Object.values(value).every(Predicate.isString)),
    true
  ),
  /** File that keeps the states of the tenants (default: they end with the process). */
  state: text("the path of a file")
}

type Optional<Fields extends Readonly<Record<string, Schema.Constraint>>> = {
  readonly [Name in keyof Fields]?: Fields[Name]["Type"] | undefined
}

/** Options of an emulator without a socket; its worlds begin as these say. */
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

/** Throws one or two sentences about the first option that is not valid. */
const check = (given: unknown, names: ReadonlyArray<string>) => {
  if (!isRecord(given)) throw new TypeError(`The options must be an object. They are ${format(given)}.`)
  for (const [name, value] of Object.entries(given)) {
    const decode = decoders.get(name)
    if (decode === undefined) {
      const other = meant(name, names)
      throw new TypeError(
        `Unknown option "${name}". ${other === undefined ? `The options are ${names.join(", ")}.` : `Did you mean "${other}"?`}`
      )
    }
    if (!names.includes(name))
      throw new RangeError(`Option ${name} needs a socket. Use Emulator.layerServer, or give startEmulator a port.`)
    const decoded = value === undefined ? undefined : decode(value)
    if (decoded !== undefined && Result.isFailure(decoded))
      throw new RangeError(`Option ${name}${issuesOf(decoded.failure.issue).issues[0]?.message}`)
  }
}

/** Throws one or two sentences for options that an emulator without a socket cannot have. */
export const checkOptions = (given: unknown): void => check(given, Object.keys(worldOptions))

/** Throws one or two sentences for options that an emulator on a socket cannot have. */
export const checkServerOptions = (given: unknown): void => check(given, Object.keys(options))

export const defaultSiteId = 8888

/** The default `iss` and `aud` of tokens. */
export const defaultIssuer = "emulator"

export const defaultUpstreamTimeout = Duration.minutes(1)

const secondsOf = (life: Duration.Input) => Math.max(1, Math.ceil(Duration.toSeconds(life)))

/** The options of tenants, with the defaults. */
export const complete = (options: EmulatorOptions): TenantOptions => ({
  seed: options.seed ?? 1,
  users: Math.max(options.world?.size?.users ?? options.users ?? 0, namedUsers),
  calls: Math.max(options.world?.size?.calls ?? options.calls ?? 0, namedCalls),
  issuer: options.issuer ?? defaultIssuer,
  audience: options.audience ?? defaultIssuer,
  site: {
    id: options.siteId ?? defaultSiteId,
    ...(options.partnerKey === undefined ? {} : { publicKey: options.partnerKey })
  },
  choices: {
    ...(options.tokenLife === undefined ? {} : { "token.life": secondsOf(options.tokenLife) }),
    ...options.gaps
  },
  journal: options.journal ?? defaultSize,
  ...(options.frozenAt === undefined ? {} : { frozenAt: DateTime.toEpochMillis(DateTime.makeUnsafe(options.frozenAt)) })
})
