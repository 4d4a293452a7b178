import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import type { FieldColumn, Value } from "../../resources/Field.ts"
import { numberFormat } from "../../text/format.ts"
import type { Id, IdOf } from "./PageCache.ts"
import * as PageCache from "./PageCache.ts"

/** A column and a direction to sort by. Empty values come last in both directions. */
export interface SortOrder<Row> {
  readonly column: Pick<FieldColumn<Row>, "name" | "title"> & {
    // a method, so that a list of some rows is assignable to a list of any
    value(row: Row): Value
  }
  readonly direction: "ascending" | "descending"
}

/** Returns the order after the same column is chosen again: ascending, descending, none. */
export const nextOrder = <Row>(
  order: SortOrder<Row> | undefined,
  column: SortOrder<Row>["column"]
): SortOrder<Row> | undefined => {
  if (order?.column.name !== column.name) return { column, direction: "ascending" }
  return order.direction === "ascending" ? { column, direction: "descending" } : undefined
}

/** How the cached rows are arranged here, independently of the service. */
export interface Arrangement<Row> {
  readonly order: SortOrder<Row> | undefined
  /** The word to search for; empty for none. */
  readonly search: string
}

/** The cached rows, sorted and searched. A row keeps its position when it changes. */
export interface LocalView<Row> extends Arrangement<Row> {
  /** The rows when the view was arranged. */
  readonly rows: ReadonlyArray<Row>
  /** The rows that changed since, by position in the view. */
  readonly changed: HashMap.HashMap<number, Row>
  /** The position in the whole list, by position in the view. */
  readonly listPositions: ReadonlyArray<number>
  readonly viewPositions: ReadonlyMap<Id, number>
  /** The number of cached rows when the view was arranged. */
  readonly loaded: number
  readonly view: PageCache.Viewport
}

/** Identifies rows, and returns the texts in which a word is searched. */
export interface RowTexts<Row> {
  readonly idOf: IdOf<Row>
  readonly textsOf: (row: Row) => ReadonlyArray<string>
}

/** Sorts and searches the cached rows. */
export const arrange = <Row>(
  { idOf, textsOf }: RowTexts<Row>,
  cache: PageCache.PageCache<Row>,
  { order, search }: Arrangement<Row>,
  height: number
): LocalView<Row> => {
  const all = PageCache.placed(cache, idOf)
  const has = search === "" ? undefined : hasText(search)
  const found = has === undefined ? all : all.filter(({ row }) => has(textsOf(row)))
  const rows = found.map(({ row }) => row)
  const sorted = order === undefined ? found : sortedPositions(rows, order).flatMap((at) => found[at] ?? [])
  return {
    order,
    search,
    rows: sorted.map(({ row }) => row),
    changed: HashMap.empty(),
    listPositions: sorted.map(({ at }) => at),
    viewPositions: new Map(sorted.map(({ row }, index) => [idOf(row), index] as const)),
    loaded: all.length,
    view: PageCache.withTotal(PageCache.withHeight(PageCache.emptyView, height), sorted.length)
  }
}

export const rowAt = <Row>({ changed, rows }: LocalView<Row>, index: number): Row | undefined =>
  Option.getOrElse(HashMap.get(changed, index), () => rows[index])

export const currentRows = <Row>({ changed, rows }: LocalView<Row>): ReadonlyArray<Row> =>
  HashMap.isEmpty(changed) ? rows : rows.map((row, index) => Option.getOrElse(HashMap.get(changed, index), () => row))

/** Replaces a row in its position. */
export const withRow = <Row>(local: LocalView<Row>, id: Id, row: Row): LocalView<Row> => {
  const index = local.viewPositions.get(id)
  return index === undefined ? local : { ...local, changed: HashMap.set(local.changed, index, row) }
}

/** Whether a row is unchanged since the last refresh of the list. */
export const isCurrent = <Row>(local: LocalView<Row>, cache: PageCache.PageCache<Row>, index: number): boolean => {
  const at = local.listPositions[index]
  if (at === undefined || PageCache.rowAt(cache, at) !== rowAt(local, index)) return false
  return PageCache.isCurrent(cache, PageCache.pageOf(cache.pageSize, at))
}

/** Formats a view: `12 with "ann", sorted by NAME: 200 loaded of 1,000`, or `of at least 1,000`. */
export const text = <Row>(
  { loaded, order, rows, search }: LocalView<Row>,
  total: number,
  totalIsMinimum = false
): string => {
  const found = search === "" ? [] : [`${numberFormat.format(rows.length)} with "${search}"`]
  const sorted = order === undefined ? [] : [`sorted by ${order.column.title}`]
  const direction = order?.direction === "descending" ? ["descending"] : []
  const least = totalIsMinimum ? "at least " : ""
  const all =
    !totalIsMinimum && loaded >= total
      ? `all ${numberFormat.format(loaded)} loaded`
      : `${numberFormat.format(loaded)} loaded of ${least}${numberFormat.format(total)}`
  return `${[...found, ...sorted, ...direction].join(", ")}: ${all}`
}

const accents = /[\u0300-\u036F]/g

const isAscii = (text: string) => /^[\0-\x7F]*$/.test(text)

/** Normalizes case, accents and compatible characters. Upper case first: `ß` becomes `ss`, and the final `ς` `σ`. */
const fold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text.normalize("NFKD").replace(accents, "").normalize("NFC").toUpperCase().toLowerCase()

/** Returns a predicate: whether one of the texts of a row contains the word. */
export const hasText = (word: string): ((texts: ReadonlyArray<string>) => boolean) => {
  const needle = fold(word.trim())
  // a word never contains the line break, so one call folds the whole row
  return (texts) => fold(texts.join("\n")).includes(needle)
}

const collator = new Intl.Collator("en", { numeric: true })

const datePattern = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{0,3}(\d*))?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** Parses a date into milliseconds, with the digits below one that `Date` drops. Without a zone it is in UTC. */
const parseDate = (text: string): number => {
  const match = datePattern.exec(text)
  if (match === null) return Number.NaN
  const [, belowMillisecond = "", zone] = match
  return Date.parse(text.includes("T") && zone === undefined ? `${text}Z` : text) + Number(`0.${belowMillisecond}0`)
}

const isEmpty = (value: Value) => value === null || value === undefined || value === "" || Number.isNaN(value)

const ranks: Readonly<Record<string, number>> = { number: 0, boolean: 1, string: 2 }

const rank = (value: Value) => ranks[typeof value] ?? 3

const compare = (a: Value, b: Value): number => {
  if (typeof a === "string" && typeof b === "string") return collator.compare(a, b)
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  return Number(a) - Number(b)
}

/** Returns times if all values are dates or empty, else the values. */
const comparable = (values: ReadonlyArray<Value>): ReadonlyArray<Value> => {
  const times = values.map((value) => (typeof value === "string" && value !== "" ? parseDate(value) : value))
  return times.every((time, at) => !Number.isNaN(time) || isEmpty(values[at])) ? times : values
}

/** Returns the positions of rows in sort order; the sort is stable. */
export const sortedPositions = <Row>(
  rows: ReadonlyArray<Row>,
  { column, direction }: SortOrder<Row>
): ReadonlyArray<number> => {
  const values = comparable(rows.map((row) => column.value(row)))
  const sign = direction === "ascending" ? 1 : -1
  const [filled, empty] = [new Array<number>(), new Array<number>()]
  for (const [at, value] of values.entries()) (isEmpty(value) ? empty : filled).push(at)
  return [...filled.toSorted((a, b) => sign * compare(values[a], values[b]) || a - b), ...empty]
}
