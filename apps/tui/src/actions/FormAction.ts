import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Failure } from "../Problem.ts"
import type { Services } from "./Action.ts"

/** A field of a form. */
export interface FormField {
  /** What it is called on the command line, such as `send-email`. */
  readonly flag: string
  readonly takes: "text" | "yes or no" | "numbers"
  readonly help: string
  /** What it is called on the screen; the flag in words unless given. */
  readonly label?: string
  readonly isRequired?: boolean
  readonly isSecret?: boolean
}

interface Described {
  /** Resource and verb, such as `users.provision`. */
  readonly name: string
  /** The verb: `provision`. */
  readonly label: string
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  /** Said of a row while it is under way: `updating`. */
  readonly pending: string
  /** `none` makes a row, `one` changes the row it is given. */
  readonly on: "none" | "one"
  readonly effect: "reversible" | "mails"
  /** What it means, in sentences. */
  readonly consequence: string
  /** What has become of it, behind its name: `is changed.` */
  readonly done: string
  /** Flags that it works with, in the example of the help. */
  readonly example?: string
}

/** Something that is done with what a form holds: it makes a row, or changes one. */
export interface FormAction<Row> extends Described {
  /** What the form holds. */
  readonly form: Schema.Constraint
  /** By the name that the service gives each. */
  readonly fields: Readonly<Record<string, FormField>>
  /** What stands in the fields at first, of the row that is changed. */
  readonly initial?: (row: Row) => Readonly<Record<string, string | undefined>>
  /** What takes a change of a row back: what the fields held before; nothing where that is not enough. */
  readonly before?: (form: Readonly<Record<string, unknown>>, row: Row) => Readonly<Record<string, unknown>> | undefined
  /** Makes the change with what the fields hold; the row as it is then. */
  readonly run: (
    form: unknown,
    row: Row | undefined
  ) => Effect.Effect<Row | undefined, Failure | Schema.SchemaError, Services>
}

/** Makes an action of a form and what is done with it; what does not fit the form is not sent. */
export const make = <Row, Form, Name extends keyof Form & string = keyof Form & string>(
  form: Schema.Decoder<Form>,
  {
    run,
    ...described
  }: Described &
    Pick<FormAction<Row>, "before" | "initial"> & {
      readonly fields: Readonly<Record<Name, FormField>>
      readonly run: (form: Form, row: Row | undefined) => Effect.Effect<Row | undefined, Failure, Services>
    }
): FormAction<Row> => {
  const decode = Schema.decodeUnknownEffect(form)
  return { ...described, form, run: (held, row) => Effect.flatMap(decode(held), (form) => run(form, row)) }
}
