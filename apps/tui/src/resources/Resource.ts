import type { Errors } from "@remote-assist/core"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"

import type { Action, Copy, Link, Services } from "../actions/Action.ts"
import type { FormAction } from "../actions/FormAction.ts"
import type { Inquiry } from "../actions/Inquiry.ts"
import type { Failure } from "../Problem.ts"
import type { Tone } from "../theme.ts"
import type { Field } from "./Field.ts"
import type { FieldColumn } from "./FieldColumn.ts"
import type { ListPage } from "./ListPage.ts"
import type { Secret } from "./Secret.ts"

/** A screen of several resources, each in a box of its own; they name it in `group`. */
export interface Group {
  /** Of the screen, of its commands, and of the context of its keys. */
  readonly name: string
  readonly title: string
  /** Of the keys that go there, the one behind `g`. */
  readonly letter: string
  /** What has to answer at the address for it to be there. */
  readonly place: "emulator"
}

/** A side of an opened row: its facts, or what is asked for when it is looked at; that is a command as well unless told. */
interface Tab<Row> {
  readonly title: string
  readonly inquiry?: Inquiry<Row>
  /** Whether it is of the screen alone: another command gives the same. */
  readonly isOfScreen?: boolean
}

/** Two actions, each the inverse of the other, on one key. */
interface Toggle {
  /** Such as `oncall.toggle`. */
  readonly name: string
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  readonly label: string
  /** Names of the actions; the second where the first has nothing to do. */
  readonly actions: readonly [string, string]
}

/** A row of any resource, which only that resource reads. */
// oxlint-disable-next-line typescript/no-explicit-any -- rows, actions and forms of a resource fit, which a list of all forgets
export type AnyRow = any

/** A form of another resource that is opened from a row here. */
export interface Offer<Row> {
  /** Such as `pods.provision`. */
  readonly name: string
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  readonly label: string
  readonly of: Resource<AnyRow>
  readonly form: FormAction<AnyRow>
  /** What stands in the fields at first. */
  readonly initial: (row: Row) => Readonly<Record<string, string | undefined>>
}

