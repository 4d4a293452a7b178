import { warningOf } from "../actions/Action.ts"
import type { Action } from "../actions/Action.ts"
import * as Freshness from "../engine/lists/Freshness.ts"
import * as ListState from "../engine/lists/ListState.ts"
import * as Marks from "../engine/lists/Marks.ts"
import * as Renewal from "../engine/lists/Renewal.ts"
import { whyNot } from "../engine/lists/whyNot.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import type { Question } from "../model/Ui.ts"
import * as ReadOnly from "../profiles/ReadOnly.ts"
import type { AnyResource } from "../resources/registry.ts"
import { isShownToAll } from "../resources/Resource.ts"

/** More pages than this are not read again for having been gone. */
const mostPages = 10

/** Whether the rows do not pass for the present any more, and can be read again without much ado. */
const isStale = (state: ListState.ListState<unknown>) =>
  Freshness.of(state)._tag === "Stale" && Renewal.pagesOf(state).length <= mostPages

/** Goes to the screen of a resource; what is stale there is read again. */
export const show = ({ account, lists, ui }: Model, screen: AnyResource): void => {
  ui.update((now) => ({
    ...now,
    screen,
    overlay: undefined,
    chart: undefined,
    details: false,
    pane: "list",
    detailsTop: 0,
    tab: 0,
    isFull: false,
    revealed: undefined
  }))
  const list = lists.of(screen)
  const isLogIn = account.state.get().who === undefined && !isShownToAll(screen)
  const state = list.state.get()
  // what this program knows of itself is as it is now; boxes are read while one looks
  const isDue = screen.isLocal === true || (screen.group === undefined && isStale(state))
  if ((state.fetchedAt === undefined || isDue) && !isLogIn) list.refresh()
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
  const why = whyNot(state, resource.one)
  if (row === undefined || why !== undefined) {
    return notices.tell("hint", `Nothing to ${action.label}: ${why ?? "the row is not loaded yet"}.`)
  }
  const needless = action.needless?.(row)
  const question = needless === undefined ? questionOf(model, resource, action, row) : undefined
  if (question === undefined) return run(changes.perform(action, { resource, row }))
  ui.update((now) => ({ ...now, overlay: question }))
}

/** Does the one of two actions that there is something to do for with the selected row; of marked ones, to all. */
export const toggle = (model: Model, resource: AnyResource): void => {
  const row = ListState.selected(model.lists.of(resource).state.get())
  const [first, second] = (resource.toggle?.actions ?? []).map((name) =>
    resource.actions.find((action) => action.name === name)
  )
  const action = row === undefined || first?.needless?.(row) === undefined ? first : second
  if (action !== undefined) act(model, resource, action)
}

export const make = (model: Model) => {
  const { changes, run } = model
  return {
    "changes.undo": () => run(changes.undo),
    "changes.redo": () => run(changes.redo)
  }
}
