import * as Result from "effect/Result"

import type { OptionLookup } from "../gaps/options.ts"
import { badInput } from "../ServiceError.ts"
import type { Checked } from "../ServiceError.ts"
import { isDateTime, sortable } from "../timestamp.ts"

/** The type of a field, as filters need it. */
export type Kind = "text" | "flag" | "number" | "number or unset" | "date-time"

/** The operands that a filter accepts for a kind. */
interface Rule {
  readonly form: string
  readonly example: string
  readonly holds: (operand: string) => boolean
  /** Whether values may be empty, so that an exact match with an empty text is valid. */
  readonly canBeUnset: boolean
  /** Returns the same text for equal values. */
  readonly canonical: (text: string) => string
}

const isDecimal = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text)

const number: Rule = {
  form: "not a number",
  example: "101",
  holds: isDecimal,
  canBeUnset: false,
  canonical: (text) => (isDecimal(text) ? String(Number(text)) : text)
}

const rules: { readonly [Name in Kind]: Rule } = {
  text: { form: "", example: "", holds: () => true, canBeUnset: true, canonical: (text) => text },
  flag: {
    form: "neither true nor false",
    example: "true",
    holds: (text) => text === "true" || text === "false",
    canBeUnset: false,
    canonical: (text) => text
  },
  number,
  "number or unset": { ...number, canBeUnset: true },
  "date-time": {
    form: "not a date-time",
    example: "2026-01-01T12:00:00Z",
    holds: isDateTime,
    canBeUnset: true,
    canonical: sortable
  }
}

const isExact = (operator: string) => operator === "=" || operator === "!=" || operator === "|="

/** Returns the error of an invalid operand, with an example, or `undefined` if it is valid. */
const validateOperand = (kind: Kind, field: string, operator: string, operand: string): string | undefined => {
  if (operator === "~=") return undefined
  const { canBeUnset, example, form, holds } = rules[kind]
  const fits = (value: string) => (value === "" && canBeUnset && isExact(operator)) || holds(value)
  const invalid = (operator === "|=" ? operand.split(",") : [operand]).find((value) => !fits(value))
  return invalid === undefined
    ? undefined
    : `The filter compares ${field} to ${JSON.stringify(invalid.slice(0, 100))}, which is ${form}. Use a value as in ${field}${operator}${example}.`
}

/** The fields of a list, and the noun for its entries. */
export interface Listed<Field extends string> {
  readonly noun: string
  readonly fields: ReadonlyArray<Field>
  readonly kinds?: Readonly<Partial<Record<string, Kind>>>
}

/** A clause of a filter: a field, and a test of its values. */
export interface Clause<Field extends string> {
  readonly field: Field
  /** The clause as text; unique, for cache keys. */
  readonly text: string
  readonly exactly: string | undefined
  readonly accepts: (value: unknown) => boolean
}

type Test = (text: string) => boolean

const grammar = /^\s*([A-Za-z_]\w*)\s*(~=|\|=|!=|>=|<=|>|<|=)(.*)$/s

/** Returns the texts to compare: one for each element of a list, one for any other value, empty for `undefined`. */
export const texts = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.map(String)
  if (value === undefined) return [""]
  return [typeof value === "string" ? value : JSON.stringify(value)]
}

const isNumber = (text: string) => text.trim() !== "" && Number.isFinite(Number(text))

/** Returns a function that compares texts to an operand: as numbers if both are, else as date-times or texts. */
const comparing = (than: string): ((text: string) => number) => {
  const from = sortable(than)
  return isNumber(than)
    ? (text) => (isNumber(text) ? Number(text) - Number(than) : text > than ? 1 : text < than ? -1 : 0)
    : (text) => {
        const at = sortable(text)
        return at > from ? 1 : at < from ? -1 : 0
      }
}

const comparisons: Readonly<Record<string, (compared: number, text: string) => boolean>> = {
  ">": (compared) => compared > 0,
  ">=": (compared) => compared >= 0,
  "<": (compared, text) => text !== "" && compared < 0,
  "<=": (compared, text) => text !== "" && compared <= 0
}

