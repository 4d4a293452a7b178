import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import type { FormAction } from "../actions/FormAction.ts"
import * as ListState from "../engine/ListState.ts"
import * as Form from "../model/Form.ts"
import type { Model } from "../model/Model.ts"
import type { Filling, Ui } from "../model/Ui.ts"
import * as ReadOnly from "../profiles/ReadOnly.ts"
import type { AnyResource } from "../resources/registry.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- the form is of the resource
type Any = any

/** Opens the form of an action, for the row that is selected now where it changes one. */
export const open = (model: Model, resource: AnyResource, action: FormAction<Any>): void => {
  const { lists, notices, profile, ui } = model
  const barred = ReadOnly.refusal(profile, action)
  if (barred !== undefined) return notices.tell("hint", barred)
  const state = lists.of(resource).state.get()
  const row = action.on === "one" ? ListState.selected(state) : undefined
  if (action.on === "one") {
    const why = ListState.whyNot(state, resource.one)
    if (row === undefined || why !== undefined)
      return notices.tell("hint", `Nothing to ${action.label}: ${why ?? "the row is not loaded yet"}.`)
  }
  const form = Form.of(action.fields, row === undefined ? {} : action.initial?.(row))
  const overlay: Filling = { _tag: "Form", action, resource, row, form, isBusy: false, problem: undefined }
  ui.update((now) => ({ ...now, overlay }))
}

const changed =
  (change: (form: Form.Form) => Form.Form) =>
  (now: Ui): Ui => {
    const { overlay } = now
    if (overlay?._tag === "Form") return { ...now, overlay: { ...overlay, form: change(overlay.form) } }
    return overlay === undefined ? { ...now, logIn: change(now.logIn) } : now
  }

/** Filling in a form, that of the log-in among them. */
export const make = (model: Model) => {
  const { changes, notices, run, ui } = model
  const close = () => ui.update((now) => ({ ...now, overlay: undefined }))
  const change = (filling: Partial<Filling>) =>
    ui.update((now) => (now.overlay?._tag === "Form" ? { ...now, overlay: { ...now.overlay, ...filling } } : now))

  const send = (filling: Filling, values: Readonly<Record<string, unknown>>) => {
    const { action, resource, row } = filling
    if (Object.keys(values).length === 0) {
      close()
      return notices.tell("hint", `Nothing was changed, so there is nothing to ${action.label}.`)
    }
    change({ isBusy: true, problem: undefined })
    const isOpen = () => {
      const { overlay } = ui.get()
      return overlay?._tag === "Form" && overlay.form === filling.form
    }
    run(
      Effect.map(changes.fill(action, values, resource, row), (problem) => {
        if (problem === undefined) return isOpen() ? close() : undefined
        if (isOpen()) return change({ isBusy: false, problem })
        notices.tell("problem", `Could not ${action.label}. ${problem.what} ${problem.todo}`)
      })
    )
  }

  return {
    "form.next": () => ui.update(changed(Form.next)),
    "form.previous": () => ui.update(changed(Form.previous)),
    "filling.next": () => ui.update(changed(Form.next)),
    "filling.send": () => {
      const { overlay } = ui.get()
      if (overlay?._tag !== "Form" || overlay.isBusy) return
      Result.match(Form.held(overlay.form), {
        onSuccess: (values) => send(overlay, values),
        onFailure: (mistake) => change({ form: Form.at(overlay.form, mistake), problem: mistake.what })
      })
    },
    "filling.cancel": () => {
      const { overlay } = ui.get()
      close()
      if (overlay?._tag === "Form" && overlay.isBusy)
        notices.tell("hint", `Still ${overlay.action.pending}: it was sent, and you are told what becomes of it.`)
    }
  }
}
