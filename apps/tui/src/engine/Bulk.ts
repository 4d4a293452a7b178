import type { Errors } from "@remote-assist/core"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { capitalize } from "effect/String"

import type { Action } from "../actions/Action.ts"
import * as Problem from "../Problem.ts"
import type { Failure } from "../Problem.ts"
import type { AnyResource, AnyRow } from "../resources/Resource.ts"
import { allRows, pluralName } from "../resources/Resource.ts"
import { counted } from "../text/numbers.ts"
import type { Account } from "./Account.ts"
import * as Batch from "./Batch.ts"
import type { Changes } from "./Changes.ts"
import type { ListMarks } from "./lists/ListMarks.ts"
import type { Lists } from "./lists/Lists.ts"
import { changeOf } from "./lists/ListState.ts"
import * as Loading from "./lists/Loading.ts"
import * as Marks from "./lists/Marks.ts"
import type { Notices } from "./Notices.ts"
import * as Observable from "./Observable.ts"

/** What an action to many rows would do, before it does. */
interface Preview {
  readonly resource: AnyResource
  readonly action: Action<AnyRow>
  /** The rows it would be done to. */
  readonly rows: ReadonlyArray<AnyRow>
  /** Those it would not be done to, and why, such as `is inactive already`. */
  readonly leftOut: ReadonlyArray<{ readonly row: AnyRow; readonly why: string }>
  /** How many there were when they were marked, where others are meant now. */
  readonly markedOf: number | undefined
}

interface PreviewNeeds {
  readonly isMe: (resource: AnyResource, row: AnyRow) => boolean
  readonly isGone: (row: AnyRow) => boolean
  readonly pendingOf: (resource: AnyResource, row: AnyRow) => string | undefined
}

const whyNot = (
  { isGone, isMe, pendingOf }: PreviewNeeds,
  action: Action<AnyRow>,
  resource: AnyResource,
  row: AnyRow
) => {
  if (isGone(row)) return "is deleted"
  if (isMe(resource, row)) return "is your own account"
  return action.needless?.(row) ?? pendingOf(resource, row)
}

export const makePreview = (
  needs: PreviewNeeds,
  action: Action<AnyRow>,
  resource: AnyResource,
  rows: ReadonlyArray<AnyRow>,
  marked = rows.length
): Preview => {
  const judged = rows.map((row) => ({ row, why: whyNot(needs, action, resource, row) }))
  return {
    resource,
    action,
    rows: judged.filter(({ why }) => why === undefined).map(({ row }) => row),
    leftOut: judged.flatMap(({ row, why }) => (why === undefined ? [] : [{ row, why }])),
    markedOf: marked === rows.length ? undefined : marked
  }
}

/** What is typed to confirm it; nothing where it is not asked for: one row, of which it can be taken back. */
export const confirmationText = ({ action, resource, rows }: Preview): string | undefined => {
  const [row, second] = rows
  if (row === undefined) return undefined
  if (second !== undefined) return `${action.label} ${rows.length}`
  return action.effect === "final" ? resource.nameOf(row) : undefined
}

const amount = (count: number, resource: AnyResource) =>
  `${counted.format(count)} ${count === 1 ? resource.one : pluralName(resource)}`

const ownAccount = "is your own account"

/** Says what it would do, in sentences, each of them a line. */
export const previewLines = (preview: Preview): ReadonlyArray<string> => {
  const { action, leftOut, markedOf, resource, rows } = preview
  const reasons = Map.groupBy(leftOut, ({ why }) => why)
  const out = [...reasons].map(([why, those]) => {
    const [first] = those
    const who =
      first !== undefined && (those.length === 1 || why === ownAccount)
        ? resource.nameOf(first.row)
        : amount(those.length, resource)
    return `Left out: ${who}, which ${those.length === 1 ? why : why.replace(/^is /, "are ")}.`
  })
  const now = rows.length + leftOut.length
  const isFinal = action.effect === "final" && rows.length > 0
  return [
    rows.length === 0
      ? `There is nothing to ${action.label}.`
      : `${capitalize(action.label)} ${amount(rows.length, resource)}.${isFinal ? " This cannot be undone." : ""}`,
    ...(markedOf === undefined
      ? []
      : [`There were ${counted.format(markedOf)} when they were marked, and are ${counted.format(now)} now.`]),
    ...out,
    ...(isFinal ? [action.consequence ?? ""] : [])
  ].filter((line) => line !== "")
}

