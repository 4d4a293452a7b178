import * as Result from "effect/Result"

import type { FormField } from "../actions/Action.ts"
import { isNumeric } from "../resources/Field.ts"
import * as TextField from "./TextField.ts"

/** What is filled in of a form: a line of text. */
export interface Input {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly takes: FormField["takes"]
  readonly isRequired: boolean
  readonly isSecret: boolean
  /** The most characters that it takes. */
  readonly limit: number | undefined
  readonly mayBeEmptied: boolean
  readonly hasLines: boolean
  readonly check: FormField["check"]
  /** What stood there at first. */
  readonly initial: string
  readonly field: TextField.TextField
}

/** What a text goes into: of several lines, or secret, which is taken as it is. */
export type InputKind = Pick<Input, "hasLines" | "isSecret">

export interface Form {
  readonly inputs: ReadonlyArray<Input>
  /** Which of the inputs has the keys. */
  readonly focus: number
}

/** What is wrong with an input. */
export interface Mistake {
  readonly at: number
  readonly what: string
}

const labelOf = (flag: string) => flag.charAt(0).toUpperCase() + flag.slice(1).replaceAll("-", " ")

const lineEnd = "⏎"

const tab = "⇥"

/** A text of several lines as one. */
const inOneLine = (text: string) => text.replaceAll(/\r\n|\r|\n/g, lineEnd).replaceAll("\t", tab)

const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g
const outerBreaks = /^[\n\v\f\r\u0085\u2028\u2029]+|[\n\v\f\r\u0085\u2028\u2029]+$/g

/** A text that is pasted, as a field takes it: what stood on several lines, or behind a tab, does not run together. */
export const pasted = (text: string, { hasLines, isSecret }: InputKind): string => {
  if (isSecret) return text
  const lines = text.replaceAll(outerBreaks, "").replaceAll(lineBreak, "\n")
  return hasLines ? inOneLine(lines) : lines.replaceAll(/ *[\n\t]+ */g, " ")
}

const begun = (text: string) => {
  const field = TextField.make(text)
  return { initial: TextField.text(field).trim(), field }
}

/** A form of some fields, with what stands there at first. */
export const make = (
  fields: Readonly<Record<string, FormField>>,
  initial: Readonly<Record<string, string | undefined>> = {}
): Form => ({
  focus: 0,
  inputs: Object.entries(fields).map(
    ([
      name,
      {
        check,
        flag,
        hasLines = false,
        help,
        isRequired = false,
        isSecret = false,
        label,
        limit,
        mayBeEmptied = false,
        takes
      }
    ]) => ({
      name,
      check,
      label: label ?? labelOf(flag),
      help,
      takes,
      isRequired,
      isSecret,
      limit,
      mayBeEmptied,
      hasLines,
      ...begun(hasLines ? inOneLine(initial[name] ?? "") : (initial[name] ?? "").replaceAll(/[\n\r\t]+/g, " "))
    })
  )
})

/** The same with texts that count as filled in, and the keys in the first field. */
export const prefilled = (form: Form, texts: Readonly<Record<string, string | undefined>>): Form => ({
  ...form,
  inputs: form.inputs.map((input) => {
    const text = texts[input.name]
    return text === undefined ? input : { ...input, field: TextField.make(text) }
  })
})

const focused = (form: Form, focus: number): Form => ({
  ...form,
  focus: form.inputs.length === 0 ? 0 : (focus + form.inputs.length) % form.inputs.length
})

/** Puts the keys into a field. */
export const focusedAt = (form: Form, at: number): Form => focused(form, at)

export const next = (form: Form): Form => focused(form, form.focus + 1)

export const previous = (form: Form): Form => focused(form, form.focus - 1)

export const isAtLast = ({ focus, inputs }: Form): boolean => focus >= inputs.length - 1

/** Puts the keys where something is wrong. */
export const at = (form: Form, { at }: Mistake): Form => focused(form, at)

export const edit = (
  form: Form,
  change: (field: TextField.TextField, input: InputKind) => TextField.TextField
): Form => ({
  ...form,
  inputs: form.inputs.map((input, at) => (at === form.focus ? { ...input, field: change(input.field, input) } : input))
})

/** The same with a new line begun in the field that has the keys, where that takes several. */
export const newLine = (form: Form): Form =>
  edit(form, (field, { hasLines }) => (hasLines ? TextField.insert(field, lineEnd) : field))

/** Whether the field that has the keys takes several lines. */
export const hasLines = ({ focus, inputs }: Form): boolean => inputs[focus]?.hasLines === true

/** The same with a text in an input, and the keys in the first one that is empty. */
export const filled = (form: Form, name: string, text: string): Form => {
  const inputs = form.inputs.map((input) => (input.name === name ? { ...input, field: TextField.make(text) } : input))
  const empty = inputs.findIndex(({ field }) => TextField.text(field) === "")
  return { inputs, focus: Math.max(0, empty) }
}

/** What stands in an input; a secret as it is typed. */
const textOf = ({ field, isSecret }: Input) => {
  const text = TextField.text(field)
  return isSecret ? text : text.trim()
}

/** How long a text is for the service, which counts code points. */
export const textLength = (text: string): number => Array.from(text).length

/** What is wrong with the length of the input that has the keys. */
export const tooLong = ({ focus, inputs }: Form): string | undefined => {
  const input = inputs[focus]
  return input?.limit !== undefined && textLength(textOf(input)) > input.limit
    ? `${input.label} takes at most ${input.limit} characters.`
    : undefined
}

const yes = new Set(["y", "yes", "true"])
const no = new Set(["n", "no", "false"])

interface Read {
  readonly value?: unknown
  readonly what?: string
}

const readers: Record<FormField["takes"], (text: string) => Read> = {
  text: (text) => ({ value: text }),
  texts: (text) => ({
    value: text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "")
  }),
  "yes or no": (text) => {
    const said = text.toLowerCase()
    if (yes.has(said)) return { value: true }
    return no.has(said) ? { value: false } : { what: "is yes or no" }
  },
  numbers: (text) => {
    const numbers = text.split(/[\s,]+/).filter((part) => part !== "")
    return numbers.every(isNumeric)
      ? { value: numbers.map(Number) }
      : { what: "takes numbers, with commas between them" }
  }
}

/** What the form holds, by the names of its inputs: those that were filled in, or changed; or what is wrong first. */
export const values = ({ inputs }: Form): Result.Result<Readonly<Record<string, unknown>>, Mistake> => {
  const values: Record<string, unknown> = {}
  for (const [at, input] of inputs.entries()) {
    const text = textOf(input)
    if (text === "" && input.initial !== "" && input.mayBeEmptied) {
      values[input.name] = ""
      continue
    }
    if (text === "" && (input.isRequired || input.initial !== ""))
      return Result.fail({ at, what: `${input.label} is empty.` })
    if (text === "" || text === input.initial) continue
    if (input.limit !== undefined && textLength(text) > input.limit)
      return Result.fail({ at, what: `${input.label} has ${textLength(text)} of at most ${input.limit} characters.` })
    const { value, what = input.check?.(text) } = readers[input.takes](
      input.hasLines ? text.replaceAll(lineEnd, "\n").replaceAll(tab, "\t") : text
    )
    if (what !== undefined) return Result.fail({ at, what: `${input.label} ${what}.` })
    values[input.name] = value
  }
  return Result.succeed(values)
}
