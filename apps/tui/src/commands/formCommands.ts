import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Result from "effect/Result"

import type { FormAction, Query } from "../actions/Action.ts"
import { formWarning } from "../actions/Action.ts"
import * as Fill from "../engine/Fill.ts"
import * as ListState from "../engine/lists/ListState.ts"
import { selectionError } from "../engine/lists/ListState.ts"
import * as Drafts from "../model/drafts.ts"
import * as Form from "../model/Form.ts"
import * as LogInForm from "../model/logInForm.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { FormState, Question, Ui } from "../model/Ui.ts"
import { readOnlyMessage } from "../profiles/Profile.ts"
import type { AnyResource, FormLink } from "../resources/Resource.ts"
import { targetName } from "../resources/Resource.ts"
import { askReport } from "./readerCommands.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- the form is of the resource
type Any = any

type Texts = Readonly<Record<string, string | undefined>>

/**
 * Opens the form of an action, for the row that is selected now where it is about one; without fields it is done. `texts`
 * stand in the fields at first, in place of what the selected row says, and `said` is what was done before.
 */
export const openForm = (
  model: Model,
  resource: AnyResource,
  action: FormAction<Any> | Query<Any>,
  { said, texts }: { readonly texts?: Texts; readonly said?: string | undefined } = {}
): void => {
  const { changes, lists, notices, profile, run, ui } = model
  const barred = readOnlyMessage(profile, action)
  if (barred !== undefined) return notices.tell("hint", barred)
  const state = lists.of(resource).state.get()
  const selected: Any = ListState.selected(state)
  const row: Any = action.on === "one" ? selected : undefined
  if (action.on === "one") {
    const why = selectionError(state, resource.one)
    if (row === undefined || why !== undefined)
      return notices.tell("hint", `Nothing to ${action.label}: ${why ?? "the row is not loaded yet"}.`)
  }
  if (Object.keys(action.fields).length === 0) {
    if (action.effect === "read") return askReport(model, action, {}, resource, row)
    if (action.isAsked !== true)
      return run(
        Effect.map(changes.fill(action, {}, resource, row), (problem) => {
          if (problem !== undefined)
            notices.tell("problem", `Could not ${action.label}. ${problem.what} ${problem.todo}`)
        })
      )
  }
  const initial: Texts = texts ?? (selected === undefined ? {} : action.initial?.(selected)) ?? {}
  const form =
    action.on === "one"
      ? Form.make(action.fields, initial)
      : Form.prefilled(Form.make(action.fields), { ...keptOf(ui.get(), resource), ...initial })
  const overlay: FormState = {
    _tag: "Form",
    action,
    resource,
    row,
    form,
    first: form,
    isDraft: false,
    isBusy: false,
    problem: undefined,
    ...(said !== undefined && { said })
  }
  ui.update((now) => ({ ...now, overlay: Drafts.restored(now.drafts, overlay) }))
}

const keptOf = ({ kept }: Ui, { keeps = [] }: AnyResource): Texts =>
  Object.fromEntries(keeps.map((name) => [name, kept[name]]))

/** Opens a form of another resource with what the row that is selected says. */
export const openFormLink = (
  model: Model,
  resource: AnyResource,
  { form, initial, label, of }: FormLink<Any>
): void => {
  const state = model.lists.of(resource).state.get()
  const row: Any = ListState.selected(state)
  const why = selectionError(state, resource.one)
  if (row === undefined || why !== undefined)
    return model.notices.tell("hint", `Nothing to ${label}: ${why ?? "the row is not loaded yet"}.`)
  openForm(model, of, form, { texts: initial(row) })
}

/** Changes the form that is filled in: that of an overlay, or else of the log-in; none while it is being sent. */
export const changedForm =
  (change: (form: Form.Form) => Form.Form) =>
  (now: Ui): Ui => {
    const { overlay } = now
    if (overlay?._tag === "Form" && overlay.isBusy) return now
    if (overlay?._tag === "Form") return { ...now, overlay: { ...overlay, form: change(overlay.form) } }
    return overlay === undefined || overlay._tag === "LogIn"
      ? { ...now, logIn: LogInForm.update(now.logIn, change) }
      : now
  }

