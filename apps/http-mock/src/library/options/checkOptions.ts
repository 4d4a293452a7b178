import * as DateTime from "effect/DateTime"
import { format } from "effect/Formatter"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { fitsHeader, isEmptyToken, tokenAccepts } from "../../control/access.ts"
import { readServer, readWebhook, serverAccepts, webhookAccepts } from "../../mail/address.ts"
import { addressAccepts, operationsAccepts, readAddress, whyNoOperations } from "../../upstream/address.ts"
import { readCors } from "../../wire/cors.ts"
import * as DateTimeText from "../../wire/dateTime.ts"
import { mostCalls } from "../../world/calls/Calls.ts"
import { instead } from "../../world/gaps/choicesSchema.ts"
import { mostUsers } from "../../world/seed/defaultWorld.ts"
import { meant } from "../../world/similarity.ts"
import { isDateTime } from "../../world/timestamp.ts"
import { unusable } from "../../world/tokens/PartnerKey.ts"
import * as Accepts from "./accepts.ts"
import type { EmulatorOptions, ServerOptions } from "./Options.ts"
import { readDuration } from "./Time.ts"

/** What is wrong with a value, as a sentence; nothing where it can be used. */
type Check = (value: unknown, option: string) => string | undefined

const use =
  (accepts: string, is: (value: unknown) => boolean): Check =>
  (value, option) =>
    is(value) ? undefined : `The option ${option} is ${format(value)}. Use ${accepts}.`

const number = ({ accepts, is }: { readonly accepts: string; readonly is: (number: number) => boolean }) =>
  use(accepts, (value) => Predicate.isNumber(value) && is(value))

const whole = number({ accepts: "a whole number", is: Number.isSafeInteger })

const text = ({ accepts, is }: { readonly accepts: string; readonly is: (text: string) => boolean }) =>
  use(accepts, (value) => Predicate.isString(value) && is(value))

const isInput = (value: unknown): value is Exclude<DateTime.DateTime.Input, string> =>
  Predicate.isNumber(value) ||
  value instanceof Date ||
  Predicate.hasProperty(value, "epochMilliseconds") ||
  Predicate.hasProperty(value, "year")

// parts that no date has, such as day 30 of month 2, are read as those of another
const keepsParts = (value: object, moment: DateTime.DateTime) => {
  if (!("year" in value)) return true
  const parts = new Map<string, unknown>(Object.entries(DateTime.toPartsUtc(moment)))
  return Object.entries(value).every(([part, number]) => number === undefined || parts.get(part) === number)
}

const isMoment = (value: unknown): boolean => {
  if (Predicate.isString(value)) return isDateTime(value)
  return (
    isInput(value) && Option.exists(DateTime.make(value), (moment) => !isRecord(value) || keepsParts(value, moment))
  )
}

// by its name, as a test runner may have an Object of its own
const isRecord = (value: unknown): value is object =>
  Predicate.isObject(value) && Object.prototype.toString.call(value) === "[object Object]"

const choices: Check = (value) => {
  if (!isRecord(value)) return `The option gaps is ${format(value)}. Use an object of choices by ids.`
  for (const [id, choice] of Object.entries(value)) {
    const other = choice === undefined ? undefined : instead(id, choice)
    if (other !== undefined) return `The option gaps has ${id}: ${format(choice)}. Use ${other}.`
  }
  return undefined
}

// the text may be the private half, which is not repeated
const publicKey: Check = (value) => {
  const why = Predicate.isString(value) ? unusable(value) : "it is no text"
  return why === undefined ? undefined : `Cannot use the option partnerKey: ${why}.`
}

const isSecret = (value: unknown): value is Redacted.Redacted =>
  Redacted.isRedacted(value) && Predicate.isString(Redacted.value(value))

const secret: Check = (value) => {
  if (!isSecret(value))
    return "The option controlToken is no secret text. Use Redacted.make of a text, or with startEmulator the text."
  if (isEmptyToken(value))
    return "The option controlToken is empty. Give a token, as the variable that it comes from may be unset, or leave it out."
  return fitsHeader(value) ? undefined : `The option controlToken fits in no header. Use ${tokenAccepts}.`
}

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every(Predicate.isString)

const origins: Check = (value, option) =>
  Predicate.isString(value) || isTexts(value)
    ? Result.match(readCors(value), {
        onFailure: (why) => `The option ${option}: ${why}`,
        onSuccess: () => undefined
      })
    : `The option ${option} is ${format(value)}. Use "off", "*" or a list of origins.`

const isLimits = (value: unknown): boolean =>
  Predicate.isString(value) || isRecord(value) || (Array.isArray(value) && value.every((one) => isLimits(one)))

