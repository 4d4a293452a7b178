import { warningOf } from "../actions/Action.ts"
import type { Action } from "../actions/Action.ts"
import * as ListState from "../engine/ListState.ts"
import * as Marks from "../engine/Marks.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { Question } from "../model/Ui.ts"
import * as ReadOnly from "../profiles/ReadOnly.ts"
import type { AnyResource } from "../resources/registry.ts"

/** Goes to the screen of a resource. */
export const show = ({ lists, ui }: Model, screen: AnyResource): void => {
  ui.update((now) => ({ ...now, screen, overlay: undefined, details: false, pane: "list", detailsTop: 0 }))
  const list = lists.of(screen)
  if (list.state.get().fetchedAt === undefined) list.refresh()
}

// oxlint-disable-next-line typescript/no-explicit-any -- the action is of the resource, and so are its rows
type Any = any

/** What has to be asked before, if anything. */
const questionOf = ({ account }: Model, resource: AnyResource, action: Action<Any>, row: Any): Question | undefined => {
  const meaning = warningOf(action, account.isMe(resource, row))
  if (meaning === undefined) return undefined
  return { _tag: "Confirm", action, target: { resource, row }, meaning, field: TextField.empty, differs: false }
}

/** Does something to the rows that are marked, else to the one that is selected now, or asks before. */
export const act = (model: Model, resource: AnyResource, action: Action<Any>): void => {
  const { bulk, changes, lists, notices, profile, run, ui } = model
  const barred = ReadOnly.refusal(profile, action)
  if (barred !== undefined) return notices.tell("hint", barred)
  const marks = lists.marksOf(resource)
  if (Marks.count(marks.state.get()) > 0) {
    const { asked } = lists.of(resource).state.get()
    if (asked !== undefined)
      return notices.tell(
        "hint",
        `Nothing to ${action.label}: the rows of another filter are asked for, wait for them.`
      )
    ui.update((now) => ({ ...now, overlay: { _tag: "Bulk", field: TextField.empty } }))
    return run(bulk.prepare(action, resource, marks))
  }
  const state = lists.of(resource).state.get()
  const row = ListState.selected(state)
  const why = ListState.whyNot(state, resource.one)
  if (row === undefined || why !== undefined) {
    return notices.tell("hint", `Nothing to ${action.label}: ${why ?? "the row is not loaded yet"}.`)
  }
  const needless = action.needless?.(row)
  const question = needless === undefined ? questionOf(model, resource, action, row) : undefined
  if (question === undefined) return run(changes.perform(action, { resource, row }))
  ui.update((now) => ({ ...now, overlay: question }))
}

export const make = (model: Model) => {
  const { changes, run, ui } = model
  const close = () => ui.update((now) => ({ ...now, overlay: undefined }))
  return {
    "changes.undo": () => run(changes.undo),
    "changes.redo": () => run(changes.redo),
    "confirm.yes": () => {
      const { overlay } = ui.get()
      if (overlay?._tag !== "Confirm") return
      const { action, field, target } = overlay
      if (TextField.textOf(field).trim() !== target.resource.nameOf(target.row)) {
        return ui.update((now) => ({ ...now, overlay: { ...overlay, differs: true } }))
      }
      close()
      run(changes.perform(action, target))
    },
    "confirm.no": close
  }
}
