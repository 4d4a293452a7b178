import { Page } from "@remote-assist/core"
import { didYouMean, pluralize } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import type { Action, Command, CopyAction, OpenAction, Services, FormAction, Query } from "../actions/Action.ts"
import type { Failure } from "../Problem.ts"
import type { Tone } from "../theme.ts"
import type { Field, FieldColumn, Secret } from "./Field.ts"

/** A screen of several resources, each in its own box. */
export interface ResourceGroup {
  /** Name of the screen, its commands and its key context. */
  readonly name: string
  readonly title: string
  /** The key after `g` that opens the screen. */
  readonly letter: string
  /** The screen exists only if this answers at the address. */
  readonly place: "emulator"
}

/** A tab of the detail view: the facts, or a query that runs when the tab is opened. */
interface Tab<Row> {
  readonly title: string
  readonly query?: Query<Row>
  /** Whether the query is not a command, because another command answers the same. */
  readonly isOfScreen?: boolean
}

/** A row of any resource. */
// oxlint-disable-next-line typescript/no-explicit-any -- only the resource of a row reads its fields
export type AnyRow = any

export type AnyResource = Resource<AnyRow>

/** A key that opens a form of another resource, filled in from the selected row. */
export interface FormLink<Row> extends Command {
  readonly of: AnyResource
  readonly form: FormAction<AnyRow>
  /** Initial values of the fields. */
  readonly initial: (row: Row) => Readonly<Record<string, string | undefined>>
}

/** A page of a list without a total: more rows may follow. */
export interface OpenPage<Row> {
  readonly entries: ReadonlyArray<Row>
  /** The requested number of rows. */
  readonly page_size: number
}

/** A page of a list, with or without a total. */
export type ListPage<Row> = Page.Page<Row> | OpenPage<Row>

/** Defines a list: its screen, keys, help, commands and tools. To add one, write its file and list it in `resources.ts`. */
export interface Resource<Row> {
  /** Such as `users`; also its key context. */
  readonly name: string
  readonly title: string
  /** Singular: `user`. */
  readonly one: string
  /** Plural (default: the title in lower case). */
  readonly many?: string
  /** The key after `g` that opens the screen, or the key that focuses its box. */
  readonly letter: string
  /** The resource whose screen shows this list too, the key that switches, and the labels of both directions. */
  readonly within?: {
    readonly resource: string
    readonly key: string
    readonly label: string
    readonly back: string
  }
  /** The screen that shows this resource as a box. A change in one box reloads all boxes. */
  readonly group?: ResourceGroup
  /** Whether there is exactly one row. Its commands take no name. */
  readonly isSingle?: true
  readonly pageSize: number
  readonly idOf: (row: Row) => string | number
  /** Name of a row, which users also type to confirm. */
  readonly nameOf: (row: Row) => string
  /** Reads one page; an empty filter or order is not sent. */
  readonly read: (filter: string, page: number, order?: string) => Effect.Effect<ListPage<Row>, Failure, Services>
  /** Streams all rows; required if pages have no total. */
  readonly rows?: (filter: string, order: string) => Stream.Stream<Row, Failure, Services>
  /** Names of the columns by which the service can sort in ascending order. */
  readonly orders?: ReadonlyArray<string>
  /** Whether new rows come at the end: the last row is selected first, and the new last row replaces it. */
  readonly growsAtEnd?: true
  /** Example of a filter, if the service supports filters. */
  readonly filterExample?: string
  /** Names of the fields that a filter may have (default: all). */
  readonly filters?: ReadonlyArray<string>
  /** Login names of a row, if rows are accounts. */
  readonly logins?: (row: Row) => ReadonlyArray<string | number | null | undefined>
  /** Id of the account that a row belongs to, if rows are not accounts. */
  readonly owner?: (row: Row) => number | undefined
  readonly state?: (row: Row) => { readonly text: string; readonly tone: Tone }
  readonly columns: ReadonlyArray<FieldColumn<Row>>
  /** Labels and values of the detail view; empty values are hidden. */
  readonly facts: ReadonlyArray<readonly [label: string, value: (row: Row) => string | null | undefined]>
  readonly actions: ReadonlyArray<Action<Row>>
  /** Actions that only undo others: they have no keys and no commands. */
  readonly inverses?: ReadonlyArray<Action<Row>>
  readonly forms?: ReadonlyArray<FormAction<Row>>
  readonly queries?: ReadonlyArray<Query<Row>>
  readonly copies?: ReadonlyArray<CopyAction<Row>>
  readonly formLinks?: ReadonlyArray<FormLink<Row>>
  /** Names of the fields whose last submitted value fills the next form. */
  readonly keeps?: ReadonlyArray<string>
  readonly secret?: Secret<Row>
  readonly links?: ReadonlyArray<OpenAction<Row>>
  /** Tabs of the detail view, selected by digits; the first shows the facts. */
  readonly tabs?: ReadonlyArray<Tab<Row>>
  /** Name of the command that Enter runs (default: show details). */
  readonly enter?: (row: Row) => string | undefined
  /** Names of other commands than actions that do nothing for a row. */
  readonly idle?: (row: Row) => ReadonlyArray<string>
  /** Whether it works without a login. */
  readonly isPublic?: boolean
  /** Whether the rows come from this program without a request. */
  readonly isOfProgram?: boolean
  /** Whether the rows are forms to choose from. They are also shown without a login. */
  readonly isMenu?: boolean
  /** Purpose, if it is not to list rows. */
  readonly about?: string
  /** Whether the rows exist only in this program, so that commands and tools cannot list them. */
  readonly isLocal?: boolean
  /** The fields in commands and tools. */
  readonly fields: ReadonlyArray<Field<Row>>
  /** Names of the default fields of a table. */
  readonly summary: ReadonlyArray<string>
  /** What identifies a row on the command line, such as `id or e-mail address`. */
  readonly namedBy: string
  /** Identifier of a row of the demo, for examples in the help. */
  readonly example?: string
  /** Filter that finds a row by its name, if the service has one. */
  readonly filterFor?: (name: string) => string
  /** Reads one row by its id, or `undefined` if the name is not an id. */
  readonly readOne?: (name: string) => Effect.Effect<Row, Failure, Services> | undefined
  /** A row with only its id, or `undefined` if the name is not an id. */
  readonly ofId?: (name: string) => Row | undefined
}

