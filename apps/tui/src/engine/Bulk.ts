import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Stream from "effect/Stream"
import { capitalize } from "effect/String"

import type { Action } from "../actions/Action.ts"
import * as Observable from "../Observable.ts"
import * as Problem from "../Problem.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { allRows, countRows, pluralName } from "../resources/Resource.ts"
import { numberFormat } from "../text/format.ts"
import { Account } from "./Account.ts"
import * as Batch from "./Batch.ts"
import { Changes } from "./Changes.ts"
import { Lists } from "./lists/Lists.ts"
import type { AnyMarks } from "./lists/Lists.ts"
import { changeOf, isOpen, maxRows, selected as selectedRow } from "./lists/ListState.ts"
import * as LocalView from "./lists/LocalView.ts"
import * as Marks from "./lists/Marks.ts"
import { Notices } from "./Program.ts"

/** What an action on many rows will do. */
type Preview = Readonly<ReturnType<typeof makePreview>>

const ownAccount = "is your own account"

/** Makes a preview; `reason` returns why a row is left out, and `origin` says how the rows were marked, in sentences. */
export const makePreview = (
  reason: (row: AnyRow) => string | undefined,
  action: Action<AnyRow>,
  resource: AnyResource,
  rows: ReadonlyArray<AnyRow>,
  origin = "",
  marked = rows.length
) => {
  const judged = rows.map((row) => ({ row, why: reason(row) }))
  return {
    resource,
    action,
    rows: judged.filter(({ why }) => why === undefined).map(({ row }) => row),
    leftOut: judged.flatMap(({ row, why }) => (why === undefined ? [] : [{ row, why }])),
    // the number of rows when they were marked, if it has changed
    markedOf: marked === rows.length ? undefined : marked,
    origin
  }
}

/** Says which rows are marked, of which search, and that the selected row is not one of them; empty if none is marked. */
export const origin = (lists: Lists["Service"], resource: AnyResource, marks: Marks.Marks<AnyRow>): string => {
  const state = lists.of(resource).state.get()
  const selected: AnyRow = selectedRow(state)
  if (Marks.count(marks) === 0) return ""
  const search = state.local?.search
    ? ` The list shows ${LocalView.text(state.local, state.view.total, isOpen(state))}.`
    : ""
  if (selected === undefined || Marks.has(marks, resource.idOf(selected))) return Marks.sentence(marks) + search
  return `${Marks.sentence(marks)}${search} The selected ${resource.one}, ${resource.nameOf(selected)}, is not marked.`
}

/** Returns the text to type for a confirmation, or `undefined` for one row whose change can be undone. */
export const confirmationText = ({ action, resource, rows }: Preview): string | undefined => {
  const [row, second] = rows
  if (row === undefined) return undefined
  if (second !== undefined) return `${action.label} ${rows.length}`
  return action.effect === "final" ? resource.nameOf(row) : undefined
}

/** Formats a preview, a sentence a line. */
export const previewLines = (preview: Preview): ReadonlyArray<string> => {
  const { action, leftOut, markedOf, origin, resource, rows } = preview
  const skipped = [...Map.groupBy(leftOut, ({ why }) => why)].map(([why, those]) => {
    const [first] = those
    const name =
      first !== undefined && (those.length === 1 || why === ownAccount)
        ? resource.nameOf(first.row)
        : countRows(those.length, resource)
    return `Left out: ${name}, which ${those.length === 1 ? why : why.replace(/^is /, "are ")}.`
  })
  const now = rows.length + leftOut.length
  const isFinal = action.effect === "final" && rows.length > 0
  return [
    rows.length === 0
      ? `There is nothing to ${action.label}.`
      : `${capitalize(action.label)} ${countRows(rows.length, resource)}: ${Batch.formatNames(rows.map(resource.nameOf))}.${isFinal ? " This cannot be undone." : ""}`,
    origin,
    ...(markedOf === undefined
      ? []
      : [
          `There were ${numberFormat.format(markedOf)} when they were marked, and are ${numberFormat.format(now)} now.`
        ]),
    ...skipped,
    ...(isFinal ? [action.consequence ?? ""] : [])
  ].filter((line) => line !== "")
}

/** A bulk action until it starts; then it is the batch of {@link Changes}. */
export type BulkState =
  | { readonly _tag: "Idle" }
  /** The user must confirm before so many rows are read. */
  | { readonly _tag: "Asked"; readonly action: Action<AnyRow>; readonly rows: number }
  | {
      readonly _tag: "Reading"
      readonly action: Action<AnyRow>
      readonly read: number
      readonly of: number | undefined
    }
  | { readonly _tag: "Ready"; readonly preview: Preview }

const idle: BulkState = { _tag: "Idle" }

