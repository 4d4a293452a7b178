import * as Field from "../../resources/Field.ts"
import type { AnyResource } from "../../resources/Resource.ts"
import * as Observable from "../Observable.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- columns of rows of any resource
type AnyColumn = Field.FieldColumn<any>

type Names = ReadonlyArray<string>

/** Which columns the table of each resource has, in which order. */
export interface Columns {
  /** Names of the columns by resource, where they are not those it has unless told otherwise. */
  readonly state: Observable.Observable<ReadonlyMap<string, Names>>
  /** The columns that are on, in order. */
  readonly of: (resource: AnyResource) => ReadonlyArray<AnyColumn>
  /** All that can be chosen: those that are on in order, then the others. */
  readonly choices: (resource: AnyResource) => ReadonlyArray<{ readonly column: AnyColumn; readonly isOn: boolean }>
  /** Puts a column in, as the last, or takes it out; the only one stays. */
  readonly toggle: (resource: AnyResource, name: string) => void
  /** Moves a column that is on by so many places, to the right unless negative. */
  readonly move: (resource: AnyResource, name: string, by: number) => void
  readonly reset: (resource: AnyResource) => void
}

/** Its own columns, and one for each other field. */
export const available = ({ columns, fields }: AnyResource): ReadonlyArray<AnyColumn> => [
  ...columns,
  ...fields.filter((field) => !columns.some(({ name }) => name === field.name)).map((field) => Field.fieldColumn(field))
]

const toggled = (on: Names, name: string): Names => {
  if (!on.includes(name)) return [...on, name]
  return on.length === 1 ? on : on.filter((other) => other !== name)
}

const moved = (on: Names, name: string, by: number): Names => {
  const from = on.indexOf(name)
  if (from < 0) return on
  const to = Math.max(0, Math.min(on.length - 1, from + Math.trunc(by)))
  return to === from ? on : on.toSpliced(from, 1).toSpliced(to, 0, name)
}

export const make = (): Columns => {
  const state = Observable.make<ReadonlyMap<string, Names>>(new Map())
  const all = new Map<AnyResource, ReadonlyArray<AnyColumn>>()
  // tables ask with every key, and lay out what is new to them
  const made = new Map<AnyResource, { readonly on: Names; readonly columns: ReadonlyArray<AnyColumn> }>()

  const allOf = (resource: AnyResource) => {
    const known = all.get(resource) ?? available(resource)
    all.set(resource, known)
    return known
  }
  const namesOf = (resource: AnyResource): Names =>
    state.get().get(resource.name) ?? resource.columns.map(({ name }) => name)

  const of = (resource: AnyResource) => {
    const on = state.get().get(resource.name)
    if (on === undefined) return resource.columns
    const before = made.get(resource)
    if (before?.on === on) return before.columns
    const columns = on.flatMap((name) => allOf(resource).find((column) => column.name === name) ?? [])
    made.set(resource, { on, columns })
    return columns
  }

  const change = (resource: AnyResource, to: (on: Names) => Names) => {
    const on = namesOf(resource)
    const next = to(on)
    if (next !== on) state.update((now) => new Map(now).set(resource.name, next))
  }

  return {
    state,
    of,
    choices: (resource) => {
      const on = of(resource)
      const off = allOf(resource).filter((column) => !on.includes(column))
      return [...on.map((column) => ({ column, isOn: true })), ...off.map((column) => ({ column, isOn: false }))]
    },
    toggle: (resource, name) => {
      if (allOf(resource).some((column) => column.name === name)) change(resource, (on) => toggled(on, name))
    },
    move: (resource, name, by) => change(resource, (on) => moved(on, name, by)),
    reset: (resource) =>
      state.update((now) => {
        if (!now.has(resource.name)) return now
        const next = new Map(now)
        next.delete(resource.name)
        return next
      })
  }
}
