import * as Record from "effect/Record"

import * as Form from "../model/Form.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { Ui } from "../model/Ui.ts"

type Edit = (field: TextField.TextField) => TextField.TextField

/** Edits the text field that has the keys: the overlay's, or else the log-in form's. */
export const edited =
  (edit: Edit) =>
  (now: Ui): Ui => {
    const { overlay } = now
    if (overlay === undefined) return { ...now, logIn: Form.edit(now.logIn, edit), mistake: undefined }
    switch (overlay._tag) {
      case "Filter":
      case "Bulk":
        return { ...now, overlay: { ...overlay, field: edit(overlay.field) } }
      case "Export":
        return { ...now, overlay: { ...overlay, field: edit(overlay.field), replaces: false } }
      case "Form":
        return overlay.isBusy
          ? now
          : { ...now, overlay: { ...overlay, form: Form.edit(overlay.form, edit), problem: undefined } }
      case "Command":
        return { ...now, overlay: { ...overlay, field: edit(overlay.field), problem: undefined } }
      case "Menu":
        return { ...now, overlay: { ...overlay, field: edit(overlay.field), cursor: 0 } }
      case "Confirm":
        return { ...now, overlay: { ...overlay, field: edit(overlay.field), differs: false } }
      default:
        return now
    }
  }

export const make = ({ ui }: Model) => Record.map(TextField.edits, (edit) => () => ui.update(edited(edit)))

/** Types or pastes a text where it goes. */
export const type = ({ ui }: Model, text: string): void => ui.update(edited((field) => TextField.insert(field, text)))
