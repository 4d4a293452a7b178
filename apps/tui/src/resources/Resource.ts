import type { Page } from "@remote-assist/core"
import type * as Effect from "effect/Effect"

import type { Action, Services } from "../actions/Action.ts"
import type { FormAction } from "../actions/FormAction.ts"
import type { Failure } from "../Problem.ts"
import type { Tone } from "../theme.ts"
import type { Field } from "./Field.ts"
import type { FieldColumn } from "./FieldColumn.ts"

/** What is listed: a screen, its keys and its help come from here. A new one is a folder, and a line in `registry.ts`. */
export interface Resource<Row> {
  /** Such as `users`; the context of its keys as well. */
  readonly name: string
  readonly title: string
  /** One of them: `user`. */
  readonly one: string
  /** Of the keys that go to its screen, the one behind `g`. */
  readonly letter: string
  readonly pageSize: number
  readonly idOf: (row: Row) => string | number
  /** What to call one, and to type where it is asked for. */
  readonly nameOf: (row: Row) => string
  readonly read: (filter: string, page: number) => Effect.Effect<Page.Page<Row>, Failure, Services>
  /** What a filter looks like, where the service takes one. */
  readonly filterExample?: string
  /** Names under which one logs in as a row, where rows are accounts. */
  readonly logins?: (row: Row) => ReadonlyArray<string | number | null | undefined>
  readonly state?: (row: Row) => { readonly text: string; readonly tone: Tone }
  readonly columns: ReadonlyArray<FieldColumn<Row>>
  /** All that is known of one, label by label; what is empty is left out. */
  readonly facts: ReadonlyArray<readonly [label: string, value: (row: Row) => string | null | undefined]>
  readonly actions: ReadonlyArray<Action<Row>>
  /** Actions that take what a form holds. */
  readonly forms?: ReadonlyArray<FormAction<Row>>
  /** What programs read of one. */
  readonly fields: ReadonlyArray<Field<Row>>
  /** Names of the fields that a table has unless told otherwise. */
  readonly summary: ReadonlyArray<string>
  /** What one is named by on the command line, such as `id or e-mail address`. */
  readonly namedBy: string
  /** Such a name, in the examples of the help: of one that the demo has. */
  readonly example?: string
  /** The filter that finds one by such a name, where the service takes one; else the list is walked. */
  readonly filterFor?: (name: string) => string
  /** Filters that find those whose names begin so, where the service takes them. */
  readonly filtersOf?: (beginning: string) => ReadonlyArray<string>
  /** One by its id alone; nothing where the name is no id. */
  readonly ofId?: (name: string) => Row | undefined
}

/** What to call several of them, in a sentence. */
export const manyOf = ({ title }: Pick<Resource<never>, "title">): string => title.toLowerCase()

/** The names that one goes by: what it is called, what it logs in with, its id. */
export const namesOf = <Row>({ idOf, logins, nameOf }: Resource<Row>, row: Row): ReadonlyArray<string> =>
  [nameOf(row), ...(logins?.(row) ?? []), idOf(row)].flatMap((known) => (known == null ? [] : [String(known)]))

/** Whether one goes by a name. */
export const isNamed = <Row>(resource: Resource<Row>, row: Row, name: string): boolean =>
  namesOf(resource, row).some((known) => known.toLowerCase() === name.toLowerCase())
