import { cut, fit, widthOf, wrap } from "../../text/fit.ts"
import type { Theme } from "../../theme.ts"
import { focused } from "../../view/boxes.ts"
import type { Box, BoxesBody } from "../../view/View.ts"
import { hintLine } from "./hints.ts"
import { drawList, filledTo, titleLines } from "./list.ts"
import { styled } from "./sgr.ts"
import type { Size } from "./Size.ts"
import { tableLines } from "./table.ts"

/** Lines for several boxes, and how many rows of each list have room. */
export interface DrawnBoxes {
  readonly lines: ReadonlyArray<string>
  readonly heights: ReadonlyMap<string, number>
  readonly reach: number
}

/** With less room there is one box at a time. */
const least: Size = { width: 80, height: 16 }

const gap = 1

/** Of the height, a row of small boxes has this much; they are no lower than the least and no higher than the most. */
const small = { share: 0.22, least: 5, most: 10 }

/** Whether all boxes have room. */
export const areAllShown = ({ height, width }: Size): boolean => width >= least.width && height >= least.height

/** What stands in a box: rows, or why there are none. */
const inside = (theme: Theme, { list }: Box, rows: number, width: number): ReadonlyArray<string> => {
  if (list.instead !== undefined) return wrap(list.instead, width - 1).map((line) => fit(` ${line}`, width))
  return tableLines(theme, { ...list, viewport: { ...list.viewport, height: rows } }, width).slice(1)
}

/** A list between four lines, with its keys. */
const framed = (theme: Theme, box: Box, { height, width }: Size): ReadonlyArray<string> => {
  const { hints, isFocused, key, list } = box
  const edge = (text: string) => styled(isFocused ? theme.accent : theme.quiet, text)
  const room = width - 2
  const said = [list.title, list.isSingle === true ? "" : list.place, ...list.notes]
    .filter((part) => part !== "")
    .join(" · ")
  const title = cut(`${key} ${said}`, room - 3)
  const empty = " ".repeat(room)
  const rows = filledTo(inside(theme, box, height - 3, room), height - 3).map((row) => row || empty)
  return [
    `${edge("┌ ")}${styled(isFocused ? theme.strong : theme.plain, title)}${edge(` ${"─".repeat(Math.max(0, room - 2 - widthOf(title)))}┐`)}`,
    ...[...rows, ` ${hintLine(theme, hints, room - 1)}`].map((line) => `${edge("│")}${line}${edge("│")}`),
    edge(`└${"─".repeat(room)}┘`)
  ]
}

const pairs = (boxes: ReadonlyArray<Box>): ReadonlyArray<ReadonlyArray<Box>> =>
  boxes.flatMap((_, at) => (at % 2 === 0 ? [boxes.slice(at, at + 2)] : []))

const together = (theme: Theme, pair: ReadonlyArray<Box>, height: number, width: number): ReadonlyArray<string> => {
  const left = Math.floor((width - gap) / 2)
  const drawn = pair.map((box, at) => framed(theme, box, { height, width: at === 0 ? left : width - gap - left }))
  return Array.from({ length: height }, (_, row) => drawn.map((lines) => lines[row] ?? "").join(" ".repeat(gap)))
}

/** The list that is longer than the others, below them. */
const main = (theme: Theme, box: Box, { height, width }: Size): ReadonlyArray<string> => {
  const { isFocused, key, list } = box
  const title = titleLines(theme, { ...list, title: `${key} ${list.title}` }, { height, width }, isFocused)
  const room = height - title.length
  if (list.instead !== undefined) return [...title, ...filledTo(wrap(list.instead, width), room)]
  const viewport = { ...list.viewport, height: room - 1 }
  return [...title, ...filledTo(tableLines(theme, { ...list, viewport }, width), room)]
}

const drawAll = (theme: Theme, boxes: ReadonlyArray<Box>, { height, width }: Size): DrawnBoxes => {
  const others = boxes.filter(({ isMain }) => !isMain)
  const each = Math.min(small.most, Math.max(small.least, Math.floor(height * small.share)))
  const rest = height - pairs(others).length * each
  const below = boxes.filter(({ isMain }) => isMain).map((box) => main(theme, box, { height: rest, width }))
  return {
    lines: [...pairs(others).flatMap((pair) => together(theme, pair, each, width)), ...below.flat()],
    heights: new Map(boxes.map(({ isMain, list }) => [list.name, isMain ? Math.max(1, rest - 2) : each - 3])),
    reach: 0
  }
}

/** One line: the boxes there are with the keys that go there, the one that is shown in brackets. */
const tabs = (theme: Theme, boxes: ReadonlyArray<Box>, width: number): string => {
  const texts = boxes.map(({ isFocused, key, list }) => (isFocused ? `[${list.title}]` : ` ${key} ${list.title} `))
  const fits = widthOf(texts.join(" ")) <= width
  const short = boxes.map(({ isFocused, key, list }) => (isFocused ? `[${list.title}]` : ` ${key} `))
  let room = width
  return (fits ? texts : short)
    .flatMap((text, at) => {
      room -= widthOf(text) + 1
      return room < -1 ? [] : [styled(boxes[at]?.isFocused === true ? theme.strong : theme.quiet, text)]
    })
    .join(" ")
}

/** Draws the boxes of a screen in a room of which `below` lines are taken: all, or the one that has the keys. */
export const drawBoxes = (
  theme: Theme,
  body: BoxesBody,
  { below, height, width }: Size & { readonly below: number }
): DrawnBoxes => {
  const { boxes } = body
  if (areAllShown({ width, height: height - below })) return drawAll(theme, boxes, { width, height: height - below })
  const list = focused(body)?.list
  if (list === undefined) return { lines: [], heights: new Map(), reach: 0 }
  const drawn = drawList(theme, list, { below, height: height - 1, width })
  return {
    lines: [tabs(theme, boxes, width), ...drawn.lines],
    heights: new Map(drawn.rows === undefined ? [] : [[list.name, drawn.rows]]),
    reach: drawn.reach
  }
}
