import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { capitalize } from "effect/String"

import { formatDone, runningLabel } from "../actions/Action.ts"
import type { Action, FormAction, FormValues } from "../actions/Action.ts"
import * as Observable from "../Observable.ts"
import * as Problem from "../Problem.ts"
import { Profile } from "../profiles/Profile.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { targetName } from "../resources/Resource.ts"
import { Account } from "./Account.ts"
import * as Batch from "./Batch.ts"
import type { Outcome, Target } from "./Batch.ts"
import { Lists } from "./lists/Lists.ts"
import { Notices, Screen, screenTitle } from "./Program.ts"
import * as UndoStack from "./UndoStack.ts"

interface PendingChange {
  /** The label of the row: `deactivating`. */
  readonly label: string
  readonly target: string
}

export interface ChangesState {
  readonly pending: ReadonlyMap<string, PendingChange>
  readonly undo: UndoStack.UndoStack
  readonly batch: Batch.Batch | undefined
}

const initial: ChangesState = { pending: new Map(), undo: UndoStack.empty, batch: undefined }

/** Returns the number of unfinished changes, with the rows of a batch that are not started; a batch is at least one. */
export const countUnfinished = ({ batch, pending }: ChangesState): number =>
  Math.max(pending.size, batch?.isOver === false ? Math.max(1, Batch.counts(batch).left) : 0)

/** Returns the changed row in a list, which is empty if the row did not change. */
const changedRow = ({ resource, row }: Target, outcome: Outcome): ReadonlyArray<UndoStack.Changed> =>
  outcome._tag === "Done" ? [{ id: resource.idOf(row), row: outcome.row ?? row }] : []

/** Adds a change to undo; nothing can be redone afterwards. */
export const pushed = ({ done }: UndoStack.UndoStack, change: UndoStack.Change): UndoStack.UndoStack => ({
  done: [...done, change].slice(-UndoStack.maxChanges),
  undone: []
})

/** Returns the action of a resource that undoes another action or form. */
const findInverse = ({ inverse }: { readonly inverse?: string }, { actions, inverses = [] }: AnyResource) =>
  [...actions, ...inverses].find(({ name }) => name === inverse)

const keyOf = ({ resource, row }: Target) => `${resource.name} ${resource.idOf(row)}`