/** Runs an action on the marked rows, after a preview and a confirmation. */
export class Bulk extends Context.Service<Bulk>()("@remote-assist/tui/Bulk", {
  make: Effect.gen(function* () {
    const account = yield* Account
    const changes = yield* Changes
    const lists = yield* Lists
    const notices = yield* Notices
    const state = Observable.make<BulkState>(idle)
    let marks: { readonly of: AnyMarks; readonly now: Marks.Marks<AnyRow> } | undefined
    let cancelled = Deferred.makeUnsafe<void>()

    const cancel = () => {
      Deferred.doneUnsafe(cancelled, Effect.void)
      state.update(() => idle)
    }

    const hint = (text: string) => Effect.sync(() => notices.show("hint", text))

    const setReady = (
      action: Action<AnyRow>,
      resource: AnyResource,
      rows: ReadonlyArray<AnyRow>,
      marked: Marks.Marks<AnyRow>,
      total?: number
    ) => {
      const list = lists.of(resource).state.get()
      const reason = (row: AnyRow) => {
        if (changeOf(list, resource.idOf(row)) === "gone") return "is deleted"
        return account.isMe(resource, row)
          ? ownAccount
          : (action.needless?.(row) ?? changes.pendingLabel(resource, row))
      }
      const preview = makePreview(reason, action, resource, rows, origin(lists, resource, marked), total)
      state.update(() => ({ _tag: "Ready", preview }))
    }

    const setFailed = (resource: AnyResource, error: Problem.Failure) => {
      state.update(() => idle)
      const advice = "Correct the filter, or log in as somebody who may see this."
      const problem = Problem.describe(`list the ${pluralName(resource)}`, error, advice)
      notices.show("problem", `Nothing was changed. ${Problem.format(problem)}`)
    }

    /** Reads all matching rows before the first is changed, because changes may alter which rows match. */
    const prepareAll = (
      action: Action<AnyRow>,
      resource: AnyResource,
      marked: Extract<Marks.Marks<AnyRow>, { _tag: "All" }>
    ) => {
      const { except, filter, isOpen, total } = marked
      if (total > maxRows && state.get()._tag !== "Asked")
        return Effect.sync(() => state.update(() => ({ _tag: "Asked", action, rows: total })))
      const isForgotten = account.watchUser()
      const { order } = lists.of(resource).state.get()
      let read = 0
      const onPage = (rows: number, of: number | undefined) =>
        Effect.sync(() => {
          read += rows
          state.update(() => ({ _tag: "Reading", action, read: Math.min(read, of ?? read), of }))
        })
      return onPage(0, isOpen ? undefined : total).pipe(
        Effect.andThen(lists.provided(Stream.runCollect(allRows(resource, { filter, order, onPage })))),
        Effect.match({
          onSuccess: (all) => {
            if (isForgotten()) return state.update(() => idle)
            const rows = all.filter((row) => !except.has(resource.idOf(row)))
            setReady(action, resource, rows, marked, isOpen ? undefined : Marks.count(marked))
          },
          onFailure: (error) => (isForgotten() ? state.update(() => idle) : setFailed(resource, error))
        }),
        // the terminal shows no log
        Effect.provideService(References.MinimumLogLevel, "None"),
        Effect.raceFirst(Deferred.await(cancelled))
      )
    }

    return {
      state,
      /** Cancels the prepared action, or its reading. */
      cancel,
      /** Prepares an action on the marked rows; reads all rows that match if all are marked. */
      prepare: (action: Action<AnyRow>, resource: AnyResource, of: AnyMarks) =>
        Effect.suspend((): Effect.Effect<void> => {
          if (state.get()._tag === "Reading") return Effect.void
          const now = of.state.get()
          if (Marks.count(now) === 0) return hint("Nothing is marked.")
          marks = { of, now }
          cancelled = Deferred.makeUnsafe<void>()
          if (now._tag === "All") return prepareAll(action, resource, now)
          return Effect.sync(() => setReady(action, resource, of.rows(), now))
        }),
      /** Runs the prepared action, if the typed text confirms it. */
      begin: (typed: string) =>
        Effect.suspend((): Effect.Effect<void> => {
          const now = state.get()
          if (now._tag !== "Ready") return Effect.void
          const { action, resource, rows } = now.preview
          const expected = confirmationText(now.preview)
          if (expected !== undefined && typed.trim() !== expected)
            return typed.trim() === "" ? Effect.void : hint(`That is not ${expected}: nothing was done.`)
          const marked = marks
          cancel()
          if (rows.length === 0) return hint(`There is nothing to ${action.label}.`)
          return Effect.map(changes.performAll(action, resource, rows), (batch) => {
            if (batch === undefined || marked === undefined || marked.of.state.get() !== marked.now) return
            marked.of.replace(Batch.rowsWhere(batch, (outcome) => outcome?._tag !== "Done"))
          })
        })
    }
  })
}) {
  static readonly layer = Layer.effect(Bulk, Bulk.make)
}
