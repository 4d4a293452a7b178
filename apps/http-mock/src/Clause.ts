import * as Result from "effect/Result"

import { sortable } from "../Moment.ts"
import { fields } from "./Generated.ts"
import type { Entry } from "./User.ts"

/** A filter: a field of the entries, and which values of it pass. */
export interface Clause {
  readonly field: keyof Entry
  /** The value of an exact match. */
  readonly exactly: string | undefined
  readonly accepts: (value: unknown) => boolean
}

const grammar = /^\s*([A-Za-z_]\w*)\s*(~=|\|=|!=|>=|<=|>|<|=)(.*)$/s

const texts = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value)
    ? value.map(String)
    : [typeof value === "object" && value !== null ? JSON.stringify(value) : String(value)]

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

const isField = (name: string): name is keyof Entry => Object.hasOwn(fields, name)

const unquoted = (filter: string) => /^"(.*)"$/s.exec(filter.trim())?.[1] ?? filter

/** Reads a filter that is decoded already; one that cannot be used is refused with what to write instead. */
export const parse = (filter: string): Result.Result<Clause, string> => {
  const [, field, operator, operand] = grammar.exec(unquoted(filter)) ?? []
  if (field === undefined || operator === undefined || operand === undefined)
    return Result.fail(
      `The filter ${JSON.stringify(filter)} is not of the form <field>=<value>. Percent-encode the whole value, as in filter=email%3Dgrace%40example.com.`
    )
  if (!isField(field))
    return Result.fail(
      `The filter names the field ${field}, which users do not have. Use one of ${Object.keys(fields).join(", ")}.`
    )
  const passes = test(operator, operand)
  return passes === undefined
    ? Result.fail(
        `The filter operator ${operator} is not supported. Use = (exact), ~= (with % as wildcard), > or |= (one of a comma list).`
      )
    : Result.succeed({
        field,
        exactly: operator === "=" ? operand : undefined,
        accepts: (value) => texts(value).some(passes)
      })
}
