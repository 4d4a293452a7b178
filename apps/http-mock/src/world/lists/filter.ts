import * as Result from "effect/Result"

import type { OptionLookup } from "../gaps/options.ts"
import { badInput } from "../ServiceError.ts"
import type { ServiceError } from "../ServiceError.ts"
import { isDateTime, sortable } from "../timestamp.ts"

/** What the values of a field are, where a filter has to know it. */
export type Kind = "text" | "flag" | "number" | "number or unset" | "date-time"

/** What a filter may compare a kind of values to. */
interface Rule {
  readonly form: string
  readonly example: string
  readonly holds: (operand: string) => boolean
  /** Whether some of the values may be empty, which an exact match asks for. */
  readonly canBeUnset: boolean
  /** Whatever stands for the same value has the same. */
  readonly canonical: (text: string) => string
}

const isDecimal = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text)

const number: Rule = {
  form: "no number",
  example: "101",
  holds: isDecimal,
  canBeUnset: false,
  canonical: (text) => (isDecimal(text) ? String(Number(text)) : text)
}

/** The rule of each kind; none where any text may be asked for. */
const rules: { readonly [Name in Exclude<Kind, "text">]: Rule } = {
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
    form: "no date-time",
    example: "2026-01-01T12:00:00Z",
    holds: isDateTime,
    canBeUnset: true,
    canonical: sortable
  }
}

const isExact = (operator: string) => operator === "=" || operator === "!=" || operator === "|="

/** What is wrong with a value for a field of a kind, and what to write instead; nothing where it fits. */
export const whyNot = (kind: Kind, field: string, operator: string, operand: string): string | undefined => {
  if (kind === "text" || operator === "~=") return undefined
  const { canBeUnset, example, form, holds } = rules[kind]
  const fits = (value: string) => (value === "" && canBeUnset && isExact(operator)) || holds(value)
  const wrong = (operator === "|=" ? operand.split(",") : [operand]).find((value) => !fits(value))
  return wrong === undefined
    ? undefined
    : `The filter compares ${field} to ${JSON.stringify(wrong.slice(0, 100))}, which is ${form}. Write one as in ${field}${operator}${example}.`
}

/** How texts of a kind are told apart: by what they stand for. */
export const canonicalOf = (kind: Kind): ((text: string) => string) =>
  kind === "text" ? (text) => text : rules[kind].canonical

/** What a list shows: its fields, and what its entries are called. */
export interface Listed<Field extends string> {
  readonly noun: string
  readonly fields: ReadonlyArray<Field>
  readonly kinds?: Readonly<Partial<Record<string, Kind>>>
}

/** A clause of a filter: a field of the entries, and which values of it pass. */
export interface Clause<Field extends string> {
  readonly field: Field
  /** What it passes, in words that no other clause has. */
  readonly text: string
  readonly exactly: string | undefined
  readonly accepts: (value: unknown) => boolean
}

type Test = (text: string) => boolean

const grammar = /^\s*([A-Za-z_]\w*)\s*(~=|\|=|!=|>=|<=|>|<|=)(.*)$/s

/** What a value is compared by: the texts of a list's elements, one text for anything else, empty when it is unset. */
export const texts = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.map(String)
  if (value === undefined) return [""]
  return [typeof value === "string" ? value : JSON.stringify(value)]
}

const isNumber = (text: string) => text.trim() !== "" && Number.isFinite(Number(text))

/** How a text compares to another: as numbers where both are, else in the order of date-times and letters. */
const comparing = (than: string): ((text: string) => number) => {
  const from = sortable(than)
  return isNumber(than)
    ? (text) => (isNumber(text) ? Number(text) - Number(than) : text > than ? 1 : text < than ? -1 : 0)
    : (text) => {
        const at = sortable(text)
        return at > from ? 1 : at < from ? -1 : 0
      }
}

const test = (operator: string, operand: string, kind: Kind, option: OptionLookup): Test | undefined => {
  const isSeen = operator === "=" || operator === "~=" || operator === ">" || operator === "|="
  if (!isSeen && option("filter.operators") !== "comparisons") return undefined
  const canonical = canonicalOf(kind)
  const compared = comparing(operand)
  const same = canonical(operand)
  switch (operator) {
    case "=":
      return (text) => canonical(text) === same
    case "!=":
      return (text) => canonical(text) !== same
    case "~=":
      return like(operand)
    case "|=": {
      const among = new Set(operand.split(",").map(canonical))
      return (text) => among.has(canonical(text))
    }
    case ">":
      return (text) => compared(text) > 0
    case ">=":
      return (text) => compared(text) >= 0
    case "<":
      return (text) => text !== "" && compared(text) < 0
    case "<=":
      return (text) => text !== "" && compared(text) <= 0
    default:
      return undefined
  }
}

