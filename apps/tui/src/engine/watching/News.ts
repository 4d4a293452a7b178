import type { Id } from "../Id.ts"

/** What is compared of a row: its texts by their titles. */
export interface Compared<Row> {
  readonly idOf: (row: Row) => Id
  readonly nameOf: (row: Row) => string
  readonly textsOf: (row: Row) => ReadonlyMap<string, string>
}

/** What is otherwise in a list than it was before. */
export interface News {
  /** In milliseconds. */
  readonly at: number
  /** Titles of the texts that changed, by row. */
  readonly changed: ReadonlyMap<Id, ReadonlySet<string>>
  readonly added: ReadonlySet<Id>
  /** How many rows are gone. */
  readonly gone: number
  /** All of it in words, a part for each row. */
  readonly said: ReadonlyArray<string>
}

const changedIn = <Row>({ textsOf }: Compared<Row>, before: Row, after: Row): ReadonlyMap<string, string> => {
  const was = textsOf(before)
  return new Map([...textsOf(after)].filter(([title, text]) => was.get(title) !== text))
}

/** Of rows at the end, those that others pushed there, or out of what was read: they are no news. */
const withoutMoved = <Row>(all: ReadonlyArray<Row>, some: ReadonlySet<Row>, most: number): ReadonlyArray<Row> => {
  let end = all.length
  const row = (at: number) => all[at]
  for (let last = row(end - 1); last !== undefined && some.has(last) && all.length - end < most; last = row(end - 1))
    end--
  return all.slice(0, end).filter((row) => some.has(row))
}

/**
 * Compares rows with those that were at the same place before; nothing where they are the same. A row that was changed to
 * be gone here is no news. `isEnd` says that no rows follow.
 */
export const between = <Row>(
  compared: Compared<Row>,
  before: ReadonlyArray<Row>,
  after: ReadonlyArray<Row>,
  { at, isEnd, isKnown }: { at: number; isEnd: boolean; isKnown: (id: Id) => boolean }
): News | undefined => {
  const { idOf, nameOf } = compared
  const was = new Map(before.map((row) => [idOf(row), row]))
  const is = new Set(after.map(idOf))
  const came = new Set(after.filter((row) => !was.has(idOf(row))))
  const went = new Set(before.filter((row) => !is.has(idOf(row))))
  const added = isEnd ? [...came] : withoutMoved(after, came, went.size)
  const gone = (isEnd ? [...went] : withoutMoved(before, went, came.size)).filter((row) => !isKnown(idOf(row)))
  const changed = after.flatMap((row) => {
    const old = was.get(idOf(row))
    const texts = old === undefined ? new Map<string, string>() : changedIn(compared, old, row)
    return texts.size === 0 ? [] : [{ row, texts }]
  })
  if (changed.length + added.length + gone.length === 0) return undefined
  return {
    at,
    changed: new Map(changed.map(({ row, texts }) => [idOf(row), new Set(texts.keys())])),
    added: new Set(added.map(idOf)),
    gone: gone.length,
    said: [
      ...changed.map(
        ({ row, texts }) =>
          `${nameOf(row)}, ${Array.from(texts, ([title, text]) => `${title.toLowerCase()} ${text || "empty"}`).join(", ")}`
      ),
      ...added.map((row) => `new ${nameOf(row)}`),
      ...gone.map((row) => `gone ${nameOf(row)}`)
    ]
  }
}
