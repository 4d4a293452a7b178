import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import { jsonPathOf } from "../matching/jsonPath.ts"
import { patternOf } from "../matching/pattern.ts"
import { jsonOf } from "../request/StubRequest.ts"
import { offset, written } from "./dates.ts"
import { plainOf, textOf } from "./values.ts"

/** A helper: the values that it is given, and those that have names. */
export type Helper = (args: ReadonlyArray<unknown>, named: Readonly<Record<string, unknown>>) => unknown

const mostItems = 10_000

const optional = (value: unknown) => (value === undefined ? undefined : textOf(value))

const numberOf = (value: unknown, what: string): number => {
  const text = textOf(value).trim()
  const number = text === "" ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) throw new Error(`${what} is ${JSON.stringify(text)}, which is no number`)
  return number
}

const sameAs = (one: unknown, other: unknown) => textOf(one) === textOf(other)

const compared =
  (is: (one: number, other: number) => boolean): Helper =>
  ([one, other]) =>
    is(numberOf(one, "the first value"), numberOf(other, "the second value"))

const isTrue = (value: unknown) => {
  const plain = plainOf(value)
  return Array.isArray(plain) ? plain.length > 0 : Boolean(plain)
}

const sizeOf = (value: unknown) => {
  const plain = plainOf(value)
  if (typeof plain === "string" || Array.isArray(plain)) return plain.length
  return Predicate.isObject(plain) ? Object.keys(plain).length : 0
}

const jsonIn = (value: unknown) => {
  const plain = plainOf(value)
  const json = Predicate.isObject(plain) ? jsonOf(JSON.stringify(plain)) : jsonOf(textOf(plain))
  if (Option.isNone(json)) throw new Error("the value is no JSON")
  return json.value
}

const jsonPath: Helper = ([value, expression], named) => {
  const path = jsonPathOf(textOf(expression))
  if (Result.isFailure(path)) throw new Error(`${textOf(expression)} ${path.failure}`)
  const found = path.success(jsonIn(value))
  return Option.getOrElse(found, () => named["default"] ?? "")
}

const patternIn = (text: unknown) => {
  const pattern = patternOf(textOf(text))
  if (Result.isFailure(pattern)) throw new Error(`${textOf(text)} ${pattern.failure}`)
  return pattern.success
}

const extract: Helper = ([value, pattern, group], named) => {
  const found = new RegExp(patternIn(pattern).source.slice("^(?:".length, -")$".length), "s").exec(textOf(value))
  if (found === null) return named["default"] ?? ""
  return group === undefined ? found[0] : (found[Number(textOf(group))] ?? "")
}

const math: Helper = ([one, operator, other]) => {
  const [left, right] = [numberOf(one, "the first value"), numberOf(other, "the second value")]
  switch (textOf(operator)) {
    case "+":
      return left + right
    case "-":
      return left - right
    case "*":
    case "x":
      return left * right
    case "/":
      return left / right
    case "%":
      return left % right
    default:
      throw new Error(`${textOf(operator)} is no operator; there are +, -, *, / and %`)
  }
}

const range: Helper = ([from, to]) => {
  const [first, last] = [numberOf(from, "the start"), numberOf(to, "the end")]
  const length = Math.floor(last - first) + 1
  if (length > mostItems) throw new Error(`the range has ${length} numbers; it has ${mostItems} at the most`)
  return Array.from({ length: Math.max(0, length) }, (_, index) => first + index)
}

const base64: Helper = ([value], named) => {
  if (named["decode"] === true) return Buffer.from(textOf(value), "base64").toString("utf8")
  const encoded = Buffer.from(textOf(value)).toString("base64")
  return named["padding"] === false ? encoded.replace(/=+$/, "") : encoded
}

const urlEncode: Helper = ([value], named) =>
  named["decode"] === true
    ? decodeURIComponent(textOf(value).replaceAll("+", " "))
    : encodeURIComponent(textOf(value)).replaceAll("%20", "+")

const join: Helper = (args) => {
  const separator = textOf(args.at(-1))
  const [first, ...more] = args.slice(0, -1)
  const list = Array.isArray(first) ? first : [first, ...more]
  return list.map(textOf).join(separator)
}

const replace: Helper = ([value, from, to]) => textOf(value).replaceAll(textOf(from), () => textOf(to))

const substring: Helper = ([value, from, to]) =>
  textOf(value).slice(
    Math.max(0, numberOf(from, "the start")),
    to === undefined ? undefined : Math.max(0, numberOf(to, "the end"))
  )

const contains: Helper = ([value, part]) => {
  const plain = plainOf(value)
  return Array.isArray(plain) ? plain.some((one) => sameAs(one, part)) : textOf(plain).includes(textOf(part))
}

const capitalize = (text: string) =>
  text.replaceAll(/(^|\s)(\S)/g, (_, space: string, letter: string) => space + letter.toUpperCase())

