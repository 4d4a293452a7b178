import { mostItems, numberOf, optional } from "./Helper.ts"
import type { Helper } from "./Helper.ts"

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