/** Returns the id that the service gives a row, unless it gives none. */
export const idOfService = ({ facts }: AnyResource) => facts.find(([label]) => label === "Id")?.[1]

/** The plural in a sentence: `users`. */
export const pluralName = ({ many, title }: Pick<Resource<never>, "many" | "title">): string =>
  many ?? title.toLowerCase()

/** Formats a number of rows: `1 user`, `12,345 users`. */
export const countRows = (count: number, resource: Pick<Resource<never>, "many" | "one" | "title">): string =>
  pluralize(count, resource.one, pluralName(resource))

/** The singular with its article: `a user`, `an on-call group`. */
export const withArticle = ({ one }: Pick<Resource<never>, "one">): string =>
  `${/^[aeio]/i.test(one) ? "an" : "a"} ${one}`

/** Names the target of an action in a sentence: the row, or the object that the action creates. */
export const targetName = <Row>(
  { object }: { readonly object?: string },
  resource: Pick<Resource<Row>, "nameOf" | "one">,
  row: Row | undefined
): string => (row === undefined ? (object ?? withArticle(resource)) : resource.nameOf(row))

/** The singular as a name in JSON: `on_call_group`. */
export const jsonName = ({ one }: Pick<Resource<never>, "one">): string => one.replaceAll(/\W/g, "_")

/** Whether a text is the name, a login or the id of a row. */
export const matchesName = <Row>({ idOf, logins, nameOf }: Resource<Row>, row: Row, name: string): boolean =>
  [nameOf(row), ...(logins?.(row) ?? []), idOf(row)].some(
    (known) => known != null && String(known).toLowerCase() === name.toLowerCase()
  )

/** The number of rows of a list, or `undefined` if the service does not send it. */
export const totalEntries = (page: ListPage<unknown>): number | undefined =>
  "total_entries" in page ? page.total_entries : undefined

