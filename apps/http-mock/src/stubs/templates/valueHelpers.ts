import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import { jsonPathOf } from "../matching/jsonPath.ts"
import { patternOf } from "../matching/pattern.ts"
import { jsonOf } from "../request/StubRequest.ts"
import { mostItems, numberOf, sameAs } from "./Helper.ts"
import type { Helper } from "./Helper.ts"
import { plainOf, textOf } from "./values.ts"

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

/** What follows from the values alone. */
export const valueHelpers: Readonly<Record<string, Helper>> = {
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
  urlEncode
}
