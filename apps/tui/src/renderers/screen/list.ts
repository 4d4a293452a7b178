import { cut, widthOf, wrap } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { ListBody } from "../../view/View.ts"
import { detailLines } from "./details.ts"
import * as Layout from "./layout.ts"
import type { Region } from "./Region.ts"
import { scrolled } from "./scrolled.ts"
import type { Scrolled } from "./scrolled.ts"
import { styled } from "./sgr.ts"
import type { Size } from "./Size.ts"
import { tableLines } from "./table.ts"

/** Lines for a list and its details, and what of them has room. */
export interface DrawnList {
  readonly lines: ReadonlyArray<string>
  /** Rows of the list; nothing where it is not seen. */
  readonly rows: number | undefined
  /** The furthest first line of the details. */
  readonly reach: number
  readonly regions: ReadonlyArray<Region>
}

/** From this height on, notes that do not fit beside the title have a line of their own. */
const roomy = 12

const separator = " · "

/** The title with its notes: what has no room beside it comes below, where that may be. */
export const titleLines = (
  theme: Theme,
  { news, notes: told, place, title }: ListBody,
  { height, width }: Size,
  isFocused = true
): ReadonlyArray<string> => {
  const notes = news === undefined ? told : [...told, news.note]
  const left = cut(place === "" ? "" : ` ${place}`, width - title.length)
  const used = title.length + left.length
  const fits = (count: number) => widthOf(notes.slice(0, count).join(separator)) + separator.length <= width - used
  const counts = Array.from({ length: notes.length + 1 }, (_, fewer) => notes.length - fewer)
  const beside = height < roomy ? notes.length : (counts.find(fits) ?? 0)
  const drawn = (some: ReadonlyArray<string>, lead: string, room: number) =>
    styled(theme.accent, cut(some.map((note, at) => (at === 0 ? lead : separator) + note).join(""), room))
  const right = drawn(notes.slice(0, beside), separator, width - used)
  const first = styled(isFocused ? theme.strong : theme.plain, title) + styled(theme.quiet, left) + right
  return beside === notes.length ? [first] : [first, drawn(notes.slice(beside), "", width)]
}

/** Exactly so many lines. */
export const filledTo = (lines: ReadonlyArray<string>, height: number): ReadonlyArray<string> =>
  Array.from({ length: height }, (_, row) => lines[row] ?? "")

const nothing: Scrolled = { lines: [], reach: 0 }

const details = (
  theme: Theme,
  { details, detailsHint, detailsTop }: ListBody,
  room: { width: number; height: number } | undefined
): Scrolled =>
  details === undefined || room === undefined
    ? nothing
    : scrolled(theme, detailLines(theme, details, room.width), {
        ...room,
        top: detailsTop,
        hint: detailsHint
      })

/** Draws a list in a room of which `below` lines are taken. */
export const drawList = (
  theme: Theme,
  list: ListBody,
  { below, height, width }: { below: number; height: number; width: number }
): DrawnList => {
  const title = titleLines(theme, list, { height, width })
  const panel = below + title.length - 1
  const isFull = list.isFull === true
  const layout = Layout.of({ width, height, isFull, panel, details: list.withDetails, total: list.viewport.total })
  const room = Math.max(0, height - 1 - panel)
  if (list.instead !== undefined) {
    const lines = [...title, ...filledTo(wrap(list.instead, width), room)]
    return { lines, rows: layout.rows, reach: 0, regions: [] }
  }
  const viewport = { ...list.viewport, height: layout.rows }
  const rows = layout.rows === 0 ? [] : tableLines(theme, { ...list, viewport }, layout.list)
  const { lines, reach } = details(theme, list, layout.details)
  const top = title.length
  const whole: Region = { row: top, column: 0, height: room, width: layout.list, target: { _tag: "List" } }
  const listed: Region = {
    ...whole,
    row: top + 1,
    height: Math.max(0, rows.length - 1),
    target: { _tag: "Rows", top: viewport.top, rowAt: list.rowAt }
  }
  const bar = styled(list.isInDetails ? theme.strong : theme.line, "│")
  if (layout.beside) {
    const beside = filledTo(rows, room).map(
      (row, at) => `${row === "" ? " ".repeat(layout.list) : row} ${bar} ${lines[at] ?? ""}`
    )
    const column = layout.list + 1
    const aside: Region = { ...whole, column, width: width - column, target: { _tag: "Details" } }
    return { lines: [...title, ...beside], rows: layout.rows, reach, regions: [whole, listed, aside] }
  }
  const above = rows.length === 0 ? 0 : layout.rows + 1
  const under: Region = { ...whole, row: top + above, height: room - above, target: { _tag: "Details" } }
  const rule = lines.length > 0 && rows.length > 0 ? [styled(theme.line, "─".repeat(width))] : []
  return {
    lines: [...title, ...filledTo([...filledTo(rows, above), ...rule, ...lines], room)],
    rows: isFull ? undefined : layout.rows,
    reach,
    regions: lines.length === 0 ? [whole, listed] : [whole, listed, under]
  }
}