/** There are more rows than were meant. */
class TooMany extends Schema.TaggedError<TooMany>()("TooMany", { rows: Schema.Int }) {}

interface Reading {
  /** More rows than this are not read. */
  readonly most: number
  readonly onPage: (read: number, of: number | undefined) => void
}

/**
 * All rows that match a filter, read to the end before the first is given: to change them may change which do. Rows that
 * move to other pages meanwhile are read again there.
 */
const readMatching = (
  provided: Lists["provided"],
  resource: AnyResource,
  { filter, order }: { readonly filter: string; readonly order: string },
  { most, onPage }: Reading
  // oxlint-disable-next-line typescript/no-explicit-any -- rows of the resource
): Effect.Effect<ReadonlyArray<any>, Failure | Errors.ListBroken | TooMany> => {
  let read = 0
  const rows = allRows(resource, {
    filter,
    order,
    onPage: (rows, total) => {
      read += rows
      onPage(Math.min(read, total ?? read), total)
      const known = total ?? read
      return known > most ? Effect.fail(new TooMany({ rows: known })) : Effect.void
    }
  })
  return provided(Stream.runCollect(rows)).pipe(
    // the screen is no place for a log
    Effect.provideService(References.MinimumLogLevel, "None")
  )
}

/** An action to the marked rows, until it is begun; from there on it is the group of {@link Changes}. */
export type BulkState =
  | { readonly _tag: "Idle" }
  /** So many rows match that it has to be asked for once more before they are read. */
  | { readonly _tag: "Asked"; readonly action: Action<AnyRow>; readonly rows: number }
  | {
      readonly _tag: "Reading"
      readonly action: Action<AnyRow>
      readonly read: number
      readonly of: number | undefined
    }
  /** `differs` where something else was typed than what confirms it. */
  | { readonly _tag: "Ready"; readonly preview: Preview; readonly differs: boolean }

export interface Bulk {
  readonly state: Observable.Observable<BulkState>
  /** Works out what an action to the marked rows would do; all that match a filter are read for it. */
  readonly prepare: (action: Action<AnyRow>, resource: AnyResource, marks: ListMarks<AnyRow>) => Effect.Effect<void>
  /** Does what was prepared, where it was confirmed by what is typed. */
  readonly begin: (typed: string) => Effect.Effect<void>
  /** Gives up what was prepared, or its reading. */
  readonly cancel: () => void
}

interface Needs {
  readonly account: Account["Service"]
  readonly changes: Changes
  readonly lists: Lists
  readonly notices: Notices
}

const idle: BulkState = { _tag: "Idle" }

const refused = "Correct the filter, or log in as somebody who may see this."

