import * as Schema from "effect/Schema"

/** What was made of a row on the screen. */
const KeptEdit = Schema.Struct({
  line: Schema.Int,
  /** What the row says in the file, see `Row.hashOf`. */
  row: Schema.String,
  left_out: Schema.Boolean,
  /** What stands in it instead. */
  texts: Schema.optionalKey(
    Schema.Struct({
      name: Schema.String,
      email: Schema.String,
      role: Schema.String,
      pods: Schema.String,
      mail: Schema.String
    })
  )
})
export type KeptEdit = typeof KeptEdit.Type

/** What was chosen for a file before its rows were sent; an import that goes on takes it, unless told otherwise. */
export const Choices = Schema.Struct({
  /** Whether welcome e-mails go out as the file says; else none does. */
  send_email: Schema.Boolean,
  /** Which columns are which, as it was typed; nothing where their names say it. */
  columns_map: Schema.String,
  edits: Schema.Array(KeptEdit),
  /** What is done with who exists already, as in `Policy`; what was kept before this was, says nothing of it. */
  existing: Schema.optionalKey(Schema.Literals(["skip", "update", "fail"])),
  reactivate: Schema.optionalKey(Schema.Boolean)
})
export type Choices = typeof Choices.Type

/** What holds where nothing was chosen. */
export const usual: Choices = { send_email: true, columns_map: "", edits: [] }

const textOf = ({ columns_map, edits, existing = "skip", reactivate = false, send_email }: Choices) =>
  JSON.stringify([send_email, columns_map, edits, existing, reactivate])

/** Whether two come to the same. */
export const isSame = (one: Choices, other: Choices): boolean => textOf(one) === textOf(other)
