import * as Result from "effect/Result"

import { sortable } from "./Moment.ts"
import { refusal } from "./Refusal.ts"
import type { Refusal } from "./Refusal.ts"

/** What a list shows: its fields, and what its entries are called. */
export interface Listed<Field extends string> {
  readonly noun: string
  readonly fields: ReadonlyArray<Field>
}

/** A filter: a field of the entries, and which values of it pass. */
export interface Clause<Field extends string> {
  readonly field: Field
  /** The value of an exact match. */
  readonly exactly: string | undefined
  readonly accepts: (value: unknown) => boolean
}

const grammar = /^\s*([A-Za-z_]\w*)\s*(~=|\|=|!=|>=|<=|>|<|=)(.*)$/s

/** What a value is compared by: the texts of a list's elements, one text for anything else, empty when it is unset. */
export const texts = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.map(String)
  if (value === undefined) return [""]
  return [typeof value === "string" ? value : JSON.stringify(value)]
}

const pattern = (wildcards: string) =>
  new RegExp(
    `^${wildcards
      .split("%")
      .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
      .join(".*")}$`,
    "s"
  )

const isNumber = (text: string) => text.trim() !== "" && Number.isFinite(Number(text))

const isAfter = (than: string): ((text: string) => boolean) => {
  const from = sortable(than)
  return isNumber(than)
    ? (text) => (isNumber(text) ? Number(text) > Number(than) : text > than)
    : (text) => sortable(text) > from
}

const test = (operator: string, operand: string): ((text: string) => boolean) | undefined => {
  switch (operator) {
    case "=":
      return (text) => text === operand
    case "~=": {
      const like = pattern(operand)
      return (text) => like.test(text)
    }
    case ">":
      return isAfter(operand)
    case "|=": {
      const among = new Set(operand.split(","))
      return (text) => among.has(text)
    }
    default:
      return undefined
  }
}

const unquoted = (filter: string) => /^"(.*)"$/s.exec(filter.trim())?.[1] ?? filter

const badInput = (message: string) => Result.fail(refusal("badInput", message))

/** The field of this name; refused when the list has none such. */
export const fieldOf = <Field extends string>(
  parameter: string,
  name: string,
  { fields, noun }: Listed<Field>
): Result.Result<Field, Refusal> => {
  const field = fields.find((field) => field === name)
  return field === undefined
    ? badInput(`The ${parameter} names the field ${name}, which ${noun} do not have. Use one of ${fields.join(", ")}.`)
    : Result.succeed(field)
}

/** Reads a filter that is decoded already; one that cannot be used is refused with what to write instead. */
export const parse = <Field extends string>(
  filter: string,
  listed: Listed<Field>
): Result.Result<Clause<Field>, Refusal> => {
  const [, name, operator, operand] = grammar.exec(unquoted(filter)) ?? []
  if (name === undefined || operator === undefined || operand === undefined)
    return badInput(
      `The filter ${JSON.stringify(filter)} is not of the form <field>=<value>. Percent-encode the whole value, as in filter=email%3Dgrace%40example.com.`
    )
  return Result.flatMap(fieldOf("filter", name, listed), (field) => {
    const passes = test(operator, operand)
    return passes === undefined
      ? badInput(
          `The filter operator ${operator} is not supported. Use = (exact), ~= (with % as wildcard), > or |= (one of a comma list).`
        )
      : Result.succeed({
          field,
          exactly: operator === "=" ? operand : undefined,
          accepts: (value) => texts(value).some(passes)
        })
  })
}