const test = (operator: string, operand: string, kind: Kind, option: OptionLookup): Test | undefined => {
  const isSeen = operator === "=" || operator === "~=" || operator === ">" || operator === "|="
  if (!isSeen && option("filter.operators") !== "comparisons") return undefined
  const { canonical } = rules[kind]
  const among = new Set((operator === "|=" ? operand.split(",") : [operand]).map(canonical))
  if (operator === "~=") return like(operand)
  if (operator === "!=") return (text) => !among.has(canonical(text))
  if (isExact(operator)) return (text) => among.has(canonical(text))
  const compared = comparing(operand)
  const holds = comparisons[operator]
  return holds && ((text) => holds(compared(text), text))
}

const unquoted = (filter: string) => /^"(.*)"$/s.exec(filter.trim())?.[1] ?? filter

export const fieldOf = <Field extends string>(
  parameter: string,
  name: string,
  { fields, noun }: Listed<Field>
): Checked<Field> => {
  const field = fields.find((field) => field === name)
  return field === undefined
    ? badInput(`The ${parameter} names the field ${name}, which ${noun} do not have. Use one of ${fields.join(", ")}.`)
    : Result.succeed(field)
}

const rejectAll = <Field extends string>(field: Field): Clause<Field> => ({
  field,
  text: "nothing",
  exactly: undefined,
  accepts: () => false
})

const supportedOperators = (option: OptionLookup) =>
  `= (exact), ~= (with % as wildcard), > or |= (one of a comma list)${option("filter.operators") === "comparisons" ? ", or one of <, >=, <= and !=" : ""}`

const parseOne = <Field extends string>(
  filter: string,
  listed: Listed<Field>,
  option: OptionLookup
): Checked<ReadonlyArray<Clause<Field>>> => {
  const [, name, operator, operand] = grammar.exec(unquoted(filter)) ?? []
  if (name === undefined || operator === undefined || operand === undefined)
    return badInput(
      `The filter ${JSON.stringify(filter)} is not of the form <field>=<value>, such as email=grace@example.com. In an address, percent-encode all of it: filter=email%3Dgrace%40example.com.`
    )
  const unknown = option("filter.unknown-field")
  if (unknown !== "refused" && !listed.fields.some((field) => field === name))
    return Result.succeed(unknown === "ignored" ? [] : listed.fields.slice(0, 1).map(rejectAll))
  return Result.flatMap(fieldOf("filter", name, listed), (field) => {
    const kind = listed.kinds?.[field] ?? "text"
    const passes = test(operator, operand, kind, option)
    if (passes === undefined)
      return badInput(`The filter operator ${operator} is not supported. Use ${supportedOperators(option)}.`)
    const invalid = validateOperand(kind, field, operator, operand)
    return invalid !== undefined
      ? badInput(invalid)
      : Result.succeed([
          {
            field,
            text: `${field}${operator}${operand}`,
            exactly: operator === "=" ? operand : undefined,
            accepts: (value) => texts(value).some(passes)
          }
        ])
  })
}

const joints = { "one clause": undefined, "&": "&", AND: /\sAND\s/i }

const clausesIn = (filter: string, option: OptionLookup): ReadonlyArray<string> => {
  const joint = joints[option("filter.combination")]
  if (joint === undefined) return [filter]
  const clauses = unquoted(filter).split(joint)
  return clauses.map((clause, index) => (index === clauses.length - 1 ? clause : clause.trimEnd()))
}

/** Parses a decoded filter to clauses, all of which an entry must pass. An invalid filter fails with a hint. */
export const parse = <Field extends string>(
  filter: string,
  listed: Listed<Field>,
  option: OptionLookup
): Checked<ReadonlyArray<Clause<Field>>> =>
  Result.map(Result.all(clausesIn(filter, option).map((clause) => parseOne(clause, listed, option))), (clauses) =>
    clauses.flat()
  )

/** Returns a test for a pattern in which each `%` matches any text. Taking the first match of each part is enough. */
export const like = (pattern: string): ((text: string) => boolean) => {
  const [head = "", ...parts] = pattern.split("%")
  const tail = parts.pop()
  if (tail === undefined) return (text) => text === pattern
  const between = parts.filter((part) => part !== "")
  return (text) => {
    const end = text.length - tail.length
    let from = head.length
    if (end < from || !text.startsWith(head) || !text.endsWith(tail)) return false
    for (const part of between) {
      const at = text.indexOf(part, from)
      if (at < 0 || at + part.length > end) return false
      from = at + part.length
    }
    return true
  }
}