/** Changes rows, one change at a time for each row, and undoes changes. */
export class Changes extends Context.Service<Changes>()("@remote-assist/tui/Changes", {
  make: Effect.gen(function* () {
    const account = yield* Account
    const lists = yield* Lists
    const notices = yield* Notices
    const profile = yield* Profile
    const screen = yield* Screen
    const state = Observable.make(initial)
    let submitted = 0

    const updateUndo = (change: (now: UndoStack.UndoStack) => UndoStack.UndoStack) =>
      state.update((now) => ({ ...now, undo: change(now.undo) }))

    /** Stores a change to undo. Without an inverse, it blocks the undo of earlier changes. */
    const remember = (change: Omit<UndoStack.Change, "inverse">, inverse: Action<AnyRow> | undefined) => {
      if (change.rows.length === 0) return
      if (inverse !== undefined) return updateUndo((now) => pushed(now, { ...change, inverse }))
      updateUndo((now) => UndoStack.blocked(now, UndoStack.format(change)))
    }

    const setPending = (key: string, change: PendingChange | undefined) =>
      state.update((now) => {
        const pending = new Map(now.pending)
        if (change === undefined) pending.delete(key)
        else pending.set(key, change)
        return { ...now, pending }
      })

    const pendingLabel = (target: Target) => state.get().pending.get(keyOf(target))?.label

    /** Runs an action on a row, and updates the lists that show it. */
    const attempt = (action: Action<AnyRow>, target: Target): Effect.Effect<Outcome> =>
      Effect.suspend((): Effect.Effect<Outcome> => {
        const { resource, row } = target
        const operation = pendingLabel(target)
        if (operation !== undefined) return Effect.succeed({ _tag: "Busy", operation })
        setPending(keyOf(target), { label: runningLabel(action), target: resource.nameOf(row) })
        const isForgotten = account.watchUser()
        return lists.provided(action.run(row)).pipe(
          Effect.match({
            onSuccess: (changed): Outcome => {
              if (isForgotten()) return { _tag: "Forgotten" }
              const id = resource.idOf(row)
              if (resource.group === undefined || changed === undefined) lists.of(resource).change(id, changed)
              if (resource.group !== undefined) lists.refreshGroup(resource.group)
              lists.age(action.shownIn ?? [])
              if (changed === undefined) updateUndo((now) => UndoStack.withoutRow(now, resource, id))
              return { _tag: "Done", row: changed }
            },
            onFailure: (error): Outcome => {
              if (isForgotten()) return { _tag: "Forgotten" }
              const problem = account.advised(
                Problem.describe(`${action.label} ${resource.nameOf(row)}`, error, Problem.stateAdvice),
                error
              )
              return { _tag: "Failed", problem, isUnsure: Problem.mayHaveHappened(error) }
            }
          }),
          Effect.ensuring(Effect.sync(() => setPending(keyOf(target), undefined)))
        )
      })

    const showOutcome = (action: Action<AnyRow>, { resource, row }: Target, outcome: Outcome, lead = "") => {
      const name = resource.nameOf(row)
      switch (outcome._tag) {
        case "Busy":
          return notices.show("hint", `Still ${outcome.operation} ${name}: wait for the answer.`)
        case "Done":
          return notices.show("done", `${lead}${name} ${formatDone(action, outcome.row)}`)
        case "Failed":
          return notices.show("problem", Problem.formatOf(`${action.label} ${name}`, outcome.problem))
        case "Forgotten":
          return undefined
      }
    }

    const showBatch = (batch: Batch.Batch, lead = "") =>
      notices.show(Batch.counts(batch).done === batch.rows.length ? "done" : "problem", lead + Batch.format(batch))

    const hint = (text: string) =>
      Effect.as(
        Effect.sync(() => notices.show("hint", text)),
        undefined
      )

    /** Runs a change unless the profile is read-only, or a batch unless another one runs. */
    const guarded = <A>(isBatch: boolean, change: () => Effect.Effect<A>): Effect.Effect<A | undefined> =>
      Effect.suspend((): Effect.Effect<A | undefined> => {
        if (profile.readOnly !== undefined) return hint(`Nothing was done: ${profile.readOnly}.`)
        const { batch } = state.get()
        return isBatch && batch?.isOver === false
          ? hint(`Still ${runningLabel(batch.action)} ${batch.rows.length}: wait for it, or stop it.`)
          : change()
      })

    const changeRow = (action: Action<AnyRow>, target: Target, inverse: Action<AnyRow> | undefined) =>
      Effect.map(attempt(action, target), (outcome) => {
        remember({ resource: target.resource, rows: changedRow(target, outcome), action }, inverse)
        return outcome
      })

    const perform = (action: Action<AnyRow>, target: Target): Effect.Effect<void> => {
      const { resource, row } = target
      const needless = action.needless?.(row)
      if (needless !== undefined) return hint(`${resource.nameOf(row)} ${needless}.`)
      // a change of your own account may end the session, and then nobody could undo it
      const inverse = account.isMe(resource, row) ? undefined : findInverse(action, resource)
      return Effect.map(changeRow(action, target, inverse), (outcome) => showOutcome(action, target, outcome))
    }

    const performAll = (action: Action<AnyRow>, resource: AnyResource, rows: ReadonlyArray<AnyRow>) => {
      const mine = new Set(rows.filter((row) => account.isMe(resource, row)).map(resource.idOf))
      return Effect.map(Batch.run(state, attempt, action, resource, rows), (batch) => {
        if (batch === undefined) return undefined
        // own account first: it blocks the undo of earlier changes, not of the other rows
        const changed = Map.groupBy(Batch.changedRows(batch), ({ id }) => mine.has(id))
        remember({ resource, rows: changed.get(true) ?? [], action }, undefined)
        remember({ resource, rows: changed.get(false) ?? [], action }, findInverse(action, resource))
        showBatch(batch)
        return batch
      })
    }

    const submitChange = (form: FormAction<AnyRow>, values: FormValues, target: Target) => {
      const { resource, row } = target
      const action = UndoStack.toAction(form, values)
      const before = form.before?.(values, row)
      // the undo would change your own account again, without the confirmation
      const isOwn = form.toSelf !== undefined && account.isMe(resource, row)
      const inverse = before === undefined ? findInverse(form, resource) : UndoStack.toAction(form, before)
      return Effect.map(changeRow(action, target, isOwn ? undefined : inverse), (outcome) => {
        if (outcome._tag === "Failed") return outcome.problem
        showOutcome(action, target, outcome)
        return undefined
      })
    }

    const onCreated = (form: FormAction<AnyRow>, values: FormValues, resource: AnyResource, row: AnyRow) => {
      const target = targetName(form, resource, row)
      if (row === undefined) updateUndo((now) => UndoStack.blocked(now, `${form.label} ${target}`))
      else
        remember(
          { resource, rows: [{ row, id: resource.idOf(row) }], action: UndoStack.toAction(form, values) },
          findInverse(form, resource)
        )
      const name = row === undefined ? capitalize(form.object ?? `the ${resource.one}`) : target
      if (resource.group !== undefined) lists.refreshGroup(resource.group)
      const done = `${name} ${formatDone(form, row, values)}`
      notices.show("done", done)
      lists.renew([...(form.isListed === true ? [resource.name] : []), ...(form.shownIn ?? [])], screen.has)
      if (row !== undefined && form.isListed === true && screen.has(resource))
        lists.selectNew(resource, resource.idOf(row), () => {
          const filter = resource.filterFor?.(target)
          const advice = filter === undefined ? "" : ` The filter ${filter} finds it.`
          // `done` is among the notices already
          notices.show("hint", `${done} It is not among the loaded rows.${advice}`)
        })
      const report = row === undefined ? undefined : form.report?.(row)
      if (report !== undefined) screen.showReport(report)
    }

    const submitNew = (form: FormAction<AnyRow>, values: FormValues, resource: AnyResource) => {
      const isForgotten = account.watchUser()
      const key = `${resource.name} new ${++submitted}`
      const target = targetName(form, resource, undefined)
      setPending(key, { label: runningLabel(form), target })
      return lists.provided(form.run(values, undefined)).pipe(
        Effect.match({
          onSuccess: (row) => {
            if (!isForgotten()) onCreated(form, values, resource, row)
            return undefined
          },
          onFailure: (error): Problem.Problem | undefined => {
            if (isForgotten()) return undefined
            const operation = `${form.label} ${target}`.trim()
            const { refused = "Correct it, or leave the form." } = form
            return account.advised(Problem.describe(operation, error, refused), error)
          }
        }),
        Effect.ensuring(Effect.sync(() => setPending(key, undefined)))
      )
    }

    /** Runs an action on the rows of an earlier change, and shows the outcome after `lead`. Returns the changed rows. */
    const rerun = (action: Action<AnyRow>, { resource, rows }: UndoStack.Change, lead: string) => {
      const [first, second] = rows
      // no change is without rows, which the type does not say
      if (first === undefined || second !== undefined) {
        const again = rows.map(({ row }) => row)
        return Effect.map(Batch.run(state, attempt, action, resource, again), (batch) => {
          if (batch !== undefined) showBatch(batch, lead)
          return batch === undefined ? [] : Batch.changedRows(batch)
        })
      }
      const target = { resource, row: first.row }
      return Effect.map(attempt(action, target), (outcome) => {
        showOutcome(action, target, outcome, lead)
        return changedRow(target, outcome)
      })
    }

    const undoOrRedo = (name: keyof typeof UndoStack.directions, key: string) =>
      guarded(true, (): Effect.Effect<void> => {
        const { action, label, later, nothing, stack } = UndoStack.directions[name]
        const last = state.get().undo[stack].at(-1)
        if (last === undefined) return hint(countUnfinished(state.get()) > 0 ? `${nothing} ${later}` : nothing)
        const place = screen.has(last.resource) ? undefined : screenTitle(last.resource)
        if (stack === "done" && last.blockedBy !== undefined) {
          updateUndo((now) => UndoStack.blocked(now, undefined))
          const earlier = `${UndoStack.format(last)}${place === undefined ? "" : `, on ${place}`}`
          return hint(
            `The last change cannot be undone: ${last.blockedBy}. ${key} again undoes the change before it: ${earlier}.`
          )
        }
        const lead = `${label}${place === undefined ? "" : ` on ${place}`}: `
        return Effect.map(rerun(action(last), last, lead), (rows) =>
          updateUndo((now) => UndoStack.moved(now, stack, last, rows))
        )
      })

    return {
      state,
      perform: (action: Action<AnyRow>, target: Target) => guarded(false, () => perform(action, target)),
      /** Runs an action on many rows, undone as one change. Returns the finished batch. */
      performAll: (action: Action<AnyRow>, resource: AnyResource, rows: ReadonlyArray<AnyRow>) =>
        guarded(true, () => performAll(action, resource, rows)),
      /** Starts no further row of the batch. */
      stop: () => state.update((now) => ({ ...now, batch: now.batch && Batch.stopped(now.batch, "it was stopped") })),
      /** Submits a form that creates a row, or changes the given one. Returns the problem, if any. */
      submit: (form: FormAction<AnyRow>, values: FormValues, target: Target) =>
        guarded(false, () =>
          target.row === undefined ? submitNew(form, values, target.resource) : submitChange(form, values, target)
        ),
      /** Undoes the last change; `key` names the key in a message. */
      undo: (key: string) => Effect.asVoid(undoOrRedo("undo", key)),
      redo: Effect.asVoid(undoOrRedo("redo", "")),
      pendingLabel: (resource: AnyResource, row: AnyRow) => pendingLabel({ resource, row }),
      forget: () => state.update(() => initial)
    }
  })
}) {
  static readonly layer = Layer.effect(Changes, Changes.make)
}
