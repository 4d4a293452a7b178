import { Jwt } from "@remote-assist/core"
import type { Tokens } from "@remote-assist/core"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Line, Part } from "../actions/Report.ts"
import { formatDuration, formatSecond, numberFormat } from "../text/format.ts"

type Members = Readonly<Record<string, unknown>>

/** Header and claims of a JWT. Its signature is not checked. */
export interface DecodedToken {
  readonly header: Members
  readonly claims: Members
}

const decodeJson = Jwt.decoder(Schema.Unknown)

// printing deeper values may overflow the stack
const maxDepth = 32

const bounded = (value: unknown, depth = 0): unknown => {
  if (!Predicate.isObjectOrArray(value)) return value
  if (depth >= maxDepth) return "…"
  if (Array.isArray(value)) return value.map((item) => bounded(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, bounded(item, depth + 1)]))
}

const decodePart = (part: string, name: string): Result.Result<Members, string> =>
  Result.flatMap(
    Result.mapError(decodeJson(part), () => `Not a JWT: its ${name} part is not base64url of JSON.`),
    (value) =>
      Predicate.isObject(value)
        ? Result.succeed(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, bounded(item)])))
        : Result.fail(`Not a JWT: its ${name} part is not an object.`)
  )

/** Decodes a JWT; fails with the reason why it is not one. */
export const decodeToken = (token: Redacted.Redacted): Result.Result<DecodedToken, string> =>
  Option.match(Jwt.parse(Redacted.value(token)), {
    onNone: () => Result.fail("Not a JWT: a JWT has three parts with dots between them."),
    onSome: ({ header, payload }) =>
      Result.all({ header: decodePart(header, "first"), claims: decodePart(payload, "second") })
  })

const units = [
  { unit: "seconds", below: 1e11, milliseconds: 1000 },
  { unit: "milliseconds", below: 1e14, milliseconds: 1 },
  { unit: "microseconds", below: 1e17, milliseconds: 0.001 }
] as const

/** Reads a time in the unit that its size implies: between 1973 and 5138 only one unit makes sense. */
export const readTime = (value: unknown) => {
  if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) return undefined
  const fitting = units.find(({ below }) => value < below)
  return fitting && { milliseconds: value * fitting.milliseconds, unit: fitting.unit }
}

/** Words before a time in the future and in the past. */
type Verb = readonly [before: string, after: string]

const expiry: Verb = ["expires ", "expired "]

const noVerb: Verb = ["", ""]

/** The claims that are times (RFC 7519). */
const timeClaims: ReadonlyMap<string, Verb> = new Map([
  ["exp", expiry],
  ["iat", ["will be issued ", "issued "]],
  ["nbf", ["becomes valid ", "became valid "]]
])

/** Describes a time: `expires in 14 min, at 2026-03-02 10:14:00 UTC`. */
const describeTime = (milliseconds: number, now: number, [before, after]: Verb): string =>
  milliseconds > now
    ? `${before}in ${formatDuration(milliseconds - now)}, at ${formatSecond(milliseconds)}`
    : `${after}${formatDuration(now - milliseconds)} ago, at ${formatSecond(milliseconds)}`

const maxLength = 400
const maxNameLength = 24
const maxMembers = 60

const cut = (text: string) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength)}… (${numberFormat.format(text.length)} characters)`

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string")

const formatValue = (value: unknown): string => {
  if (typeof value === "string") return cut(value)
  return cut(isTexts(value) ? value.join(", ") : JSON.stringify(value))
}

const timeLine = (label: string, value: unknown, now: number, verb: Verb, isExpiry = verb === expiry): Line => {
  const time = readTime(value)
  if (time === undefined) return { label, text: `${formatValue(value)}, which is not a time`, tone: "warning" }
  const isPast = isExpiry && time.milliseconds <= now
  return { label, text: describeTime(time.milliseconds, now, verb), ...(isPast && { tone: "bad" }) }
}

const memberLines = (members: Members, now: number): ReadonlyArray<Line> => {
  const all = Object.entries(members)
  const lines = all.slice(0, maxMembers).map(([name, value]): Line => {
    const verb = timeClaims.get(name)
    const label = name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength - 1)}…`
    return verb === undefined ? { label, text: formatValue(value) } : timeLine(label, value, now, verb)
  })
  const rest = all.length - maxMembers
  return rest > 0 ? [...lines, { text: `and ${numberFormat.format(rest)} more` }] : lines
}

/** The claims and the header of a token. */
export const decodedParts = (decoded: Result.Result<DecodedToken, string>, now: number): ReadonlyArray<Part> =>
  Result.match(decoded, {
    onFailure: (text) => [{ title: "In the token", lines: [{ text, tone: "warning" }] }],
    onSuccess: ({ claims, header }) => [
      {
        title: "Claims, as they stand in the token",
        lines: [{ text: "Decoded here: the signature is not checked.", tone: "quiet" }, ...memberLines(claims, now)]
      },
      { title: "Header", lines: memberLines(header, now) }
    ]
  })

type Info = Tokens.TokenInfo & Partial<Pick<Tokens.ValidatedTokenInfo, "id" | "type">>

const title = "What the service says"

/** The answer of the service about a token. */
export const infoPart = (info: Info, now: number): Part => {
  const { created_at: created, data, expires_at: expires, id, issuer, permissions, status, type } = info
  const units = new Set([created, expires].flatMap((value) => readTime(value)?.unit ?? []))
  const fact = (label: string, text = ""): Line => ({ label, text: cut(text) })
  const note = `The times are read as ${[...units].join(" and ")}, by their size: the API names no unit.`
  const lines: ReadonlyArray<Line> = [
    fact("Status", status),
    fact("Type", type),
    fact("Id", id),
    fact("Issuer", issuer),
    timeLine("Expires", expires, now, noVerb, true),
    timeLine("Created", created, now, noVerb),
    fact("May", permissions.join(", ")),
    fact("Data", data),
    { text: units.size === 0 ? "" : note, tone: "quiet" }
  ]
  return { title, lines: lines.filter(({ text }) => text !== "") }
}

/** Replaces the answer of the service after a failure. */
export const missingPart: Part = { title, lines: [{ text: "Nothing: see the error.", tone: "warning" }] }
