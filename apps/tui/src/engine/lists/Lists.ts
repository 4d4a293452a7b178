import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type { Services } from "../../actions/Action.ts"
import * as Observable from "../../Observable.ts"
import * as Problem from "../../Problem.ts"
import { Requests } from "../../requests/Requests.ts"
import { fieldColumn } from "../../resources/Field.ts"
import type { FieldColumn } from "../../resources/Field.ts"
import type { AnyResource, AnyRow, ResourceGroup } from "../../resources/Resource.ts"
import { fieldHint, pluralName } from "../../resources/Resource.ts"
import { groupResources, resources } from "../../resources/resources.ts"
import { Account } from "../Account.ts"
import * as ListState from "./ListState.ts"
import * as Marks from "./Marks.ts"
import * as PageCache from "./PageCache.ts"
import type { Id } from "./PageCache.ts"
import * as RemoteList from "./RemoteList.ts"

export type AnyList = RemoteList.RemoteList<AnyRow>

export type AnyMarks = Marks.ListMarks<AnyRow>

/** The list of each resource. */
export class Lists extends Context.Service<Lists>()("@remote-assist/tui/Lists", {
  make: Effect.gen(function* () {
    const account = yield* Account
    const { offlineSince } = yield* Requests
    const services = yield* Effect.context<Services>()

    const provided = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Services>> =>
      Effect.suspend(() => {
        const { dataOf } = account.state.get()
        return Effect.tapError(Effect.provideContext(effect, services), (error) =>
          Effect.map(Clock.currentTimeMillis, (now) => {
            if (Problem.isUnanswered(error)) offlineSince.update((since) => since ?? now)
            if (Problem.isSessionEnd(error) && account.state.get().dataOf === dataOf)
              account.end(Problem.endReason(error))
          })
        )
      })

    const makeList = (resource: AnyResource) => {
      const { columns, growsAtEnd, idOf, isPublic, nameOf, pageSize, read } = resource
      const note = (error: unknown) =>
        Effect.sync(() => {
          const refused = error === undefined ? undefined : Problem.tokenRefusal(error)
          if (isPublic !== true && (error === undefined || refused !== undefined)) account.noteRefused(refused)
        })
      return RemoteList.make({
        pageSize,
        idOf,
        growsAtEnd,
        textsOf: (row) => [nameOf(row), String(idOf(row)), ...columns.map(({ text }) => text(row))],
        operation: `list the ${pluralName(resource)}`,
        filterHint: (filter) => fieldHint(resource, filter),
        read: (filter, page, order) =>
          provided(read(filter, page, order)).pipe(
            Effect.tap(() => note(undefined)),
            Effect.tapError(note)
          ),
        advised: (problem, error) => {
          const isRefused = isPublic !== true && Problem.tokenRefusal(error) !== undefined
          return account.advised(isRefused ? { ...problem, ...Problem.logInAgain } : problem, error)
        }
      })
    }

    const byName = new Map<string, { readonly list: AnyList; readonly marks: AnyMarks }>()
    for (const resource of resources) {
      const list: AnyList = yield* makeList(resource)
      byName.set(resource.name, { list, marks: Marks.make(list, resource.idOf) })
    }
    const entry = ({ name }: Pick<AnyResource, "name">) => {
      const found = byName.get(name)
      if (found === undefined) throw new Error(`the resource ${name} has no list`)
      return found
    }
    const of = (resource: Pick<AnyResource, "name">) => entry(resource).list

    return {
      of,
      all: [...byName.values()].map(({ list }) => list),
      /** Reads all loaded boxes of a screen again. */
      refreshGroup: (group: ResourceGroup) => {
        for (const resource of groupResources(group))
          if (of(resource).state.get().fetchedAt !== undefined) of(resource).reread()
      },
      /** Marks lists as no longer current, by the names of their resources. */
      age: (names: ReadonlyArray<string>) => {
        for (const name of names) byName.get(name)?.list.age()
      },
      /** Reads lists on screen again, and marks the others as no longer current. */
      renew: (names: ReadonlyArray<string>, isOnScreen: (resource: AnyResource) => boolean) => {
        for (const resource of resources.filter(({ name }) => names.includes(name)))
          if (isOnScreen(resource)) of(resource).refresh()
          else of(resource).age()
      },
      /** Selects a row once its list has been read again; calls `onMissing` if the row is not loaded then. */
      selectNew: (resource: AnyResource, id: Id, onMissing: () => void) => {
        const { move, state } = of(resource)
        const { anchor } = state.get()
        const unsubscribe = state.subscribe(() => {
          const now = state.get()
          if (now.more !== undefined || ListState.isReading(now)) return
          unsubscribe()
          // the user has moved, or the rows are not new
          if (now.anchor !== anchor || now.problem !== undefined) return
          const index = ListState.indexOf(now, resource.idOf, id)
          if (index === undefined) onMissing()
          else move((view) => PageCache.moveTo(view, index))
        })
      },
      marksOf: (resource: AnyResource) => entry(resource).marks,
      /** Provides the services of core. An error that shows that the session has ended ends it, unless another has begun. */
      provided
    }
  })
}) {
  static readonly layer = Layer.effect(Lists, Lists.make)
}

type AnyColumn = FieldColumn<AnyRow>

type Names = ReadonlyArray<string>

/** Returns the columns of a resource, and one for each other field. */
export const availableColumns = ({ columns, fields }: AnyResource): ReadonlyArray<AnyColumn> => [
  ...columns,
  ...fields.filter((field) => !columns.some(({ name }) => name === field.name)).map(fieldColumn)
]

export const makeColumns = () => {
  const state = Observable.make<ReadonlyMap<string, Names>>(new Map())
  const all = new Map(resources.map((resource) => [resource.name, availableColumns(resource)] as const))
  // tables request them for each key, and lay out a new array again
  const visible = new Map<string, { readonly on: Names; readonly columns: ReadonlyArray<AnyColumn> }>()

  const allOf = ({ name }: AnyResource) => all.get(name) ?? []

  const of = (resource: AnyResource) => {
    const on = state.get().get(resource.name)
    if (on === undefined) return resource.columns
    const before = visible.get(resource.name)
    if (before?.on === on) return before.columns
    const columns = on.flatMap((name) => allOf(resource).find((column) => column.name === name) ?? [])
    visible.set(resource.name, { on, columns })
    return columns
  }

  return {
    /** The names of the columns by resource, if they differ from the default. */
    state,
    /** Returns the visible columns in order. */
    of,
    /** Returns all columns, the visible ones first. */
    choices: (resource: AnyResource) => {
      const on = of(resource)
      const off = allOf(resource).filter((column) => !on.includes(column))
      return [...on.map((column) => ({ column, isOn: true })), ...off.map((column) => ({ column, isOn: false }))]
    },
    /** Shows the columns of these names, in this order. */
    set: ({ name }: AnyResource, names: Names) => state.update((now) => new Map(now).set(name, names)),
    reset: ({ name }: AnyResource) =>
      state.update((now) => (now.has(name) ? new Map([...now].filter(([other]) => other !== name)) : now))
  }
}

/** The columns of each table. */
export class Columns extends Context.Service<Columns, ReturnType<typeof makeColumns>>()("@remote-assist/tui/Columns") {
  static readonly layer = Layer.sync(Columns, makeColumns)
}
