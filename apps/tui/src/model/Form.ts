import * as Result from "effect/Result"

import type { FormField } from "../actions/FormAction.ts"
import * as TextField from "./TextField.ts"

/** What is filled in of a form: a line of text. */
export interface Input {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly takes: FormField["takes"]
  readonly isRequired: boolean
  readonly isSecret: boolean
  /** What stood there at first. */
  readonly initial: string
  readonly field: TextField.TextField
}

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

/** A form of some fields, with what stands there at first. */
export const of = (
  fields: Readonly<Record<string, FormField>>,
  initial: Readonly<Record<string, string | undefined>> = {}
): Form => ({
  focus: 0,
  inputs: Object.entries(fields).map(([name, { flag, help, isRequired = false, isSecret = false, label, takes }]) => ({
    name,
    label: label ?? labelOf(flag),
    help,
    takes,
    isRequired,
    isSecret,
    initial: initial[name] ?? "",
    field: TextField.of(initial[name] ?? "")
  }))
})

const focused = (form: Form, focus: number): Form => ({
  ...form,
  focus: (focus + form.inputs.length) % form.inputs.length
})

export const next = (form: Form): Form => focused(form, form.focus + 1)

export const previous = (form: Form): Form => focused(form, form.focus - 1)

export const isAtLast = ({ focus, inputs }: Form): boolean => focus === inputs.length - 1

/** Puts the keys where something is wrong. */
export const at = (form: Form, { at }: Mistake): Form => focused(form, at)

export const edit = (form: Form, change: (field: TextField.TextField) => TextField.TextField): Form => ({
  ...form,
  inputs: form.inputs.map((input, at) => (at === form.focus ? { ...input, field: change(input.field) } : input))
})

/** The same with a text in an input, and the keys in the first one that is empty. */
export const filled = (form: Form, name: string, text: string): Form => {
  const inputs = form.inputs.map((input) => (input.name === name ? { ...input, field: TextField.of(text) } : input))
  const empty = inputs.findIndex(({ field }) => TextField.textOf(field) === "")
  return { inputs, focus: Math.max(0, empty) }
}

/** What stands in an input; a secret as it is typed. */
const textOf = ({ field, isSecret }: Input) => {
  const text = TextField.textOf(field)
  return isSecret ? text : text.trim()
}

const yes = new Set(["y", "yes", "true"])
const no = new Set(["n", "no", "false"])

interface Read {
  readonly value?: unknown
  readonly what?: string
}

const readers: Record<FormField["takes"], (text: string) => Read> = {
  text: (text) => ({ value: text }),
  "yes or no": (text) => {
    const said = text.toLowerCase()
    if (yes.has(said)) return { value: true }
    return no.has(said) ? { value: false } : { what: "is yes or no" }
  },
  numbers: (text) => {
    const numbers = text.split(/[\s,]+/).filter((part) => part !== "")
    return numbers.every((number) => /^\d{1,15}$/.test(number))
      ? { value: numbers.map(Number) }
      : { what: "takes numbers, with commas between them" }
  }
}

/** What the form holds, by the names of its inputs: those that were filled in, or changed; or what is wrong first. */
export const held = ({ inputs }: Form): Result.Result<Readonly<Record<string, unknown>>, Mistake> => {
  const values: Record<string, unknown> = {}
  for (const [at, input] of inputs.entries()) {
    const text = textOf(input)
    if (text === "" && (input.isRequired || input.initial !== ""))
      return Result.fail({ at, what: `${input.label} is empty.` })
    if (text === "" || text === input.initial) continue
    const { value, what } = readers[input.takes](text)
    if (what !== undefined) return Result.fail({ at, what: `${input.label} ${what}.` })
    values[input.name] = value
  }
  return Result.succeed(values)
}