/** Filling in a form, that of the log-in among them. */
export const formCommands = (model: Model) => {
  const { account, changes, keys, notices, run, ui } = model
  const close = () => ui.update((now) => ({ ...now, overlay: undefined }))
  const change = (filling: Partial<FormState>) =>
    ui.update((now) => (now.overlay?._tag === "Form" ? { ...now, overlay: { ...now.overlay, ...filling } } : now))

  // it was sent all the same, though the session ended meanwhile
  const forget = ({ form }: FormState) =>
    ui.update((now) =>
      now.suspended?._tag === "Form" && now.suspended.form === form ? { ...now, suspended: undefined } : now
    )
  const keep = ({ keeps = [] }: AnyResource, values: Readonly<Record<string, unknown>>) => {
    const texts = keeps.flatMap((name) => (typeof values[name] === "string" ? [[name, values[name]] as const] : []))
    if (texts.length > 0) ui.update((now) => ({ ...now, kept: { ...now.kept, ...Object.fromEntries(texts) } }))
  }

  /** Leaves a form that was sent, for the one that comes next where there is one. */
  const finish = ({ action, resource }: FormState, values: Readonly<Record<string, unknown>>, isOpen: boolean) => {
    keep(resource, values)
    if (!isOpen) return
    close()
    const next = resource.forms?.find(({ name }) => action.effect !== "read" && name === action.next)
    if (next !== undefined) openForm(model, resource, next, { said: notices.state.get().shown?.text })
  }

  const drop = (filling: FormState) => ui.update((now) => ({ ...now, drafts: Drafts.without(now.drafts, filling) }))
  const keepDraft = (filling: FormState) => ui.update((now) => ({ ...now, drafts: Drafts.left(now.drafts, filling) }))

  /** What has to be asked before, if anything: of mail that concerns one's own account. */
  const questionOf = (filling: FormState, values: Readonly<Record<string, unknown>>): Question | undefined => {
    const { action, resource, row } = filling
    if (action.effect === "read" || row === undefined || action.toSelf === undefined) return undefined
    if (!account.isMe(resource, row)) return undefined
    const meaning = formWarning(action, values, true)
    if (meaning === undefined) return undefined
    return {
      _tag: "Confirm",
      action: Fill.actionOf(action, values),
      target: { resource, row },
      meaning,
      of: { filling, values },
      field: TextField.empty,
      differs: false
    }
  }

  const send = (filling: FormState, values: Readonly<Record<string, unknown>>, isConfirmed = false) => {
    const { action, resource, row } = filling
    if (action.effect === "read") {
      keepDraft(filling)
      return askReport(model, action, values, resource, row, () => drop(filling))
    }
    if (Object.keys(values).length === 0 && filling.form.inputs.length > 0) {
      close()
      return notices.tell("hint", `Nothing was changed, so there is nothing to ${action.label}.`)
    }
    const question = isConfirmed ? undefined : questionOf(filling, values)
    if (question !== undefined) return ui.update((now) => ({ ...now, overlay: question }))
    change({ isBusy: true, problem: undefined })
    const isOpen = () => {
      const { overlay } = ui.get()
      return overlay?._tag === "Form" && overlay.form === filling.form
    }
    run(
      Effect.map(changes.fill(action, values, resource, row), (problem) => {
        if (problem === undefined) {
          forget(filling)
          drop(filling)
          return finish(filling, values, isOpen())
        }
        const text = `Could not ${action.label} ${targetName(action, resource, row)}. ${problem.what} ${problem.todo}`
        if (isOpen()) {
          notices.note(text)
          return change({ isBusy: false, problem })
        }
        keepDraft(filling)
        notices.tell("problem", text)
      })
    )
  }

  return {
    "confirm.yes": () => {
      const { overlay } = ui.get()
      if (overlay?._tag !== "Confirm") return
      const { action, field, of, target } = overlay
      if (TextField.text(field).trim() !== target.resource.nameOf(target.row)) {
        return ui.update((now) => ({ ...now, overlay: { ...overlay, differs: true } }))
      }
      ui.update((now) => ({ ...now, overlay: of?.filling }))
      if (of === undefined) return run(changes.perform(action, target))
      send(of.filling, of.values, true)
    },
    "confirm.no": () =>
      ui.update((now) => ({ ...now, overlay: now.overlay?._tag === "Confirm" ? now.overlay.of?.filling : undefined })),
    "form.next": () => ui.update(changedForm(Form.next)),
    "form.previous": () => ui.update(changedForm(Form.previous)),
    "filling.newLine": () => ui.update(changedForm(Form.newLine)),
    "filling.next": () => ui.update(changedForm(Form.next)),
    "filling.send": () => {
      const { overlay } = ui.get()
      if (overlay?._tag !== "Form" || overlay.isBusy) return
      Result.match(Form.values(overlay.form), {
        onSuccess: (values) => send(overlay, values),
        onFailure: (mistake) => change({ form: Form.at(overlay.form, mistake), problem: mistake.what })
      })
    },
    "filling.cancel": () => {
      const { overlay } = ui.get()
      close()
      if (overlay?._tag !== "Form") return
      if (overlay.isBusy)
        return notices.tell(
          "hint",
          `Still ${overlay.action.pending}: it was sent, and you are told what becomes of it.`
        )
      keepDraft(overlay)
      if (!Drafts.isKept(overlay)) return
      const but = Drafts.hasSecret(overlay) ? ", but for what is secret" : ""
      notices.tell("hint", `What was typed is kept${but}: ${keys.keyOf(overlay.action.name)} has it again.`)
    },
    "filling.clear": () => {
      const { overlay } = ui.get()
      if (overlay?._tag !== "Form" || overlay.isBusy || !overlay.isDraft) return
      drop(overlay)
      change(Drafts.cleared(overlay))
    }
  }
}

type Edit = (field: TextField.TextField, input: Form.Taking) => TextField.TextField

const line: Form.Taking = { hasLines: false, isSecret: false }

/** Edits the text field that has the keys: the overlay's, or else the log-in form's. */
export const editedField =
  (edit: Edit) =>
  (now: Ui): Ui => {
    const { overlay } = now
    if (overlay === undefined || overlay._tag === "LogIn")
      return { ...now, logIn: LogInForm.update(now.logIn, (form) => Form.edit(form, edit)), mistake: undefined }
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

export const fieldCommands = ({ ui }: Model) =>
  Record.map(TextField.edits, (edit) => () => ui.update(editedField(edit)))

/** Types a text where it goes. */
export const typeText = ({ ui }: Model, text: string): void =>
  ui.update(editedField((field) => TextField.insert(field, text)))

/** Pastes a text where it goes. */
export const pasteText = ({ ui }: Model, text: string): void =>
  ui.update(editedField((field, input) => TextField.insert(field, Form.pasted(text, input))))
