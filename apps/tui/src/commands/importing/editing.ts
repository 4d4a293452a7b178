import * as Edited from "../../import/edited.ts"
import type * as Form from "../../model/Form.ts"
import { selected } from "../../model/Importing.ts"
import type { Model } from "../../model/Model.ts"
import * as TextField from "../../model/TextField.ts"
import { look } from "./looking.ts"
import { change, here } from "./running.ts"

/** Edits a row. */
export const edit = (
  model: Model,
  row: Parameters<typeof Edited.textsOf>[0],
  formOf: (texts: Edited.Texts) => Form.Form
): void => change(model, (now) => ({ ...now, step: "editing", form: formOf(Edited.textsOf(row)), problem: undefined }))

/** Takes a row as it was edited, and looks up its address. */
export const apply = (model: Model): void => {
  const now = here(model)
  const line = now === undefined ? undefined : selected(now)?.told.line
  if (now?.form === undefined || line === undefined) return
  const { inputs } = now.form
  const text = (name: string) => {
    const input = inputs.find((input) => input.name === name)
    return input === undefined ? "" : TextField.textOf(input.field)
  }
  const row = Edited.rowWith(line, {
    name: text("name"),
    email: text("email"),
    role: text("role"),
    pods: text("pods"),
    mail: text("mail")
  })
  look(model, { edits: Edited.edited(now.edits, row) }, true)
}