/** A moment of a text, or of milliseconds since the epoch. */
const momentOf = (value: unknown) => {
  if (value instanceof Date) return value
  const text = textOf(value)
  const moment = new Date(/^-?\d+$/.test(text) ? Number(text) : text)
  if (Number.isNaN(moment.getTime())) throw new Error(`${JSON.stringify(text)} is no date`)
  return moment
}

const dated = (moment: Date, named: Readonly<Record<string, unknown>>) => {
  const moved = named["offset"] === undefined ? moment : offset(moment, textOf(named["offset"]))
  return written(moved, optional(named["format"]), optional(named["timezone"]))
}

/** What follows from the values alone. */
export const pureHelpers: Readonly<Record<string, Helper>> = {
  date: ([value], named) => dated(momentOf(value), named),
  parseDate: ([value]) => momentOf(value),
  jsonPath,
  parseJson: ([value]) => jsonIn(value),
  toJson: ([value]) => JSON.stringify(plainOf(value) ?? null),
  regexExtract: extract,
  matches: ([value, pattern]) => patternIn(pattern).test(textOf(value)),
  contains,
  size: ([value]) => sizeOf(value),
  math,
  range,
  array: (args) => args,
  join,
  replace,
  substring,
  trim: ([value]) => textOf(value).trim(),
  upper: ([value]) => textOf(value).toUpperCase(),
  lower: ([value]) => textOf(value).toLowerCase(),
  capitalize: ([value]) => capitalize(textOf(value)),
  base64,
  urlEncode,
  eq: ([one, other]) => sameAs(one, other),
  neq: ([one, other]) => !sameAs(one, other),
  gt: compared((one, other) => one > other),
  gte: compared((one, other) => one >= other),
  lt: compared((one, other) => one < other),
  lte: compared((one, other) => one <= other),
  and: (args) => args.every(isTrue),
  or: (args) => args.some(isTrue),
  not: ([value]) => !isTrue(value)
}

const letters = { upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", lower: "abcdefghijklmnopqrstuvwxyz", digits: "0123456789" }

const alphabets: Readonly<Record<string, string>> = {
  ALPHANUMERIC: letters.lower + letters.digits,
  ALPHABETIC: letters.lower,
  NUMERIC: letters.digits,
  HEXADECIMAL: `${letters.digits}abcdef`,
  ALPHANUMERIC_AND_SYMBOLS: `${letters.lower}${letters.digits}!#$%&()*+,-./:;<=>?@[]^_{|}~`
}

/** A whole number below 2^32. */
export type Draw = () => number

const uuid = (draw: Draw) => {
  const hex = [draw(), draw(), draw(), draw()].map((word) => word.toString(16).padStart(8, "0")).join("")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

const randomValue = (draw: Draw, named: Readonly<Record<string, unknown>>) => {
  const type = optional(named["type"]) ?? "ALPHANUMERIC"
  if (type === "UUID") return uuid(draw)
  const alphabet = Object.hasOwn(alphabets, type) ? alphabets[type] : undefined
  if (alphabet === undefined) throw new Error(`the type ${type} is none of UUID, ${Object.keys(alphabets).join(", ")}`)
  const length = named["length"] === undefined ? 36 : numberOf(named["length"], "the length")
  if (!Number.isInteger(length) || length < 0 || length > mostItems)
    throw new Error(`the length is ${length}; give a whole number from 0 to ${mostItems}`)
  const text = Array.from({ length }, () => alphabet[draw() % alphabet.length]).join("")
  return named["uppercase"] === true ? text.toUpperCase() : text
}

const between = (named: Readonly<Record<string, unknown>>, lowest: number, highest: number) => {
  const lower = named["lower"] === undefined ? lowest : numberOf(named["lower"], "lower")
  const upper = named["upper"] === undefined ? highest : numberOf(named["upper"], "upper")
  if (lower > upper) throw new Error(`lower is ${lower}, above upper, ${upper}`)
  return { lower, upper }
}

/** What is drawn: the same draws give the same values. */
export const randomHelpers = (draw: Draw): Readonly<Record<string, Helper>> => ({
  randomValue: (_, named) => randomValue(draw, named),
  randomInt: (_, named) => {
    const { lower, upper } = between(named, 0, 2 ** 31 - 1)
    return Math.floor(lower + (draw() / 2 ** 32) * (upper - lower + 1))
  },
  randomDecimal: (_, named) => {
    const { lower, upper } = between(named, 0, 1)
    return lower + (draw() / 2 ** 32) * (upper - lower)
  },
  pickRandom: (args) => {
    const list = args.length === 1 && Array.isArray(args[0]) ? args[0] : args
    return list[draw() % Math.max(1, list.length)]
  }
})

/** What moments are written by. */
export const clockHelpers = (now: () => number): Readonly<Record<string, Helper>> => ({
  now: (_, named) => dated(new Date(now()), named),
  clock: () => new Date(now()).toISOString()
})
