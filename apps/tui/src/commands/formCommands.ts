import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import * as Result from "effect/Result"

import { formWarning, runningLabel } from "../actions/Action.ts"
import type { FormAction, FormValues, Query } from "../actions/Action.ts"
import * as ListState from "../engine/lists/ListState.ts"
import { toAction } from "../engine/UndoStack.ts"
import * as Form from "../model/Form.ts"
import * as FormState from "../model/FormState.ts"
import * as LogInForm from "../model/LogInForm.ts"
import type * as Menu from "../model/Menu.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { FormState as State, Question, Ui } from "../model/Ui.ts"
import * as Problem from "../Problem.ts"
import { readOnlyMessage } from "../profiles/Profile.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { targetName } from "../resources/Resource.ts"
import { showQuery } from "./readerCommands.ts"
import { targetRow } from "./resourceCommands.ts"

type Texts = Readonly<Record<string, string | undefined>>

/**
 * Opens a form, on the selected row if it needs one; without fields it runs at once. `texts` replace the initial values of
 * the selected row, `chosen` is the choice that one of them stands for, and `notice` is the message of the form before it.
 */
export const openForm = (
  model: Model,
  resource: AnyResource,
  action: FormAction<AnyRow> | Query<AnyRow>,
  {
    chosen,
    notice,
    texts
  }: Pick<Form.Input, "chosen"> & { readonly texts?: Texts; readonly notice?: string | undefined } = {}
): void => {
  const { changes, lists, notices, profile, program, ui } = model
  const readOnly = readOnlyMessage(profile, action)
  if (readOnly !== undefined) return notices.show("hint", readOnly)
  const row: AnyRow = action.on === "one" ? targetRow(model, resource, action.label) : undefined
  if (action.on === "one" && row === undefined) return
  if (Object.keys(action.fields).length === 0) {
    if (action.effect === "read") return showQuery(model, action, {}, resource, row)
    if (action.isAsked !== true)
      return program.run(
        Effect.map(changes.submit(action, {}, { resource, row }), (problem) => {
          if (problem !== undefined) notices.show("problem", Problem.formatOf(action.label, problem))
        })
      )
  }
  const selected: AnyRow = row ?? ListState.selected(lists.of(resource).state.get())
  const initial: Texts = texts ?? (selected === undefined ? {} : action.initial?.(selected)) ?? {}
  const { shared } = ui.get()
  const sharedTexts = Object.fromEntries((resource.keeps ?? []).map((name) => [name, shared[name]]))
  const form =
    action.on === "one"
      ? Form.make(action.fields, initial)
      : Form.prefilled(Form.make(action.fields), { ...sharedTexts, ...initial }, chosen)
  const overlay: State = {
    _tag: "Form",
    action,
    resource,
    row,
    form,
    first: form,
    isDraft: false,
    isBusy: false,
    problem: undefined,
    ...(notice !== undefined && { notice })
  }
  ui.open(FormState.withDraft(ui.get().drafts, overlay))
}

/** Changes the open form or the log-in form, unless it is being sent. */
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

export const formCommands = (model: Model) => {
  const { account, changes, keys, notices, program, ui } = model
  const change = (to: Partial<State>) => ui.updateOverlay("Form", (state) => ({ ...state, ...to }))
  const dropDraft = (state: State) => ui.set({ drafts: FormState.withoutDraftOf(ui.get().drafts, state) })
  const keepDraft = (state: State) => ui.set({ drafts: FormState.withDraftOf(ui.get().drafts, state) })

  /** Closes a form that was sent, and opens the next one. */
  const finish = ({ action, form, resource }: State, values: FormValues, isOpen: boolean) => {
    const shared = (resource.keeps ?? []).flatMap((name) =>
      typeof values[name] === "string" ? [[name, values[name]] as const] : []
    )
    ui.update((now) => ({
      ...now,
      shared: { ...now.shared, ...Object.fromEntries(shared) },
      // the session may have ended after it was sent
      suspended: now.suspended?._tag === "Form" && now.suspended.form === form ? undefined : now.suspended
    }))
    if (!isOpen) return
    ui.close()
    const next = resource.forms?.find(({ name }) => action.effect !== "read" && name === action.next)
    if (next !== undefined) openForm(model, resource, next, { notice: notices.state.get().shown?.text })
  }

  /** Returns the question before an e-mail that concerns your own account. */
  const questionFor = (state: State, values: FormValues): Question | undefined => {
    const { action, resource, row } = state
    if (action.effect === "read" || row === undefined || action.toSelf === undefined) return undefined
    const meaning = account.isMe(resource, row) ? formWarning(action, values, true) : undefined
    return meaning === undefined
      ? undefined
      : {
          _tag: "Confirm",
          action: toAction(action, values),
          target: { resource, row },
          meaning,
          of: { filling: state, values },
          field: TextField.empty
        }
  }

  const send = (state: State, values: FormValues, isConfirmed = false) => {
    const { action, form, resource, row } = state
    if (action.effect === "read") {
      keepDraft(state)
      return showQuery(model, action, values, resource, row, () => dropDraft(state))
    }
    if (Object.keys(values).length === 0 && form.inputs.length > 0) {
      ui.close()
      return notices.show("hint", `Nothing was changed, so there is nothing to ${action.label}.`)
    }
    const question = isConfirmed ? undefined : questionFor(state, values)
    if (question !== undefined) return ui.open(question)
    change({ isBusy: true, problem: undefined })
    const isOpen = () => ui.overlayOf("Form")?.form === form
    program.run(
      Effect.map(changes.submit(action, values, { resource, row }), (problem) => {
        if (problem === undefined) {
          dropDraft(state)
          return finish(state, values, isOpen())
        }
        const text = Problem.formatOf(`${action.label} ${targetName(action, resource, row)}`, problem)
        if (isOpen()) {
          notices.note(text)
          return change({ isBusy: false, problem, form: Form.focusedOn(form, problem.what) })
        }
        keepDraft(state)
        notices.show("problem", text)
      })
    )
  }

  return {
    "confirm.yes": ui.on("Confirm", ({ action, field, of, target }) => {
      const [typed, name] = [TextField.text(field).trim(), target.resource.nameOf(target.row)]
      if (typed === "") return
      if (typed !== name) return notices.show("hint", `That is not ${name}: nothing was done.`)
      ui.set({ overlay: of?.filling })
      if (of === undefined) return program.run(changes.perform(action, target))
      send(of.filling, of.values, true)
    }),
    "confirm.no": ui.on("Confirm", ({ of }) => ui.set({ overlay: of?.filling })),
    "form.next": () => ui.update(changedForm(Form.next)),
    "form.previous": () => ui.update(changedForm(Form.previous)),
    "filling.newLine": () => ui.update(changedForm(Form.newLine)),
    "filling.next": () => ui.update(changedForm(Form.next)),
    "filling.send": ui.on("Form", (overlay) => {
      if (overlay.isBusy) return
      Result.match(Form.values(overlay.form), {
        onSuccess: (values) => send(overlay, values),
        onFailure: (mistake) => change({ form: Form.focusedAt(overlay.form, mistake.at), problem: mistake.what })
      })
    }),
    "filling.cancel": ui.on("Form", (overlay) => {
      const { action, isBusy } = overlay
      ui.close()
      if (isBusy)
        return notices.show("hint", `Still ${runningLabel(action)}: it was sent, and a notice will show the outcome.`)
      keepDraft(overlay)
      if (!FormState.hasDraft(overlay)) return
      const but = FormState.hasSecret(overlay) ? ", except for secrets" : ""
      notices.show("hint", `Your input is kept${but}: ${keys.keyOf(action.name)} restores it.`)
    }),
    "filling.clear": ui.on("Form", (overlay) => {
      if (overlay.isBusy) return
      dropDraft(overlay)
      change({ form: overlay.first, isDraft: false, problem: undefined })
    })
  }
}

