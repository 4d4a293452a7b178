import { pluralize } from "@remote-assist/core/Text"
import { Chalk } from "chalk"
import { Box, measureElement, Text } from "ink"
import type { BoxProps, DOMElement } from "ink"
import { createContext, memo, use, useLayoutEffect, useRef } from "react"
import type { PropsWithChildren, RefObject } from "react"

import type { Mouse } from "../../input/Keyboard.tsx"
import type { Binding } from "../../keymap/bindings.ts"
import { keyText } from "../../keymap/Keys.ts"
import { fit, printable, widthOf, wrap, wrapCode } from "../../text/format.ts"
import { glyphs, make } from "../../theme.ts"
import type { Theme, Tone } from "../../theme.ts"
import type { Entry, Section, Spot, Tab, Target as At } from "../../view/View.ts"

export interface Size {
  readonly width: number
  readonly height: number
}

/** A part of the view, and its size. */
export interface Props<Body> extends Size {
  readonly body: Body
}

/** What components draw with, and where they report what only they know. */
export interface Frame {
  /** Styles a text by its tone; only a leading glyph has a colour. Replaces characters that must not reach a terminal. */
  readonly paint: (tone: Tone, text: string) => string
  /** Whether it is the Linux console, whose fonts lack some glyphs. */
  readonly isConsole: boolean
  /** Boxes that the mouse can point at: Ink has no mouse events, but measures boxes. */
  readonly targets: Set<{ readonly ref: RefObject<DOMElement | null>; readonly target: At }>
  /** Receives how many rows of a list fit. */
  readonly onRows: (list: string, rows: number) => void
  /** Receives the last line that a text scrolls to. */
  readonly onMaxTop: (line: number) => void
}

// the theme decides about colour
const chalk = new Chalk({ level: 1 })

const signs = new RegExp(
  `^ *[${[...new Set(Object.values(glyphs))].filter((glyph) => glyph !== "?").join("")}](?= |$)`,
  "u"
)

/** Curves and bars. */
const lines = /^[ \u2500-\u259F\u2800-\u28FF]+$/

/** Glyphs that the fonts of the Linux console lack, each followed by its replacement. */
const console = new Map(
  "●•◌~❯>▸»✱*◷≈✗x✓√›>⚠!★*↗>↙<▶►⏎┘….▏|□■".match(/../gu)?.map((pair) => [pair.charAt(0), pair.charAt(1)])
)

const lacking = new RegExp(`[${[...console.keys()].join("")}]`, "gu")

export const forConsole = (text: string): string => text.replaceAll(lacking, (glyph) => console.get(glyph) ?? glyph)

export const makePaint =
  (theme: Theme): Frame["paint"] =>
  (tone, unsafe) => {
    const text = printable(unsafe)
    const { bold = false, dimColor = false, inverse = false, sign: colour } = theme[tone]
    const [sign = ""] = colour === undefined || inverse ? [] : (lines.exec(text) ?? signs.exec(text) ?? [])
    let pen = chalk
    if (bold) pen = pen.bold
    if (dimColor) pen = pen.dim
    if (inverse) pen = pen.inverse
    // not bold: many terminals then use another colour, which may be that of the background
    return (colour === undefined ? "" : chalk[colour](sign)) + pen(text.slice(sign.length))
  }

export const Frame = createContext<Frame>({
  paint: makePaint(make(true)),
  isConsole: false,
  targets: new Set(),
  onRows: () => undefined,
  onMaxTop: () => undefined
})

export const usePaint = () => use(Frame).paint

export const useRows = (list: string, rows: number, known: number): void => {
  const { onRows } = use(Frame)
  useLayoutEffect(() => {
    if (rows !== known) onRows(list, rows)
  }, [list, rows, known, onRows])
}

/** Between hints and between columns. */
export const gap = "  "

/** One or more lines that fit the width. */
export const Line = memo(({ children }: { readonly children: string }) => {
  const { isConsole } = use(Frame)
  return <Text wrap="truncate">{(isConsole ? forConsole(children) : children) || " "}</Text>
})

/** The lines of a text that fit. */
export const Paragraph = ({ height, text, width }: Size & { readonly text: string }) => (
  <Line>{wrap(text, width).slice(0, height).join("\n")}</Line>
)

/** Returns the lines of sections, separated by blank ones. Labels have at least a width. */
export const useLines = (sections: ReadonlyArray<Section>, width: number, leastLabel: number, indent = "") => {
  const paint = usePaint()
  const linesOf = ({ isCode, label, text }: Entry) => {
    if (label === undefined) return isCode === true ? wrapCode(text, width) : wrap(text, width)
    const start = `${indent}${fit(label, Math.max(leastLabel, widthOf(label) + 1))}`
    const lines = wrap(text, Math.max(1, width - widthOf(start)))
    return lines.map((line, at) => `${at === 0 ? start : " ".repeat(widthOf(start))}${line}`)
  }
  return sections.flatMap(({ entries, title }, at) => [
    ...(at === 0 ? [] : [""]),
    ...(title === undefined ? [] : wrap(title, width).map((line) => paint("accent", line))),
    ...entries.flatMap((entry) => linesOf(entry).map((line) => paint(entry.tone, line)))
  ])
}

