import { isDateTime, sortable } from "../timestamp.ts"

/** What the values of a field are, where a filter has to know it. */
export type Kind = "text" | "flag" | "number" | "number or unset" | "date-time"

/** What a filter may compare a kind of values to. */
interface Rule {
  /** In words, with an example. */
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