/** Does an action to the rows that are marked: shows what it would do, asks, and does it. */
export const make = ({ account, changes, lists, notices }: Needs): Bulk => {
  const state = Observable.make<BulkState>(idle)
  let marks: { readonly of: ListMarks<AnyRow>; readonly now: Marks.Marks<AnyRow> } | undefined
  let cancelled = Deferred.makeUnsafe<void>()

  const cancel = () => {
    Deferred.doneUnsafe(cancelled, Effect.void)
    state.update(() => idle)
  }

  const isGone = (resource: AnyResource) => {
    const list = lists.of(resource).state.get()
    return (row: AnyRow) => changeOf(list, resource.idOf(row)) === "gone"
  }

  const ready = (action: Action<AnyRow>, resource: AnyResource, rows: ReadonlyArray<AnyRow>, marked?: number) => {
    const needs = { isMe: account.isMe, isGone: isGone(resource), pendingOf: changes.pendingOf }
    const preview = makePreview(needs, action, resource, rows, marked)
    state.update(() => ({ _tag: "Ready", preview, differs: false }))
  }

  const tell = (resource: AnyResource, error: Exclude<Effect.Error<ReturnType<typeof readMatching>>, TooMany>) => {
    state.update(() => idle)
    if (error._tag === "ListBroken") return notices.tell("problem", error.message)
    const { todo, what } = Problem.describe(`list the ${pluralName(resource)}`, error, refused)
    notices.tell("problem", `Nothing was changed. ${what} ${todo}`)
  }

  /** Reads all rows that are meant, or asks whether so many are. */
  const resolve = (
    action: Action<AnyRow>,
    resource: AnyResource,
    marked: Extract<Marks.Marks<AnyRow>, { _tag: "All" }>
  ) => {
    const before = state.get()
    const most = before._tag === "Asked" ? before.rows + Loading.most : Loading.most
    const count = marked.isOpen ? undefined : Marks.count(marked)
    if (marked.total > most)
      return Effect.sync(() => state.update(() => ({ _tag: "Asked", action, rows: marked.total })))
    const { dataOf } = account.state.get()
    // by another account it is neither heard of nor confirmed
    const isForgotten = () => account.state.get().dataOf !== dataOf
    state.update(() => ({ _tag: "Reading", action, read: 0, of: marked.isOpen ? undefined : marked.total }))
    const { order } = lists.of(resource).state.get()
    const onPage = (read: number, of: number | undefined) => state.update(() => ({ _tag: "Reading", action, read, of }))
    return readMatching(lists.provided, resource, { filter: marked.filter, order }, { most, onPage }).pipe(
      Effect.match({
        onSuccess: (rows) => {
          if (isForgotten()) return state.update(() => idle)
          ready(
            action,
            resource,
            rows.filter((row) => !marked.except.has(resource.idOf(row))),
            count
          )
        },
        onFailure: (error) => {
          if (isForgotten()) return state.update(() => idle)
          if (error._tag === "TooMany") state.update(() => ({ _tag: "Asked", action, rows: error.rows }))
          else tell(resource, error)
        }
      }),
      Effect.raceFirst(Deferred.await(cancelled))
    )
  }

  return {
    state,
    cancel,
    prepare: (action, resource, of) =>
      Effect.suspend((): Effect.Effect<void> => {
        if (state.get()._tag === "Reading") return Effect.void
        const now = of.state.get()
        if (Marks.count(now) === 0) return Effect.sync(() => notices.tell("hint", "Nothing is marked."))
        marks = { of, now }
        cancelled = Deferred.makeUnsafe<void>()
        if (now._tag === "All") return resolve(action, resource, now)
        return Effect.sync(() => ready(action, resource, of.rows()))
      }),
    begin: (typed) =>
      Effect.suspend((): Effect.Effect<void> => {
        const now = state.get()
        if (now._tag !== "Ready") return Effect.void
        const { action, resource, rows } = now.preview
        const asked = confirmationText(now.preview)
        if (asked !== undefined && typed.trim() !== asked)
          return Effect.sync(() => state.update(() => ({ ...now, differs: true })))
        const marked = marks
        cancel()
        if (rows.length === 0) return Effect.sync(() => notices.tell("hint", `There is nothing to ${action.label}.`))
        return Effect.map(changes.performAll(action, resource, rows), (group) => {
          if (group === undefined || marked === undefined || marked.of.state.get() !== marked.now) return
          marked.of.keep(Batch.rowsWhere(group, (outcome) => outcome?._tag !== "Done"))
        })
      })
  }
}