/** Returns the first line to show, and how many lines are below the last. */
export const useScroll = (lines: number, room: number, wanted: number) => {
  const { onMaxTop } = use(Frame)
  const reach = Math.max(0, lines - room)
  useLayoutEffect(() => {
    onMaxTop(reach)
    return () => onMaxTop(0)
  }, [reach, onMaxTop])
  const top = Math.max(0, Math.min(wanted, reach))
  const below = reach - top
  return { top, below: below === 0 ? "" : `${pluralize(below, "more line")} below` }
}

/** A box that the mouse can point at. */
export const Target = ({ target, ...box }: PropsWithChildren<BoxProps & { readonly target: At }>) => {
  const { targets } = use(Frame)
  const ref = useRef<DOMElement>(null)
  useLayoutEffect(() => {
    const entry = { ref, target }
    targets.add(entry)
    return () => void targets.delete(entry)
  })
  return <Box ref={ref} flexDirection="column" flexShrink={0} {...box} />
}

/** Returns the innermost target at a cell. */
export const spotAt = (targets: Frame["targets"], { column, row }: Mouse): Spot | undefined => {
  const found = [...targets]
    .flatMap(({ ref, target }) => (ref.current === null ? [] : [{ ...measureElement(ref.current), target }]))
    .filter(({ height, width, x, y }) => row >= y && row < y + height && column >= x && column < x + width)
    .toSorted((one, other) => one.width * one.height - other.width * other.height)[0]
  return found && { target: found.target, row: row - found.y, column: column - found.x }
}

/**
 * One line of tabs, the current one in brackets. If whole keys do not fit, such as `gu`, a key is the bold initial of its
 * tab, after the common `g:`, or only the current tab has a title. If that does not fit either, the current tab comes first.
 */
export const Tabs = ({ tabs, width }: { readonly tabs: ReadonlyArray<Tab>; readonly width: number }) => {
  const paint = usePaint()
  const isShort = tabs.reduce((sum, { key, title }) => sum + widthOf(key + title) + 3, 0) > width
  const prefix = isShort ? (tabs[0]?.key.slice(0, -1) ?? "") : ""
  const lead = prefix === "" ? "" : `${prefix}:`
  const all = tabs.map(({ isCurrent, key, name, title }) => {
    const isInitial = prefix !== "" && key === prefix + title.charAt(0).toLowerCase()
    const label = isShort && prefix === "" && !isCurrent ? "" : key === "" ? title : ` ${title}`
    const [bold, rest] = isInitial ? [title.charAt(0), title.slice(1)] : [key, label]
    const text = isCurrent ? paint("strong", `[${bold}${rest}]`) : ` ${paint("accent", bold)}${paint("quiet", rest)} `
    return { isCurrent, name, text, width: widthOf(bold + rest) + 2 }
  })
  const isWhole = all.reduce((sum, tab) => sum + tab.width, lead.length) <= width
  const shown = isWhole ? all : all.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  const names = shown.flatMap((tab) => Array.from({ length: tab.width }, () => tab.name))
  return (
    <Target target={{ _tag: "Tabs", names: [...Array.from(lead, () => undefined), ...names] }} width={width}>
      <Line>{lead + shown.map(({ text }) => text).join("")}</Line>
    </Target>
  )
}

/** Breaks hints into lines. */
export const wrapHints = (hints: ReadonlyArray<Binding>, width: number): ReadonlyArray<ReadonlyArray<Binding>> => {
  const lines: Array<Array<Binding>> = [[]]
  let room = width
  for (const hint of hints) {
    const needed = widthOf(`${keyText(hint.keys[0] ?? "")} ${hint.label}`)
    if (needed > room) {
      lines.push([])
      room = width
    }
    lines.at(-1)?.push(hint)
    room -= needed + gap.length
  }
  return lines
}

/** Returns the hints that fit, in their order. Enter is dropped last, then the last two, help and exit, undo, and the way back. */
export const fitHints = (all: ReadonlyArray<Binding>, width: number): ReadonlyArray<Binding> => {
  const isUndo = ({ command }: Binding) => command === "changes.undo"
  // the screen of the change takes too much room
  const hints = width < 70 ? all.map((hint) => (isUndo(hint) ? { ...hint, label: "undo" } : hint)) : all
  const ordered = [
    ...hints.filter(({ keys }) => keys[0] === "enter"),
    ...hints.slice(-2).toReversed(),
    ...hints.filter(isUndo),
    ...hints.filter(({ isNeeded }) => isNeeded === true),
    ...hints.filter(({ label }) => /^(?:screens|filter)$/.test(label)),
    ...hints
  ]
  const [first = []] = wrapHints([...new Set(ordered)], width)
  return hints.filter((hint) => first.includes(hint))
}

/** Keys with their labels, between two texts. */
export const Hints = ({ hints, lead, trail = "" }: { hints: ReadonlyArray<Binding>; lead: string; trail?: string }) => {
  const paint = usePaint()
  const shown = hints.map(
    ({ dangerous, keys, label }) =>
      `${paint(dangerous ? "bad" : "accent", keyText(keys[0] ?? ""))} ${paint("quiet", label)}`
  )
  return <Line>{lead + shown.join(gap) + trail}</Line>
}
