import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"

import { counted } from "../../text/numbers.ts"
import type { Id, IdOf } from "./PageCache.ts"
import * as PageCache from "./PageCache.ts"
import * as Sort from "./Sort.ts"
import * as Viewport from "./Viewport.ts"

const accents = /[\u0300-\u036F]/g

const isPlain = (text: string) => /^[\0-\x7F]*$/.test(text)

/** A text without what a search passes over: case, accents, and other forms of the same character. */
const folded = (text: string): string =>
  isPlain(text)
    ? text.toLowerCase()
    : text.normalize("NFKD").replace(accents, "").normalize("NFC").toUpperCase().toLowerCase()

/** Makes what tells whether one of the texts of a row has a word in it. */
export const hasText = (word: string): ((texts: ReadonlyArray<string>) => boolean) => {
  const sought = folded(word.trim())
  // joined by what nobody types, a row is folded at once
  return (texts) => folded(texts.join("\n")).includes(sought)
}

/** What is made of the rows at hand, which the service does not do: an order, and a word that they have in them. */
export interface Arrangement<Row> {
  readonly order: Sort.Order<Row> | undefined
  /** The word that is searched for; empty for none. */
  readonly search: string
}

/** The rows at hand in an order of their own, as they were when it was taken: no row moves because it was changed. */
export interface LocalView<Row> extends Arrangement<Row> {
  readonly taken: ReadonlyArray<Row>
  /** Those that were changed since, by their places in it. */
  readonly changed: HashMap.HashMap<number, Row>
  /** Where in the whole list each of them is. */
  readonly at: ReadonlyArray<number>
  /** How many rows there were to take from. */
  readonly loaded: number
  readonly view: Viewport.Viewport
}

/** How rows are told apart, and the texts in which a word is searched for. */
export interface RowTexts<Row> {
  readonly idOf: IdOf<Row>
  readonly textsOf: (row: Row) => ReadonlyArray<string>
}

/** Sorts and searches the rows at hand. */
export const take = <Row>(
  { idOf, textsOf }: RowTexts<Row>,
  cache: PageCache.PageCache<Row>,
  { order, search }: Arrangement<Row>,
  height: number
): LocalView<Row> => {
  const all = PageCache.placed(cache, idOf)
  const has = search === "" ? undefined : hasText(search)
  const found = has === undefined ? all : all.filter(({ row }) => has(textsOf(row)))
  const rows = found.map(({ row }) => row)
  const positions = order === undefined ? undefined : Sort.positions(rows, order)
  const sorted = positions === undefined ? found : positions.flatMap((at) => found[at] ?? [])
  return {
    order,
    search,
    taken: sorted.map(({ row }) => row),
    changed: HashMap.empty(),
    at: sorted.map(({ at }) => at),
    loaded: all.length,
    view: Viewport.withTotal(Viewport.withHeight(Viewport.empty, height), sorted.length)
  }
}

/** A row by its place in it. */
export const rowAt = <Row>({ changed, taken }: LocalView<Row>, index: number): Row | undefined =>
  Option.getOrElse(HashMap.get(changed, index), () => taken[index])

/** All rows of it, in their order. */
export const rowsOf = <Row>({ changed, taken }: LocalView<Row>): ReadonlyArray<Row> =>
  HashMap.isEmpty(changed) ? taken : taken.map((row, index) => Option.getOrElse(HashMap.get(changed, index), () => row))

const places = new WeakMap<ReadonlyArray<unknown>, ReadonlyMap<Id, number>>()

/** Where a row is in it; a change leaves it there. */
export const indexOf = <Row>({ taken }: LocalView<Row>, idOf: IdOf<Row>, id: Id): number | undefined => {
  const known = places.get(taken) ?? new Map(taken.map((row, index) => [idOf(row), index] as const))
  places.set(taken, known)
  return known.get(id)
}

/** The same with a row as it is after a change; it stays in its place. */
export const changed = <Row>(local: LocalView<Row>, idOf: IdOf<Row>, id: Id, row: Row): LocalView<Row> => {
  const index = indexOf(local, idOf, id)
  return index === undefined ? local : { ...local, changed: HashMap.set(local.changed, index, row) }
}

/** Whether a row is as the list was when it was last refreshed: where it was, it still is the same. */
export const isCurrent = <Row>(local: LocalView<Row>, cache: PageCache.PageCache<Row>, index: number): boolean => {
  const place = local.at[index]
  if (place === undefined || PageCache.rowAt(cache, place) !== rowAt(local, index)) return false
  return PageCache.isCurrent(cache, PageCache.pageOf(cache.pageSize, place))
}

/** Says what it is: `12 with "ann", sorted by NAME: 200 loaded of 1,000`. */
export const text = <Row>({ loaded, order, search, taken }: LocalView<Row>, total: number, isOpen = false): string => {
  const found = search === "" ? [] : [`${counted.format(taken.length)} with "${search}"`]
  const sorted = order === undefined ? [] : [`sorted by ${order.column.title}`]
  const way = order?.direction === "descending" ? ["descending"] : []
  const least = isOpen ? "at least " : ""
  const all = !isOpen && loaded >= total ? `all ${counted.format(loaded)} loaded` : undefined
  return `${[...found, ...sorted, ...way].join(", ")}: ${all ?? `${counted.format(loaded)} loaded of ${least}${counted.format(total)}`}`
}
