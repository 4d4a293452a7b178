import * as Result from "effect/Result"

import { textLength } from "../actions/Action.ts"
import type { FormField, FormValues } from "../actions/Action.ts"
import { isNumeric } from "../resources/Field.ts"
import * as TextField from "./TextField.ts"

/** A field of a form with the text under edit. */
export interface Input extends Pick<FormField, "check" | "help" | "takes"> {
  readonly name: string
  readonly label: string
  readonly isRequired: boolean
  readonly isSecret: boolean
  readonly limit: number | undefined
  readonly mayBeEmptied: boolean
  readonly hasLines: boolean
  readonly initial: string
  readonly field: TextField.TextField
  /** The choice that was entered last, and its name. */
  readonly chosen?: { readonly text: string; readonly label: string }
}

/** How an input takes text: on several lines, or unchanged because it is a secret. */
export type InputKind = Pick<Input, "hasLines" | "isSecret">

export interface Form {
  readonly inputs: ReadonlyArray<Input>
  /** Index of the focused input. */
  readonly focus: number
}

/** The error of an input. */
export interface Mistake {
  readonly at: number
  readonly what: string
}

const flagLabel = (flag: string) => flag.charAt(0).toUpperCase() + flag.slice(1).replaceAll("-", " ")

const lineEnd = "⏎"
const tab = "⇥"

/** Replaces line breaks and tabs by symbols. */
const inOneLine = (text: string) => text.replaceAll(/\r\n|\r|\n/g, lineEnd).replaceAll("\t", tab)

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g
const outerBreaks = /^[\n\v\f\r\u0085\u2028\u2029]+|[\n\v\f\r\u0085\u2028\u2029]+$/g

/** Converts pasted text for an input: line breaks and tabs separate words. */
export const pasted = (text: string, { hasLines, isSecret }: InputKind): string => {
  if (isSecret) return text
  const lines = text.replaceAll(outerBreaks, "").replaceAll(lineBreak, "\n")
  return hasLines ? inOneLine(lines) : lines.replaceAll(/ *[\n\t]+ */g, " ")
}

export const make = (
  fields: Readonly<Record<string, FormField>>,
  initial: Readonly<Record<string, string | undefined>> = {}
): Form => ({
  focus: 0,
  inputs: Object.entries(fields).map(([name, definition]): Input => {
    const text = initial[name] ?? ""
    const { takes } = definition
    const several = takes === "numbers" || takes === "texts" ? ", with commas between several" : ""
    const field = TextField.make(definition.hasLines === true ? inOneLine(text) : text.replaceAll(/[\n\r\t]+/g, " "))
    return {
      isRequired: false,
      isSecret: false,
      limit: undefined,
      mayBeEmptied: false,
      hasLines: false,
      ...definition,
      help: `${definition.help}${several}`,
      name,
      label: definition.label ?? flagLabel(definition.flag),
      initial: TextField.text(field).trim(),
      field
    }
  })
})

/** Enters texts that count as typed; `chosen` is the choice that one of them stands for. */
export const prefilled = (
  form: Form,
  texts: Readonly<Record<string, string | undefined>>,
  chosen?: Input["chosen"]
): Form => ({
  ...form,
  inputs: form.inputs.map((input) => {
    const text = texts[input.name]
    return text === undefined ? input : { ...input, field: TextField.make(text), ...(chosen && { chosen }) }
  })
})

export const focusedAt = (form: Form, at: number): Form => ({
  ...form,
  focus: form.inputs.length === 0 ? 0 : (at + form.inputs.length) % form.inputs.length
})

/** Focuses the input whose label a message contains, if there is one. */
export const focusedOn = (form: Form, message: string): Form => {
  const at = form.inputs.findIndex(({ label }) => message.toLowerCase().includes(` ${label.toLowerCase()} `))
  return at < 0 ? form : focusedAt(form, at)
}

export const next = (form: Form): Form => focusedAt(form, form.focus + 1)

export const previous = (form: Form): Form => focusedAt(form, form.focus - 1)

export const isAtLast = ({ focus, inputs }: Form): boolean => focus >= inputs.length - 1

export const edit = (
  form: Form,
  change: (field: TextField.TextField, input: InputKind) => TextField.TextField
): Form => ({
  ...form,
  inputs: form.inputs.map((input, at) => (at === form.focus ? { ...input, field: change(input.field, input) } : input))
})

/** Starts a new line, if the focused input has lines. */
export const newLine = (form: Form): Form =>
  edit(form, (field, { hasLines }) => (hasLines ? TextField.insert(field, lineEnd) : field))

/** Whether the focused input has lines. */
export const hasLines = ({ focus, inputs }: Form): boolean => inputs[focus]?.hasLines === true

/** Enters a text, and focuses the first empty input. */
export const filled = (form: Form, name: string, text: string): Form => {
  const { inputs } = prefilled(form, { [name]: text })
  const empty = inputs.findIndex(({ field }) => TextField.text(field) === "")
  return { inputs, focus: Math.max(0, empty) }
}

/** Returns the text of an input; only a secret may begin or end with spaces. */
const textOf = ({ field, isSecret }: Input) => {
  const text = TextField.text(field)
  return isSecret ? text : text.trim()
}

/** Returns an error if the focused input is too long. */
export const tooLong = ({ focus, inputs }: Form): string | undefined => {
  const input = inputs[focus]
  return input?.limit !== undefined && textLength(textOf(input)) > input.limit
    ? `${input.label} takes at most ${input.limit} characters.`
    : undefined
}

const yes = new Set(["y", "yes", "true"])
const no = new Set(["n", "no", "false"])

interface Parsed {
  readonly value?: unknown
  readonly what?: string
}

const parsers: Record<FormField["takes"], (text: string) => Parsed> = {
  text: (text) => ({ value: text }),
  texts: (text) => ({
    value: text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
  }),
  "yes or no": (text) => {
    const answer = text.toLowerCase()
    if (yes.has(answer)) return { value: true }
    return no.has(answer) ? { value: false } : { what: "is yes or no" }
  },
  numbers: (text) => {
    const numbers = text.split(/[\s,]+/).filter((part) => part !== "")
    return numbers.every(isNumeric)
      ? { value: numbers.map(Number) }
      : { what: "takes numbers, with commas between them" }
  }
}

/** Returns the values of the inputs that were filled in or changed, or the first mistake. */
export const values = ({ inputs }: Form): Result.Result<FormValues, Mistake> => {
  const values: Record<string, unknown> = {}
  for (const [at, input] of inputs.entries()) {
    const { check, hasLines, initial, isRequired, label, limit, mayBeEmptied, name, takes } = input
    const text = textOf(input)
    if (text === "" && initial !== "" && mayBeEmptied) {
      values[name] = ""
      continue
    }
    if (text === "" && (isRequired || initial !== "")) return Result.fail({ at, what: `${label} is empty.` })
    if (text === "" || text === initial) continue
    if (limit !== undefined && textLength(text) > limit)
      return Result.fail({ at, what: `${label} has ${textLength(text)} of at most ${limit} characters.` })
    const { value, what = check?.(text) } = parsers[takes](
      hasLines ? text.replaceAll(lineEnd, "\n").replaceAll(tab, "\t") : text
    )
    if (what !== undefined) return Result.fail({ at, what: `${label} ${what}.` })
    values[name] = value
  }
  return Result.succeed(values)
}
