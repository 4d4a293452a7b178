import type { Page } from "@remote-assist/core"
import type * as Effect from "effect/Effect"

import type { Action, Services } from "../actions/Action.ts"
import type { Failure } from "../Problem.ts"
import type { Tone } from "../theme.ts"
import type { Column } from "./Column.ts"

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
  readonly columns: ReadonlyArray<Column<Row>>
  /** All that is known of one, label by label; what is empty is left out. */
  readonly facts: ReadonlyArray<readonly [label: string, value: (row: Row) => string | null | undefined]>
  readonly actions: ReadonlyArray<Action<Row>>
}