/** What is listed: a screen, its keys and its help come from here. A new one is a file, and a line in `registry.ts`. */
export interface Resource<Row> {
  /** Such as `users`; the context of its keys as well. */
  readonly name: string
  readonly title: string
  /** One of them: `user`. */
  readonly one: string
  /** Several of them, in a sentence; the title unless given. */
  readonly many?: string
  /** Of the keys that go to its screen, the one behind `g`; of a box, the key that goes there from the others. */
  readonly letter: string
  /** Where it has no screen of its own: another list on that of a resource, the key that goes there and back, and what to call it. */
  readonly within?: {
    readonly resource: string
    readonly key: string
    readonly label: string
    readonly back: string
  }
  /** The screen that it is a box of; one of its own unless set. What is done in one box may change all, which are read again. */
  readonly group?: Group
  /** Whether there is just the one, which commands take no name of. */
  readonly isSingle?: true
  readonly pageSize: number
  /** Whether they are few: no range of them is marked, and its key is free. */
  readonly isShort?: boolean
  readonly idOf: (row: Row) => string | number
  /** What to call one, and to type where it is asked for. */
  readonly nameOf: (row: Row) => string
  /** One page of what a filter lists, in an order of the service; of empty texts, of all and as it likes. */
  readonly read: (filter: string, page: number, order?: string) => Effect.Effect<ListPage<Row>, Failure, Services>
  /** All of them, where pages do not tell how many there are. */
  readonly rows?: (filter: string, order: string) => Stream.Stream<Row, Failure | Errors.ListBroken, Services>
  /** Names of the columns by which the service can order, ascending; how else is not known. */
  readonly orders?: ReadonlyArray<string>
  /**
   * Rows that come in from here on, of a list that grows at its end, those together that come together; an empty group
   * says that it has begun.
   */
  readonly follow?: (filter: string) => Stream.Stream<ReadonlyArray<Row>, Failure, Services>
  /** What a filter looks like, where the service takes one. */
  readonly filterExample?: string
  /** Names under which one logs in as a row, where rows are accounts. */
  readonly logins?: (row: Row) => ReadonlyArray<string | number | null | undefined>
  readonly state?: (row: Row) => { readonly text: string; readonly tone: Tone }
  readonly columns: ReadonlyArray<FieldColumn<Row>>
  /** All that is known of one, label by label; what is empty is left out. */
  readonly facts: ReadonlyArray<readonly [label: string, value: (row: Row) => string | null | undefined]>
  readonly actions: ReadonlyArray<Action<Row>>
  /** Actions that take others back and do nothing else: they have no keys and no commands. */
  readonly inverses?: ReadonlyArray<Action<Row>>
  /** Actions that take what a form holds. */
  readonly forms?: ReadonlyArray<FormAction<Row>>
  /** What can be found out besides. */
  readonly inquiries?: ReadonlyArray<Inquiry<Row>>
  /** What of a row can be copied besides. */
  readonly copies?: ReadonlyArray<Copy<Row>>
  /** A key that does the one of two actions that there is something to do for. */
  readonly toggle?: Toggle
  /** Forms of other resources, for which a row here says what stands in them at first. */
  readonly offers?: ReadonlyArray<Offer<Row>>
  /** Names of the fields of which its forms keep what was sent, from one to the next. */
  readonly keeps?: ReadonlyArray<string>
  readonly secret?: Secret<Row>
  /** What of it a browser shows. */
  readonly links?: ReadonlyArray<Link<Row>>
  /** The sides that an opened one has, by the digits; the first shows its facts. */
  readonly tabs?: ReadonlyArray<Tab<Row>>
  /** The command that Enter is for a row, such as the form that it stands for; else Enter shows details. */
  readonly enter?: (row: Row) => string
  /** Whether what is done here needs nobody to be logged in. */
  readonly isPublic?: boolean
  /** Whether this program knows its rows by itself, and asks the service for nothing. */
  readonly isOfProgram?: boolean
  /** Whether its rows are forms to choose from, which are there while nobody is logged in as well. */
  readonly isMenu?: boolean
  /** What it is for, in a sentence, where that is not to list it. */
  readonly about?: string
  /** Whether its rows are of this program and not of the service: there is nothing to list for programs. */
  readonly isLocal?: boolean
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
  /** Asks for one by its id, where the service gives one alone; nothing where the name can be no id. */
  readonly readOne?: (name: string) => Effect.Effect<Row, Failure, Services> | undefined
  /** One by its id alone; nothing where the name is no id. */
  readonly ofId?: (name: string) => Row | undefined
}

/** Whether its screen is there while nobody is logged in. */
export const isShownToAll = ({ isMenu }: Pick<Resource<never>, "isMenu">): boolean => isMenu === true

/** Whether there is a filter: one of the service, or a word that is searched for in what is loaded. */
export const isFiltered = ({
  filterExample,
  group,
  isMenu
}: Pick<Resource<never>, "filterExample" | "group" | "isMenu">): boolean =>
  filterExample !== undefined || (group === undefined && isMenu !== true)

/** What to call several of them, in a sentence. */
export const manyOf = ({ many, title }: Pick<Resource<never>, "many" | "title">): string => many ?? title.toLowerCase()

/** Any one of them, with its article: `a user`, `an on-call group`. */
export const anyOf = ({ one }: Pick<Resource<never>, "one">): string => `${/^[aeio]/i.test(one) ? "an" : "a"} ${one}`

/** What an action is done to, in a sentence: the row, or else what it makes. */
export const objectOf = <Row>(
  { object }: { readonly object?: string },
  resource: Pick<Resource<Row>, "nameOf" | "one">,
  row: Row | undefined
): string => (row === undefined ? (object ?? anyOf(resource)) : resource.nameOf(row))

/** The word for one of it as programs have it, such as `on_call_group`. */
export const wordOf = ({ one }: Pick<Resource<never>, "one">): string => one.replaceAll(/\W/g, "_")

/** Whether one goes by a name: what it is called, what it logs in with, or its id. */
export const isNamed = <Row>({ idOf, logins, nameOf }: Resource<Row>, row: Row, name: string): boolean =>
  [nameOf(row), ...(logins?.(row) ?? []), idOf(row)].some(
    (known) => known != null && String(known).toLowerCase() === name.toLowerCase()
  )
