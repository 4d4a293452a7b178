import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import type { Failure } from "../Problem.ts"
import type { Services } from "./Action.ts"

/** A field of a form. */
export interface FormField {
  /** What it is called on the command line, such as `send-email`. */
  readonly flag: string
  readonly takes: "text" | "yes or no" | "numbers"
  readonly help: string
}

/** Something that is done with what a form holds: it makes a row, or changes one. */
export interface FormAction<Row> {
  /** Resource and verb, such as `users.provision`. */
  readonly name: string
  /** The verb: `provision`. */
  readonly label: string
  /** `none` makes a row, `one` changes the row it is given. */
  readonly on: "none" | "one"
  readonly effect: "reversible" | "mails"
  /** What it means, in sentences. */
  readonly consequence: string
  /** By the name that the service gives each. */
  readonly fields: Readonly<Record<string, FormField>>
  /** Makes the change with what the fields hold; the row as it is then. */
  readonly run: (
    form: unknown,
    row: Row | undefined
  ) => Effect.Effect<Row | undefined, Failure | Schema.SchemaError, Services>
  /** What has become of it, behind its name: `is changed.` */
  readonly done: string
}
