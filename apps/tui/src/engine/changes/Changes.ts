import * as Effect from "effect/Effect"

import type { Action } from "../../actions/Action.ts"
import * as FormActions from "../../actions/FormAction.ts"
import type { FormAction } from "../../actions/FormAction.ts"
import type { Report } from "../../actions/Report.ts"
import type { Problem } from "../../Problem.ts"
import { resources } from "../../resources/registry.ts"
import type { AnyResource } from "../../resources/registry.ts"
import { objectOf } from "../../resources/Resource.ts"
import { capital } from "../../text/capital.ts"
import type { Account } from "../account/Account.ts"
import * as Cell from "../Cell.ts"
import type { Lists } from "../lists/Lists.ts"
import type { Notices } from "../Notices.ts"
import * as Attempt from "./Attempt.ts"
import type { Outcome, Target } from "./Attempt.ts"
import * as Fill from "./Fill.ts"
import * as Group from "./Group.ts"
import * as Groups from "./Groups.ts"
import * as Undo from "./Undo.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- actions and rows of a resource fit, which a list of all forgets
type Any = any

export type { Target }

interface Pending {
  /** What is said of the row: `deactivating`. */
  readonly said: string
  /** What it is done to, by its name. */
  readonly of: string
}

export interface ChangesState {
  /** What is under way, by resource and id. */
  readonly pending: ReadonlyMap<string, Pending>
  readonly undo: Undo.Undo
  /** What is done to many rows, or was last. */
  readonly group: Group.Group | undefined
}

/** How many changes are under way, those of many rows that are still to come among them. */
export const underWay = ({ group, pending }: ChangesState): number =>
  Math.max(pending.size, group?.isOver === false ? Math.max(1, Group.counts(group).left) : 0)

export const isUnderWay = (state: ChangesState): boolean => underWay(state) > 0

export interface Changes {
  readonly state: Cell.Cell<ChangesState>
  readonly perform: (action: Action<Any>, target: Target) => Effect.Effect<void>
  /** Does an action to many rows, few at a time; undone as one change. Gives what became of it, once it is over. */
  readonly performAll: (
    action: Action<Any>,
    resource: AnyResource,
    rows: ReadonlyArray<Any>
  ) => Effect.Effect<Group.Group | undefined>
  /** Begins no further row; those under way are waited for. */
  readonly stop: () => void
  /** Does what a form does, to the row that it changes where it does; the problem where there is one. */
  readonly fill: (
    form: FormAction<Any>,
    values: Fill.Values,
    resource: AnyResource,
    row: Any
  ) => Effect.Effect<Problem | undefined>
  readonly undo: Effect.Effect<void>
  readonly redo: Effect.Effect<void>
  /** What is said of a row while something is under way with it. */
  readonly pendingOf: (resource: AnyResource, row: Any) => string | undefined
  readonly forget: () => void
}

interface Needs {
  readonly account: Account["Service"]
  readonly lists: Lists
  readonly notices: Notices
  /** Why nothing may be changed, such as `the profile is read-only`, where that is so. */
  readonly whyReadOnly?: () => string | undefined
  /** Whether a resource is on screen; it is unless set. */
  readonly isHere?: (resource: AnyResource) => boolean
  /** What key undoes, as it is named in a text. */
  readonly undoKey?: string
  /** Shows what is to be read of what was made. */
  readonly onReport?: (report: Report) => void
}

const none: ChangesState = { pending: new Map(), undo: Undo.empty, group: undefined }

const keyOf = ({ resource, row }: Target) => `${resource.name} ${resource.idOf(row)}`

