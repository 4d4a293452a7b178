import { controlIn } from "@remote-assist/cli/Terminal"
import type { Errors } from "@remote-assist/core"
import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import type { Failure } from "../Problem.ts"
import type { Services } from "./Action.ts"

/** Something that a field can be given. */
export interface FieldChoice {
  /** As it is typed. */
  readonly value: string
  readonly label: string
  readonly detail: string
}

export interface FormField {
  /** What it is called on the command line, such as `send-email`. */
  readonly flag: string
  readonly takes: "text" | "texts" | "yes or no" | "numbers"
  readonly help: string
  /** What it is called on the screen; the flag in words unless given. */
  readonly label?: string
  readonly isRequired?: boolean
  /** Is in no output, and taken from the terminal or the standard input alone. */
  readonly isSecret?: boolean
  /** The most characters that it takes. */
  readonly limit?: number
  /** What it can be given, to choose from instead of typing it. */
  readonly choices?: Effect.Effect<ReadonlyArray<FieldChoice>, Failure | Errors.ListBroken, Services>
  /** Whether to empty it takes away what was there. */
  readonly mayBeEmptied?: boolean
  /** Whether a text may have several lines; on the screen a sign stands for where one ends. */
  readonly hasLines?: boolean
  /** What is wrong with a text, if anything, behind the name of the field: `has no @`. */
  readonly check?: (text: string) => string | undefined
}

/** What an action is that takes what a form holds. */
export interface Fillable {
  /** Resource and verb, such as `users.provision`. */
  readonly name: string
  /** The verb: `provision`. */
  readonly label: string
  /** What its key is said to do, where the verb does not tell it from others. */
  readonly hint?: string
  /** What it is done to, in a title and in the help; `a user` or the name of the row unless given. */
  readonly object?: string
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  /** What one types behind `:` to have it from any screen; where it is about a row, it is of its screen alone. */
  readonly word?: string
  /** Said while it is under way: `updating`. */
  readonly pending: string
  /** Whether it is about a row. */
  readonly on: "none" | "one"
  /** What it means, in sentences. */
  readonly consequence: string
  /** Flags that it works with, in the example of the help. */
  readonly example?: string
}

/** A form, and what stands in it at first. */
export interface Filled<Row> extends Fillable {
  /** What the form holds. */
  readonly form: Schema.Constraint
  /** By the name that the service gives each; without any, it is done at once. */
  readonly fields: Readonly<Record<string, FormField>>
  /**
   * What stands in the fields at first: of the row that it is about, of which what is not changed is not sent; or of the one
   * that is selected, of which all is sent.
   */
  readonly initial?: (row: Row) => Readonly<Record<string, string | undefined>>
}

const unfit = ({ check, hasLines }: FormField, text: string): string | undefined =>
  controlIn(text, hasLines) ?? check?.(text)

/** What is wrong with a value for a field, behind its name; what a secret has is not told. */
export const mistakeOf = (field: FormField, value: unknown): string | undefined => {
  if (field.isSecret === true) return undefined
  const texts: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  return texts
    .map((text) => (typeof text === "string" ? unfit(field, text) : undefined))
    .find((what) => what !== undefined)
}
