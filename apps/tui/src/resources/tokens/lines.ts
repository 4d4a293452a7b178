import type { Tokens } from "@remote-assist/core"
import * as Result from "effect/Result"

import type { Line, Part } from "../../actions/Report.ts"
import { counted } from "../../text/numbers.ts"
import type { Decoded } from "./decoded.ts"
import * as When from "./when.ts"
import type { Verb } from "./when.ts"

/** What of a value is shown; a program has all of it. */
const longest = 400
const longestName = 24
const mostMembers = 60

const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most)}… (${counted.format(text.length)} characters)`

const isTexts = (value: unknown): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string")

const valueText = (value: unknown): string => {
  if (typeof value === "string") return value
  return isTexts(value) ? value.join(", ") : JSON.stringify(value)
}

/** The claims that are times, by RFC 7519. */
const times: ReadonlyMap<string, Verb> = new Map([
  ["exp", When.expiry],
  ["iat", When.issue],
  ["nbf", When.start]
])

const timeLine = (label: string, value: unknown, now: number, verb: Verb, isEnd = verb === When.expiry): Line => {
  const time = When.timeOf(value)
  if (time === undefined) return { label, text: `${cut(valueText(value), longest)}, which is no time`, tone: "warning" }
  const isPast = isEnd && time.milliseconds <= now
  return { label, text: When.text(time, now, verb), ...(isPast && { tone: "bad" }) }
}

const memberLine =
  (now: number) =>
  ([name, value]: readonly [string, unknown]): Line => {
    const verb = times.get(name)
    const label = name.length <= longestName ? name : `${name.slice(0, longestName - 1)}…`
    return verb === undefined ? { label, text: cut(valueText(value), longest) } : timeLine(label, value, now, verb)
  }

const memberLines = (members: Decoded["claims"], now: number): ReadonlyArray<Line> => {
  const all = Object.entries(members)
  const rest = all.length - mostMembers
  return [
    ...all.slice(0, mostMembers).map(memberLine(now)),
    ...(rest > 0 ? [{ text: `and ${counted.format(rest)} more` }] : [])
  ]
}

/** What stands in a token, as it was decoded here. */
export const ofDecoded = (decoded: Result.Result<Decoded, string>, now: number): ReadonlyArray<Part> =>
  Result.match(decoded, {
    onFailure: (why) => [{ title: "In the token", lines: [{ text: why, tone: "warning" }] }],
    onSuccess: ({ claims, header }) => [
      {
        title: "Claims, as they stand in the token",
        lines: [{ text: "Decoded here: the signature is not checked.", tone: "quiet" }, ...memberLines(claims, now)]
      },
      { title: "Header", lines: memberLines(header, now) }
    ]
  })

const unitOf = (values: ReadonlyArray<number>) => {
  const units = new Set(values.flatMap((value) => When.timeOf(value)?.unit ?? []))
  return units.size === 0 ? undefined : [...units].join(" and ")
}

type Info = Tokens.TokenInfo & Partial<Pick<Tokens.ValidatedTokenInfo, "id" | "type">>

/** What the service says of a token. */
export const ofInfo = (info: Info, now: number): Part => {
  const { created_at: created, data, expires_at: expires, id, issuer, permissions, status, type } = info
  const unit = unitOf([created, expires])
  const facts: ReadonlyArray<readonly [string, string | undefined]> = [
    ["Status", status],
    ["Type", type],
    ["Id", id],
    ["Issuer", issuer]
  ]
  return {
    title: "What the service says",
    lines: [
      ...facts.flatMap(([label, text]) => (text === undefined || text === "" ? [] : [{ label, text }])),
      timeLine("Expires", expires, now, When.plain, true),
      timeLine("Created", created, now, When.plain),
      ...(permissions.length === 0 ? [] : [{ label: "May", text: cut(permissions.join(", "), longest) }]),
      ...(data === "" ? [] : [{ label: "Data", text: cut(data, longest) }]),
      ...(unit === undefined
        ? []
        : [{ text: `The times are taken as ${unit}, by their size: no unit is described.`, tone: "quiet" as const }])
    ]
  }
}

/** Stands for what the service did not say. */
export const unsaid: Part = {
  title: "What the service says",
  lines: [{ text: "Nothing: the reason is told besides.", tone: "warning" }]
}

/** The time that all of this is seen from, where it is not this machine's. */
export const ofClock = (now: number): Part => ({
  title: "Clock",
  lines: [{ text: `The clock of the service says ${When.stamp(now)}: times are as seen from there.`, tone: "quiet" }]
})