/** Makes changes, one at a time to each row, and remembers how to take them back. */
export const make = ({
  account,
  isHere = () => true,
  lists,
  notices,
  onReport,
  undoKey = "undo",
  whyReadOnly = () => undefined
}: Needs): Changes => {
  const state = Cell.make(none)
  let count = 0
  const pendingOf = (target: Target) => state.get().pending.get(keyOf(target))?.said

  const markKey = (key: string, pending: Pending | undefined) =>
    state.update((now) => {
      const next = new Map(now.pending)
      if (pending === undefined) next.delete(key)
      else next.set(key, pending)
      return { ...now, pending: next }
    })
  const mark = (target: Target, said: string | undefined) =>
    markKey(keyOf(target), said === undefined ? undefined : { said, of: target.resource.nameOf(target.row) })

  const change = (undo: (now: Undo.Undo) => Undo.Undo) => state.update((now) => ({ ...now, undo: undo(now.undo) }))

  const attempt = (action: Action<Any>, target: Target) =>
    Effect.map(Attempt.make({ account, lists, mark, pendingOf })(action, target), (outcome) => {
      const { resource, row } = target
      if (outcome._tag === "Done" && outcome.row === undefined)
        change((undo) => Undo.forgotten(undo, resource, resource.idOf(row)))
      return outcome
    })

  const groups = Groups.make(attempt, (group) => state.update((now) => ({ ...now, group })))

  const hint = (text: string) => Effect.sync(() => notices.tell("hint", text))

  /** Does something that changes, unless nothing may be changed now. */
  const unlessBarred = <A>(effect: Effect.Effect<A>, isMany: boolean): Effect.Effect<A | undefined> =>
    Effect.suspend((): Effect.Effect<A | undefined> => {
      const why = whyReadOnly()
      if (why !== undefined) return Effect.as(hint(`Nothing was done: ${why}.`), undefined)
      const { group } = state.get()
      return isMany && group?.isOver === false
        ? Effect.as(hint(`Still ${group.action.pending} ${group.rows.length}: wait for it, or stop it.`), undefined)
        : effect
    })

  const tellOne = (action: Action<Any>, { resource, row }: Target, outcome: Outcome, said: string) => {
    const name = resource.nameOf(row)
    if (outcome._tag === "Busy") notices.tell("hint", `Still ${outcome.doing} ${name}: wait for the answer.`)
    if (outcome._tag === "Done")
      notices.tell(
        "done",
        `${said}${name} ${outcome.row === undefined ? action.done : (action.said?.(outcome.row) ?? action.done)}`
      )
    if (outcome._tag !== "Failed") return
    const { kind, todo, what } = outcome.problem
    notices.tell("problem", `${kind === "refused" ? "" : `Could not ${action.label} ${name}. `}${what} ${todo}`)
  }

  const tellAll = (group: Group.Group, said: string) =>
    notices.tell(Group.counts(group).done === group.rows.length ? "done" : "problem", `${said}${Group.text(group)}`)

  /** Notes how what was done to rows is taken back; without an inverse, that it is not. */
  const remember = ({ inverse, ...made }: Omit<Undo.Change, "inverse"> & Partial<Pick<Undo.Change, "inverse">>) => {
    if (made.rows.length === 0) return
    change((undo) =>
      inverse === undefined
        ? Undo.lasting(undo, Undo.nameOf({ ...made, inverse: made.action }))
        : Undo.made(undo, { ...made, inverse })
    )
  }

  const inverseOf = ({ inverse }: { readonly inverse?: string }, { actions, inverses = [] }: AnyResource) =>
    [...actions, ...inverses].find(({ name }) => name === inverse)

  const performAll = (action: Action<Any>, resource: AnyResource, rows: ReadonlyArray<Any>) => {
    // of an ended session it would not be known any more
    const mine = new Set(rows.filter((row) => account.isMe(resource, row)).map(resource.idOf))
    return Effect.map(groups.run(action, resource, rows), (group) => {
      if (group === undefined) return undefined
      const inverse = inverseOf(action, resource)
      const done = Groups.changed(group).filter(({ id }) => !mine.has(id))
      remember({ resource, rows: Groups.changed(group).filter(({ id }) => mine.has(id)), action })
      remember({ resource, rows: done, action, ...(inverse && { inverse }) })
      tellAll(group, "")
      return group
    })
  }

  const again = (
    changes: "done" | "undone",
    pick: (change: Undo.Change) => Action<Any>,
    nothing: string,
    said: string,
    move: (undo: Undo.Undo, change: Undo.Change, rows: ReadonlyArray<Undo.Changed>) => Undo.Undo
  ) =>
    Effect.suspend((): Effect.Effect<void> => {
      const last = state.get().undo[changes].at(-1)
      const first = last?.rows[0]
      if (last === undefined || first === undefined)
        return hint(isUnderWay(state.get()) ? `${nothing} What is under way can be once it is answered.` : nothing)
      if (changes === "done" && last.lasting !== undefined) {
        change(Undo.toldLasting)
        return hint(
          `What was done last cannot be undone: ${last.lasting}. ${undoKey} once more undoes what was done before: ${Undo.nameOf(last)}${isHere(last.resource) ? "" : `, on ${Undo.placeOf(last)}`}.`
        )
      }
      const { resource, rows } = last
      const action = pick(last)
      const told = `${said}${isHere(resource) ? "" : ` on ${Undo.placeOf(last)}`}: `
      if (rows.length > 1)
        return Effect.map(
          groups.run(
            action,
            resource,
            rows.map(({ row }) => row)
          ),
          (group) => {
            if (group === undefined) return
            change((undo) => move(undo, last, Groups.changed(group)))
            tellAll(group, told)
          }
        )
      const target = { resource, row: first.row }
      return Effect.map(attempt(action, target), (outcome) => {
        if (outcome._tag === "Done")
          change((undo) => move(undo, last, [{ id: first.id, row: outcome.row ?? first.row }]))
        tellOne(action, target, outcome, told)
      })
    }).pipe((effect) => unlessBarred(effect, true))

  const changeRow = (form: FormAction<Any>, values: Fill.Values, target: Target) => {
    const { resource, row } = target
    const action = Fill.actionOf(form, values)
    return Effect.map(attempt(action, target), (outcome) => {
      if (outcome._tag === "Failed") return outcome.problem
      const inverse = Fill.inverseOf(form, values, row) ?? inverseOf(form, resource)
      if (outcome._tag === "Done")
        remember({
          resource,
          rows: [{ row: outcome.row ?? row, id: resource.idOf(row) }],
          action,
          ...(inverse && { inverse })
        })
      tellOne(action, target, outcome, "")
      return undefined
    })
  }

  /** Reads the lists again that show what was made, or count it: those that were read, when they are looked at. */
  const readAgain = ({ countedIn = [], isListed }: FormAction<Any>, made: AnyResource) => {
    const others = resources.filter(({ name }) => countedIn.includes(name))
    for (const resource of isListed === true ? [made, ...others] : others) {
      const list = lists.of(resource)
      if (isHere(resource)) list.refresh()
      else list.age()
    }
  }

  const makeRow = (form: FormAction<Any>, values: Fill.Values, resource: AnyResource) => {
    const dataOf = account.state.get().dataOf
    const key = `${resource.name} new ${++count}`
    markKey(key, { said: form.pending, of: objectOf(form, resource, undefined) })
    return lists.provided(form.run(values, undefined)).pipe(
      Effect.mapError(Fill.unmade(form, resource)),
      Effect.match({
        onSuccess: (row) => {
          if (account.state.get().dataOf !== dataOf) return undefined
          const name = row === undefined ? capital(form.object ?? `the ${resource.one}`) : resource.nameOf(row)
          const inverse = inverseOf(form, resource)
          const action = Fill.actionOf(form, values)
          if (row === undefined) change((undo) => Undo.lasting(undo, `${form.label} ${objectOf(form, resource, row)}`))
          else remember({ resource, rows: [{ row, id: resource.idOf(row) }], action, ...(inverse && { inverse }) })
          if (resource.group !== undefined) lists.refreshGroup(resource.group)
          notices.tell("done", `${name} ${FormActions.doneOf(form, values, row)}`)
          readAgain(form, resource)
          if (row !== undefined && form.report !== undefined) onReport?.(form.report(row))
          return undefined
        },
        onFailure: ({ error, problem }) => {
          if (account.state.get().dataOf !== dataOf) return undefined
          return account.advised(problem, error)
        }
      }),
      Effect.ensuring(Effect.sync(() => markKey(key, undefined)))
    )
  }

  return {
    state,
    fill: (form, values, resource, row) =>
      unlessBarred(
        Effect.suspend(() =>
          row === undefined ? makeRow(form, values, resource) : changeRow(form, values, { resource, row })
        ),
        false
      ),
    pendingOf: (resource, row) => pendingOf({ resource, row }),
    perform: (action, target) =>
      Effect.suspend((): Effect.Effect<void> => {
        const { resource, row } = target
        const needless = action.needless?.(row)
        if (needless !== undefined) return hint(`${resource.nameOf(row)} ${needless}.`)
        const inverse = inverseOf(action, resource)
        const isLasting = inverse === undefined || account.isMe(resource, row)
        return Effect.map(attempt(action, target), (outcome) => {
          if (outcome._tag === "Done") {
            const rows = [{ row: outcome.row ?? row, id: resource.idOf(row) }]
            remember({ resource, rows, action, ...(!isLasting && { inverse }) })
          }
          tellOne(action, target, outcome, "")
        })
      }).pipe((effect) => unlessBarred(effect, false)),
    performAll: (action, resource, rows) => unlessBarred(performAll(action, resource, rows), true),
    stop: groups.stop,
    undo: again("done", ({ inverse }) => inverse, "Nothing to undo.", "Undone", Undo.takenBack),
    redo: again("undone", ({ action }) => action, "Nothing to redo.", "Done again", Undo.madeAgain),
    forget: () => {
      groups.forget()
      state.update(() => none)
    }
  }
}