export const choiceCommands = ({ lists, notices, program, ui }: Model) => ({
  "filling.choose": ui.on("Form", (overlay) => {
    const focused = FormState.focusedField(overlay)
    if (focused === undefined || overlay.isBusy) return
    const { field, input } = focused
    const choices = FormState.choicesOf(field)
    const inForm = (change: (state: State) => State | Menu.Open) =>
      ui.update((now) => {
        // the user has left the form or the field
        if (now.overlay?._tag !== "Form" || now.overlay.action !== overlay.action) return now
        if (now.overlay.form.focus !== overlay.form.focus) return now
        return { ...now, parent: now.overlay, overlay: change(now.overlay) }
      })
    if (choices === undefined)
      return inForm((state) => ({ ...state, problem: `There is nothing to choose from for ${input.label}: type it.` }))
    program.run(
      Effect.match(lists.provided(choices), {
        onSuccess: (choices) => inForm((state) => FormState.choiceMenu(state, choices)),
        onFailure: (error) => {
          const problem = Problem.describe(`list what there is for ${input.label}`, error, "Type it instead.")
          notices.note(Problem.format(problem))
          inForm((state) => ({ ...state, problem }))
        }
      })
    )
  })
})

/** Enters the choices of the open menu into the focused field. */
export const choose = ({ ui }: Pick<Model, "ui">): void =>
  ui.update((now) => {
    const { overlay, parent } = now
    if (parent?._tag !== "Form" || overlay?._tag !== "Menu") return now
    return { ...now, overlay: FormState.withChoices(parent, overlay), parent: undefined }
  })

type Edit = (field: TextField.TextField, input: Form.InputKind) => TextField.TextField

const plainInput: Form.InputKind = { hasLines: false, isSecret: false }

/** What an overlay forgets when its field is edited. */
const afterEdit = {
  Bulk: {},
  Command: { problem: undefined },
  Confirm: {},
  Export: { replaces: false },
  Filter: {},
  HelpSearch: { top: 0 },
  Import: { problem: undefined },
  Menu: { cursor: 0 }
}

/** Edits the focused field of the overlay or the log-in form. */
export const editedField =
  (edit: Edit) =>
  (now: Ui): Ui => {
    const { overlay } = now
    if (overlay === undefined || overlay._tag === "LogIn")
      return { ...now, logIn: LogInForm.update(now.logIn, (form) => Form.edit(form, edit)), mistake: undefined }
    if (overlay._tag === "Form")
      return overlay.isBusy
        ? now
        : { ...now, overlay: { ...overlay, form: Form.edit(overlay.form, edit), problem: undefined } }
    if (!("field" in overlay)) return now
    return { ...now, overlay: { ...overlay, ...afterEdit[overlay._tag], field: edit(overlay.field, plainInput) } }
  }

export const fieldCommands = ({ ui }: Model) =>
  Record.map(TextField.edits, (edit) => () => ui.update(editedField(edit)))

export const typeText = ({ ui }: Model, text: string): void =>
  ui.update(editedField((field) => TextField.insert(field, text)))

export const pasteText = ({ ui }: Model, text: string): void =>
  ui.update(editedField((field, input) => TextField.insert(field, Form.pasted(text, input))))