const unquoted = (filter: string) => /^"(.*)"$/s.exec(filter.trim())?.[1] ?? filter

export const fieldOf = <Field extends string>(
  parameter: string,
  name: string,
  { fields, noun }: Listed<Field>
): Result.Result<Field, ServiceError> => {
  const field = fields.find((field) => field === name)
  return field === undefined
    ? badInput(`The ${parameter} names the field ${name}, which ${noun} do not have. Use one of ${fields.join(", ")}.`)
    : Result.succeed(field)
}

const nothing = <Field extends string>(field: Field): Clause<Field> => ({
  field,
  text: "nothing",
  exactly: undefined,
  accepts: () => false
})

const known = (option: OptionLookup) =>
  `= (exact), ~= (with % as wildcard), > or |= (one of a comma list)${option("filter.operators") === "comparisons" ? ", or one of <, >=, <= and !=" : ""}`

const parseOne = <Field extends string>(
  filter: string,
  listed: Listed<Field>,
  option: OptionLookup
): Result.Result<ReadonlyArray<Clause<Field>>, ServiceError> => {
  const [, name, operator, operand] = grammar.exec(unquoted(filter)) ?? []
  if (name === undefined || operator === undefined || operand === undefined)
    return badInput(
      `The filter ${JSON.stringify(filter)} is not of the form <field>=<value>. Percent-encode the whole value, as in filter=email%3Dgrace%40example.com.`
    )
  const unknown = option("filter.unknown-field")
  if (unknown !== "refused" && !listed.fields.some((field) => field === name))
    return Result.succeed(unknown === "ignored" ? [] : listed.fields.slice(0, 1).map(nothing))
  return Result.flatMap(fieldOf("filter", name, listed), (field) => {
    const kind = listed.kinds?.[field] ?? "text"
    const passes = test(operator, operand, kind, option)
    if (passes === undefined) return badInput(`The filter operator ${operator} is not supported. Use ${known(option)}.`)
    const wrong = whyNot(kind, field, operator, operand)
    return wrong !== undefined
      ? badInput(wrong)
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

/**
 * Reads a filter that is decoded already: the clauses that an entry has to pass, all of them. One that cannot be used is
 * refused with what to write instead.
 */
export const parse = <Field extends string>(
  filter: string,
  listed: Listed<Field>,
  option: OptionLookup
): Result.Result<ReadonlyArray<Clause<Field>>, ServiceError> =>
  Result.map(Result.all(clausesIn(filter, option).map((clause) => parseOne(clause, listed, option))), (clauses) =>
    clauses.flat()
  )

type Seek = (text: string, from: number) => number

// how far back a comparison may go on after each letter, by Knuth, Morris and Pratt
const fallbacks = (part: string): Uint32Array => {
  const backs = new Uint32Array(part.length)
  for (let at = 1, length = 0; at < part.length; at++) {
    while (length > 0 && part[at] !== part[length]) length = backs[length - 1] ?? 0
    if (part[at] === part[length]) length++
    backs[at] = length
  }
  return backs
}

const seekLong = (part: string): Seek => {
  const backs = fallbacks(part)
  return (text, from) => {
    for (let at = from, length = 0; at < text.length; at++) {
      while (length > 0 && text[at] !== part[length]) length = backs[length - 1] ?? 0
      if (text[at] === part[length]) length++
      if (length === part.length) return at + 1 - length
    }
    return -1
  }
}

// indexOf is faster, and compares each letter of the text as often as the part has letters at most
const short = 16

const seek = (part: string): Seek => (part.length <= short ? (text, from) => text.indexOf(part, from) : seekLong(part))

/**
 * Whether a text is of a form in which each `%` stands for any text. Where there are several places for a part between two
 * of them, the first leaves most to the others: so each is sought once, and the time grows with the text alone.
 */
export const like = (form: string): ((text: string) => boolean) => {
  const [head = "", ...parts] = form.split("%")
  const tail = parts.pop()
  if (tail === undefined) return (text) => text === form
  const between = parts.filter((part) => part !== "").map((part) => ({ length: part.length, find: seek(part) }))
  return (text) => {
    const end = text.length - tail.length
    let from = head.length
    if (end < from || !text.startsWith(head) || !text.endsWith(tail)) return false
    for (const { find, length } of between) {
      const at = find(text, from)
      if (at < 0 || at + length > end) return false
      from = at + length
    }
    return true
  }
}
