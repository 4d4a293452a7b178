import { keyOf } from "../../keymap/lookup.ts"
import { cut, widthOf, wrap } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { ListBody } from "../../view/View.ts"
import { detailLines } from "./details.ts"
import * as Layout from "./layout.ts"
import { scrolled } from "./scrolled.ts"
import type { Scrolled } from "./scrolled.ts"
import { styled } from "./sgr.ts"
import type { Size } from "./Size.ts"
import { tableLines } from "./table.ts"

/** Lines for a list and its details, and what of them has room. */
export interface DrawnList {
  readonly lines: ReadonlyArray<string>
  /** Rows of the list. */
  readonly rows: number
  /** The furthest first line of the details. */
  readonly reach: number
}

/** From this height on, notes that do not fit beside the title have a line of their own. */
const roomy = 12

const separator = " · "

/** The title with its notes: what has no room beside it comes below, where that may be. */
const titleLines = (
  theme: Theme,
  { notes, place, title }: ListBody,
  { height, width }: Size
): ReadonlyArray<string> => {
  const left = cut(place === "" ? "" : ` ${place}`, width - title.length)
  const used = title.length + left.length
  const fits = (count: number) => widthOf(notes.slice(0, count).join(separator)) + separator.length <= width - used
  const counts = Array.from({ length: notes.length + 1 }, (_, fewer) => notes.length - fewer)
  const beside = height < roomy ? notes.length : (counts.find(fits) ?? 0)
  const drawn = (some: ReadonlyArray<string>, lead: string, room: number) =>
    styled(theme.accent, cut(some.map((note, at) => (at === 0 ? lead : separator) + note).join(""), room))
  const right = drawn(notes.slice(0, beside), separator, width - used)
  const first = styled(theme.strong, title) + styled(theme.quiet, left) + right
  return beside === notes.length ? [first] : [first, drawn(notes.slice(beside), "", width)]
}

/** Exactly so many lines. */
export const filledTo = (lines: ReadonlyArray<string>, height: number): ReadonlyArray<string> =>
  Array.from({ length: height }, (_, row) => lines[row] ?? "")

const nothing: Scrolled = { lines: [], reach: 0 }

const details = (
  theme: Theme,
  { details, detailsTop, isInDetails }: ListBody,
  room: { width: number; height: number } | undefined
): Scrolled =>
  details === undefined || room === undefined
    ? nothing
    : scrolled(theme, detailLines(theme, details, room.width), {
        ...room,
        top: detailsTop,
        hint: isInDetails
          ? `${keyOf("details.down")} ${keyOf("details.up")}, ${keyOf("details.leave")}`
          : keyOf("list.other")
      })

/** Draws a list in a room of which `below` lines are taken. */
export const drawList = (
  theme: Theme,
  list: ListBody,
  { below, height, width }: { below: number; height: number; width: number }
): DrawnList => {
  const title = titleLines(theme, list, { height, width })
  const panel = below + title.length - 1
  const layout = Layout.of({ width, height, panel, details: list.withDetails, total: list.viewport.total })
  const room = Math.max(0, height - 1 - panel)
  if (list.instead !== undefined) {
    return { lines: [...title, ...filledTo(wrap(list.instead, width), room)], rows: layout.rows, reach: 0 }
  }
  const viewport = { ...list.viewport, height: layout.rows }
  const rows = layout.rows === 0 ? [] : tableLines(theme, { ...list, viewport }, layout.list)
  const { lines, reach } = details(theme, list, layout.details)
  const bar = styled(list.isInDetails ? theme.accent : theme.quiet, "│")
  if (layout.beside) {
    const beside = filledTo(rows, room).map(
      (row, at) => `${row === "" ? " ".repeat(layout.list) : row} ${bar} ${lines[at] ?? ""}`
    )
    return { lines: [...title, ...beside], rows: layout.rows, reach }
  }
  const rule = lines.length > 0 && rows.length > 0 ? [styled(theme.quiet, "─".repeat(width))] : []
  return {
    lines: [
      ...title,
      ...filledTo([...filledTo(rows, rows.length === 0 ? 0 : layout.rows + 1), ...rule, ...lines], room)
    ],
    rows: layout.rows,
    reach
  }
}
