import { keyOf } from "../../keymap/lookup.ts"
import { cut, wrap } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import type { ListBody } from "../../view/View.ts"
import { detailLines } from "./details.ts"
import * as Layout from "./layout.ts"
import { scrolled } from "./scrolled.ts"
import type { Scrolled } from "./scrolled.ts"
import { styled } from "./sgr.ts"
import { tableLines } from "./table.ts"

/** Lines for a list and its details, and what of them has room. */
export interface DrawnList {
  readonly lines: ReadonlyArray<string>
  /** Rows of the list. */
  readonly rows: number
  /** The furthest first line of the details. */
  readonly reach: number
}

const titleLine = (theme: Theme, { notes, place, title }: ListBody, width: number): string => {
  const left = cut(place === "" ? "" : ` ${place}`, width - title.length)
  const right = cut(notes.map((note) => ` · ${note}`).join(""), width - title.length - left.length)
  return styled(theme.strong, title) + styled(theme.quiet, left) + styled(theme.accent, right)
}

const filledTo = (lines: ReadonlyArray<string>, height: number): ReadonlyArray<string> =>
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
  const layout = Layout.of({ width, height, panel: below, details: list.withDetails })
  const room = Math.max(0, height - 1 - below)
  const title = titleLine(theme, list, width)
  if (list.instead !== undefined) {
    return { lines: [title, ...filledTo(wrap(list.instead, width), room)], rows: layout.rows, reach: 0 }
  }
  const viewport = { ...list.viewport, height: layout.rows }
  const rows = layout.rows === 0 ? [] : tableLines(theme, { ...list, viewport }, layout.list)
  const { lines, reach } = details(theme, list, layout.details)
  const bar = styled(list.isInDetails ? theme.accent : theme.quiet, "│")
  if (layout.beside) {
    const beside = filledTo(rows, room).map(
      (row, at) => `${row === "" ? " ".repeat(layout.list) : row} ${bar} ${lines[at] ?? ""}`
    )
    return { lines: [title, ...beside], rows: layout.rows, reach }
  }
  const rule = lines.length > 0 && rows.length > 0 ? [styled(theme.quiet, "─".repeat(width))] : []
  return {
    lines: [title, ...filledTo([...filledTo(rows, rows.length === 0 ? 0 : layout.rows + 1), ...rule, ...lines], room)],
    rows: layout.rows,
    reach
  }
}