const addresses: Check = (value) => {
  if (!isRecord(value)) return `The option upstream is ${format(value)}. Use an object with us, eu or both.`
  for (const [region, address] of Object.entries(value)) {
    if (region !== "us" && region !== "eu") return `The option upstream has ${region}. Use us, eu or both.`
    if (address === undefined) continue
    const read = Predicate.isString(address) ? readAddress(address) : Result.fail(`Use ${addressAccepts}.`)
    if (Result.isFailure(read)) return `The option upstream of ${region}: ${read.failure}`
  }
  return undefined
}

const operationNames: Check = (value, option) => {
  if (!isTexts(value)) return `The option ${option} is ${format(value)}. Use a list of ${operationsAccepts}.`
  const why = value.map(whyNoOperations).find((why) => why !== undefined)
  return why === undefined ? undefined : `The option ${option}: ${why}`
}

// it may have credentials, which are not repeated
const mailAddress =
  (accepts: string, read: (text: string) => URL | undefined): Check =>
  (value, option) =>
    Predicate.isString(value) && read(value) !== undefined ? undefined : `The option ${option} is not ${accepts}.`

const ofWorlds: { readonly [Name in keyof EmulatorOptions]-?: Check } = {
  users: number(Accepts.upTo(mostUsers)),
  calls: number(Accepts.upTo(mostCalls)),
  // decoded where it is applied
  world: use("an object, as of a world file", isRecord),
  seed: whole,
  tokenLife: use(`${Accepts.tokenLife.accepts}, or milliseconds`, (value) =>
    Option.exists(readDuration(value), Accepts.tokenLife.is)
  ),
  partnerKey: publicKey,
  siteId: number(Accepts.siteId),
  issuer: text(Accepts.claim),
  audience: text(Accepts.claim),
  gaps: choices,
  frozenAt: use(`${DateTimeText.accepts}, a Date or milliseconds`, isMoment),
  journal: number(Accepts.journal),
  // decoded where it is applied
  rateLimit: use("a limit such as 100/minute, as a text or an object, or a list of limits", isLimits),
  // decoded where they are made
  faults: use("a list of faults, as POST /__mock/faults takes them", Array.isArray),
  apiKeyHeader: text(Accepts.apiKeyHeader),
  cors: origins,
  mailTo: mailAddress(serverAccepts, readServer),
  mailWebhook: mailAddress(webhookAccepts, readWebhook),
  stubs: text(Accepts.stubs),
  // routes are read where they are used
  handlers: use(
    'an object of functions by routes such as "GET /api/v2/things/:id"',
    (value) => isRecord(value) && Object.values(value).every(Predicate.isFunction)
  ),
  upstream: addresses,
  upstreamOperations: operationNames,
  upstreamTimeout: use(`${Accepts.upstreamTimeout.accepts}, or milliseconds`, (value) =>
    Option.exists(readDuration(value), Accepts.upstreamTimeout.is)
  )
}

// not shown, as it may hold a key
const pair: Check = (value) => {
  if (Predicate.isBoolean(value)) return undefined
  const names = isRecord(value) ? Object.keys(value).toSorted().join() : ""
  return isRecord(value) && names === "cert,key" && Object.values(value).every(Predicate.isString)
    ? undefined
    : "The option tls is none. Use true, or an object with the texts cert and key, both in PEM form."
}

const ofSockets: { readonly [Name in Exclude<keyof ServerOptions, keyof EmulatorOptions>]-?: Check } = {
  port: number(Accepts.port),
  host: text(Accepts.host),
  controlToken: secret,
  // read where it is used
  tls: pair,
  state: text(Accepts.state)
}

const withSocket = new Map<string, Check>(Object.entries({ ...ofWorlds, ...ofSockets }))

const withoutSocket = new Map<string, Check>([
  ...Object.entries(ofWorlds),
  ...Object.keys(ofSockets).map((name): [string, Check] => [
    name,
    () => `The option ${name} goes with a socket. Use Emulator.layerServer, or give startEmulator a port too.`
  ])
])

const checked = (options: unknown, checks: ReadonlyMap<string, Check>) => {
  if (!isRecord(options)) throw new TypeError(`The options are ${format(options)}. Use an object.`)
  for (const [name, value] of Object.entries(options)) {
    const check = checks.get(name)
    if (check === undefined) {
      const other = meant(name, [...checks.keys()])
      const hint = other === undefined ? `There are ${[...checks.keys()].join(", ")}.` : `Did you mean ${other}?`
      throw new TypeError(`There is no option ${name}. ${hint}`)
    }
    const wrong = value === undefined ? undefined : check(value, name)
    if (wrong !== undefined) throw new RangeError(wrong)
  }
}

/** Throws one sentence for options that an emulator without a socket cannot have. */
export const checkOptions = (options: unknown): void => checked(options, withoutSocket)

/** Throws one sentence for options that an emulator on a socket cannot have. */
export const checkServerOptions = (options: unknown): void => checked(options, withSocket)
