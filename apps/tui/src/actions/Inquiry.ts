import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { Failure } from "../Problem.ts"
import type { Services } from "./Action.ts"
import type { Fillable, Filled, FormField } from "./Fillable.ts"
import type { Report } from "./Report.ts"

/** Something that is found out, of a row or with what a form holds; it changes nothing. */
export interface Inquiry<Row> extends Filled<Row> {
  readonly effect: "read"
  /** Whether nobody has to be logged in, with what the form holds. */
  readonly isPublic?: (held: Readonly<Record<string, unknown>>) => boolean
  readonly run: (form: unknown, row: Row | undefined) => Effect.Effect<Report, Failure | Schema.SchemaError, Services>
}

/** Makes an inquiry of a form and what is asked with it; what does not fit the form is not sent. */
export const make = <Row, Form, Name extends keyof Form & string = keyof Form & string>(
  form: Schema.Decoder<Form>,
  {
    run,
    ...described
  }: Fillable &
    Pick<Inquiry<Row>, "initial" | "isPublic"> & {
      readonly fields: Readonly<Record<Name, FormField>>
      readonly run: (form: Form, row: Row | undefined) => Effect.Effect<Report, Failure, Services>
    }
): Inquiry<Row> => {
  const decode = Schema.decodeUnknownEffect(form)
  return {
    ...described,
    effect: "read",
    form,
    run: (held, row) => Effect.flatMap(decode(held), (form) => run(form, row))
  }
}

/** Makes an inquiry about a row that takes nothing besides. */
export const ofRow = <Row>({
  run,
  ...described
}: Omit<Fillable, "on"> & {
  readonly run: (row: Row) => Effect.Effect<Report, Failure, Services>
}): Inquiry<Row> => ({
  ...described,
  effect: "read",
  on: "one",
  form: Schema.Struct({}),
  fields: {},
  run: (_, row) => (row === undefined ? Effect.die("an inquiry about a row needs one") : run(row))
})
