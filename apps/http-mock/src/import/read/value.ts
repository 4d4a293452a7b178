import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import type { Kind } from "../../world/lists/kinds.ts"
import { isTooDeep } from "../../world/nesting.ts"

/** A value as a world has it; nothing where it is not set. */
export type Taken = Result.Result<unknown, string>

const flags: Readonly<Record<string, boolean>> = {
  true: true,
  false: false,
  yes: true,
  no: false,
  "1": true,
  "0": false
}

const textOf = (value: unknown): Taken =>
  Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value)
    ? Result.succeed(String(value))
    : Result.fail("a text")

const flagOf = (value: unknown): Taken => {
  const flag = Predicate.isBoolean(value) ? value : flags[String(value).trim().toLowerCase()]
  return flag === undefined ? Result.fail("true or false") : Result.succeed(flag)
}

const integerOf = (value: unknown): Taken => {
  const number = Predicate.isString(value) && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value
  return Predicate.isNumber(number) && Number.isSafeInteger(number)
    ? Result.succeed(number)
    : Result.fail("a whole number")
}

const byKind: Readonly<Record<Kind, (value: unknown) => Taken>> = {
  text: textOf,
  "date-time": textOf,
  flag: flagOf,
  number: integerOf,
  "number or unset": integerOf
}

const isUnset = (value: unknown) => value === undefined || value === null || value === ""

/** A value of a kind, or what it is to be. A text that is not set is empty. */
export const take = (kind: Kind, value: unknown): Taken => {
  if (!isUnset(value)) return byKind[kind](value)
  return Result.succeed(kind === "text" || kind === "date-time" ? "" : undefined)
}

// what the terminal UI puts before a text that a spreadsheet would compute
const marked = /^'(?=[=+\-@\t\r\n＝＋－＠])/

/** What a cell of CSV says. */
export const unmarked = (cell: string): string => cell.replace(marked, "")

/** A list of texts: a cell has a comma between them. */
export const texts = (value: unknown): Taken => {
  if (isUnset(value)) return Result.succeed(undefined)
  const list: unknown = Predicate.isString(value) ? value.split(/\s*,\s*/).filter((one) => one !== "") : value
  return Array.isArray(list) && list.every(Predicate.isString) ? Result.succeed(list) : Result.fail("a list of texts")
}

const json = (text: string): unknown =>
  isTooDeep(text)
    ? undefined
    : Result.getOrElse(
        Result.try((): unknown => JSON.parse(text)),
        () => undefined
      )

/** The picture of somebody or something, of which the addresses of two sizes are kept. */
export const picture = (value: unknown): Taken => {
  if (isUnset(value)) return Result.succeed(undefined)
  const whole = Predicate.isString(value) && value.startsWith("{") ? json(value) : value
  if (Predicate.isString(whole)) return Result.succeed({ original: whole, thumb: null })
  if (!Predicate.isObject(whole)) return Result.fail("a picture")
  const [original = null, thumb = null]: ReadonlyArray<unknown> = [
    Reflect.get(whole, "original"),
    Reflect.get(whole, "thumb")
  ]
  return [original, thumb].every((address) => address === null || Predicate.isString(address))
    ? Result.succeed({ original, thumb })
    : Result.fail("a picture")
}

/** The ids of a list of objects: a cell has JSON of each, with a comma between. */
export const ids = (value: unknown): Result.Result<ReadonlyArray<number>, string> => {
  if (isUnset(value)) return Result.succeed([])
  const list = Predicate.isString(value) ? json(`[${value}]`) : value
  if (!Array.isArray(list)) return Result.fail("a list of objects with an id")
  const found = list.map((one: unknown) => integerOf(Predicate.hasProperty(one, "id") ? one.id : one))
  const all = found.flatMap((id) => (Result.isSuccess(id) && Predicate.isNumber(id.success) ? [id.success] : []))
  return all.length === found.length ? Result.succeed(all) : Result.fail("a list of objects with an id")
}
