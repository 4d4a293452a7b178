import * as Record from "effect/Record"

import * as Form from "../model/Form.ts"
import * as LogInForm from "../model/logInForm.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { Ui } from "../model/Ui.ts"

type Edit = (field: TextField.TextField, input: Form.Taking) => TextField.TextField

const line: Form.Taking = { hasLines: false, isSecret: false }

/** Edits the text field that has the keys: the overlay's, or else the log-in form's. */
export const edited =
  (edit: Edit) =>
  (now: Ui): Ui => {
    const { overlay } = now
    if (overlay === undefined || overlay._tag === "LogIn")
      return { ...now, logIn: LogInForm.changed(now.logIn, (form) => Form.edit(form, edit)), mistake: undefined }
    switch (overlay._tag) {
      case "Filter":
      case "Bulk":
        return { ...now, overlay: { ...overlay, field: edit(overlay.field, line) } }
      case "Export":
        return { ...now, overlay: { ...overlay, field: edit(overlay.field, line), replaces: false } }
      case "Import":
        return { ...now, overlay: { ...overlay, field: edit(overlay.field, line), problem: undefined } }
      case "Form":
        return overlay.isBusy
          ? now
          : { ...now, overlay: { ...overlay, form: Form.edit(overlay.form, edit), problem: undefined } }
      case "Command":
        return { ...now, overlay: { ...overlay, field: edit(overlay.field, line), problem: undefined } }
      case "Menu":
        return { ...now, overlay: { ...overlay, field: edit(overlay.field, line), cursor: 0 } }
      case "Confirm":
        return { ...now, overlay: { ...overlay, field: edit(overlay.field, line), differs: false } }
      default:
        return now
    }
  }

export const make = ({ ui }: Model) => Record.map(TextField.edits, (edit) => () => ui.update(edited(edit)))

/** Types a text where it goes. */
export const type = ({ ui }: Model, text: string): void => ui.update(edited((field) => TextField.insert(field, text)))

/** Pastes a text where it goes. */
export const paste = ({ ui }: Model, text: string): void =>
  ui.update(edited((field, input) => TextField.insert(field, Form.pasted(text, input))))
