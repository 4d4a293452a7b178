import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"

import { deepest, isTooDeep } from "../../world/nesting.ts"
import type { Read } from "./Source.ts"

const parsed = (text: string): Result.Result<unknown, string> => {
  if (isTooDeep(text)) return Result.fail(`more than ${deepest} levels`)
  return Result.try({
    try: (): unknown => JSON.parse(text),
    catch: (cause) => (cause instanceof Error ? cause.message.replace(/^Unexpected/, "unexpected") : String(cause))
  })
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Predicate.isObject(value) && !Array.isArray(value)

/** What is in a value: itself, or what a list, pages, or a list of either have. */
const within = (value: unknown, lists = 2): ReadonlyArray<unknown> => {
  if (Array.isArray(value) && lists > 0) return value.flatMap((one: unknown) => within(one, lists - 1))
  const entries: unknown = isObject(value) ? Reflect.get(value, "entries") : undefined
  return Array.isArray(entries) ? entries : [value]
}

const reads = (
  values: ReadonlyArray<readonly [place: string, value: unknown]>
): Result.Result<ReadonlyArray<Read>, string> => {
  const wrong = values.find(([, value]) => !isObject(value))
  if (wrong !== undefined) return Result.fail(`${wrong[0]} is no object, but ${shortened(wrong[1])}`)
  return Result.succeed(values.flatMap(([place, fields]) => (isObject(fields) ? [{ place, fields }] : [])))
}

const shortened = (value: unknown) => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 40 ? `${text.slice(0, 40)}...` : text
}

/** JSON of a line each. */
const ofLines = (text: string): Result.Result<ReadonlyArray<Read>, string> => {
  const values: Array<readonly [place: string, value: unknown]> = []
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue
    const value = parsed(line)
    if (Result.isFailure(value)) return Result.fail(`line ${index + 1} is not JSON (${value.failure})`)
    for (const one of within(value.success)) values.push([`line ${index + 1}`, one])
  }
  return reads(values)
}

const isOfLines = (text: string) => {
  const [first = ""] = text.trimStart().split("\n", 1)
  const rest = text.trimStart().slice(first.length)
  return rest.trim() !== "" && Result.isSuccess(parsed(first))
}

/** The entries of JSON: a list of them, pages of one as the service answers them, or a line each. */
export const entriesOf = (text: string): Result.Result<ReadonlyArray<Read>, string> => {
  if (isOfLines(text)) return ofLines(text)
  const value = parsed(text)
  return Result.isFailure(value)
    ? Result.fail(`it is not JSON (${value.failure})`)
    : reads(within(value.success).map((one, index) => [`entry ${index + 1}`, one]))
}