/** Whether a page is the last one. Without a total, that is a page with fewer rows than requested. */
export const isLastPage = (page: ListPage<unknown>): boolean =>
  "total_pages" in page ? page.page >= page.total_pages : page.entries.length < page.page_size

/** Page size of lists that the service sends as a whole. */
export const wholePageSize = 1000

/** Returns a list that is complete as its only page. */
export const wholePage = <Row>(rows: ReadonlyArray<Row>, page: number, pageSize = wholePageSize): Page.Page<Row> => ({
  entries: page === 1 ? rows : [],
  total_entries: rows.length,
  total_pages: 1,
  page,
  page_size: Math.max(pageSize, rows.length)
})

/** Returns the query of a list; an empty filter or order is not sent. */
export const listQuery = (pageSize: number, filter: string, order = "") => ({
  page_size: pageSize,
  ...(filter !== "" && { filter }),
  ...(order !== "" && { order })
})

export interface RowOptions<E> {
  readonly filter: string
  readonly order?: string
  /** Called with each page, and the total if it is known; a failure ends the stream. */
  readonly onPage?: (rows: number, total: number | undefined) => Effect.Effect<void, E>
  /** Called when the list turns out to be shorter than before. */
  readonly onShrink?: () => Effect.Effect<void>
  /** Number of pages to read at the same time (default 1). */
  readonly concurrency?: number | undefined
}

/** Streams every row of a list once, and reads its pages on demand. */
export const allRows = <E = never>(
  { read, rows }: AnyResource,
  { concurrency, filter, onPage = () => Effect.void, onShrink = () => Effect.void, order = "" }: RowOptions<E>
): Stream.Stream<AnyRow, Failure | E, Services> => {
  if (rows !== undefined)
    return rows(filter, order).pipe(
      Stream.chunks,
      Stream.tap((page) => onPage(page.length, undefined)),
      Stream.flattenIterable
    )
  const readPage = (number: number) =>
    Effect.tap(Effect.flatMap(read(filter, number, order), requireTotal), (page) =>
      onPage(page.entries.length, page.total_entries)
    )
  return concurrency === undefined
    ? Page.stream(readPage, { onShrink })
    : Stream.unwrap(Effect.map(Page.readAhead(readPage, concurrency), (read) => Page.stream(read, { onShrink })))
}

const requireTotal = (page: ListPage<AnyRow>): Effect.Effect<Page.Page<AnyRow>> =>
  "total_pages" in page ? Effect.succeed(page) : Effect.die(new Error("A list without totals needs `rows`."))

/** Returns the names of the fields that a filter may have. */
export const filterNames = ({ fields, filters }: Pick<AnyResource, "fields" | "filters">): ReadonlyArray<string> =>
  filters ?? fields.map(({ name }) => name)

/** Asks whether another field is meant, if a filter names an unknown one. */
export const fieldHint = (resource: Pick<AnyResource, "fields" | "filters">, filter: string): string => {
  const names = filterNames(resource)
  const [, name] = /^\s*"?\s*(\w+)\s*[~!<>=|]/.exec(filter) ?? []
  return name === undefined || names.includes(name) ? "" : didYouMean(name, names)
}

/** Suggests a filter without blanks and quotes, or one that finds parts of texts, after a space. */
const filterAdvice = (filter: string): string => {
  const bare = filter.replace(/^(\w+)\s*(~?=)\s*(["']?)(.+)\3$/, "$1$2$4")
  if (bare !== filter) return ` Write it without blanks and quotes: ${bare}.`
  const [, field, value = ""] = /^(\w+)~?=(?!(?:true|false|[\d.-]+)$)([^@=]+)$/.exec(filter) ?? []
  const pattern = `${field}~=${value.includes("%") ? value : `%${value}%`}`
  return field === undefined || pattern === filter ? "" : ` ${pattern} also finds parts of texts. Letter case counts.`
}

/** Says that no row matches a filter, and what to write instead. */
export const noMatch = (
  resource: Pick<AnyResource, "fields" | "filters" | "group" | "one">,
  filter: string
): string => {
  const advice = resource.group === undefined ? filterAdvice(filter.trim()) : ""
  return `No ${resource.one} matches ${filter}.${fieldHint(resource, filter)}${advice}`
}
