import { Box, useCursor } from "ink"

import { chart } from "../../statistics/chart.ts"
import { cut, fit, fromGraphemes, widthOf } from "../../text/format.ts"
import { glyphs } from "../../theme.ts"
import type { ChartBody, FormBody, MenuBody, ReaderBody } from "../../view/View.ts"
import { Line, Target, gap, useLines, usePaint, useScroll } from "./Frame.tsx"
import type { Props } from "./Frame.tsx"

interface FieldsProps {
  readonly fields: FormBody["fields"]
  /** The first row on the screen. */
  readonly top: number
  /** The index of the first field in its form. */
  readonly first?: number
  readonly labelWidth?: number
  readonly width: number
}

/** Lines with a label and an editable text each. The terminal's cursor is in the focused one: input methods open there. */
export const Fields = ({ fields, first, labelWidth: common, top, width }: FieldsProps) => {
  const paint = usePaint()
  const { setCursorPosition } = useCursor()
  setCursorPosition(undefined)
  return fields.map(({ example = "", field, isFocused, isSecret, label, used = "" }, index) => {
    const all = isSecret ? field.graphemes.map(() => ({ text: "•", width: 1 })) : fromGraphemes(field.graphemes)
    const labelWidth = common ?? widthOf(label)
    const aside = used === "" || width < labelWidth + widthOf(used) + 12 ? "" : ` ${used}`
    const start = labelWidth + 1
    // the cursor can be after the last character
    const room = Math.max(1, width - start - 1 - widthOf(aside))
    const cells = all.flatMap((each, at) => Array.from({ length: each.width }, () => at))
    const cursor = isFocused ? cells.findIndex((at) => at === field.cursor) : 0
    const caret = cursor < 0 ? cells.length : cursor
    // only whole characters are shown
    const whole = cells.findIndex((at, cell) => cell >= caret - room && cells[cell - 1] !== at)
    const from = whole < 0 ? cells.length : whole
    if (isFocused) setCursorPosition({ x: Math.min(width - 1, start + caret - from), y: top + index })
    const characterAt = (cell: number) => cells[from + cell] ?? all.length
    const cursors = Array.from({ length: width }, (_, column) => characterAt(Math.max(0, column - start)))
    const shown = all.slice(characterAt(0), characterAt(room)).map(({ text }) => text)
    const isExample = all.length === 0 && example !== ""
    const text = paint(isExample ? "quiet" : "plain", fit(isExample ? `(${example})` : shown.join(""), room + 1))
    const line = `${paint(isFocused ? "accent" : "quiet", fit(label, labelWidth))} ${text}${paint("quiet", aside)}`
    return (
      <Target
        key={label}
        target={{ _tag: "Field", at: first === undefined ? undefined : first + index, cursors }}
        width={width}
      >
        <Line>{line.trimEnd()}</Line>
      </Target>
    )
  })
}

/** A form: its title, the fields that fit, and the cursor in the focused one. */
export const Form = ({ body: { fields, title }, height, top, width }: Props<FormBody> & { readonly top: number }) => {
  const paint = usePaint()
  const space = fields.length + 3 <= height ? 1 : 0
  const labelWidth = Math.min(Math.floor(width / 2), Math.max(0, ...fields.map(({ label }) => widthOf(label))))
  const focus = fields.findIndex(({ isFocused }) => isFocused)
  const rows = Math.max(1, height - 1 - space * 2)
  const first = Math.max(0, Math.min(focus - Math.floor(rows / 2), fields.length - rows))
  const below = Math.max(0, fields.length - first - rows)
  const more = below === 0 ? "" : ` · ${below} more below`
  return (
    <>
      <Line>{paint("strong", cut(title, width - more.length)) + paint("quiet", more)}</Line>
      <Box flexDirection="column" flexShrink={0} marginY={space}>
        <Fields fields={fields.slice(first, first + rows)} top={top + 1 + space} {...{ first, labelWidth, width }} />
      </Box>
    </>
  )
}

/** The minimum width of labels, so that the details move little while the user types. */
const leastLabel = 48

/** The choices that fit, around the selected one. */
export const Menu = ({ body: { choices, cursor, title }, height, width }: Props<MenuBody>) => {
  const paint = usePaint()
  const room = Math.max(1, height - 1)
  const top = Math.max(0, Math.min(cursor - Math.floor(room / 2), choices.length - room))
  const details = Math.min(Math.floor(width / 2), Math.max(0, ...choices.map(({ detail }) => widthOf(detail))))
  const widest = Math.max(leastLabel, ...choices.map(({ label }) => widthOf(label)))
  const labels = Math.max(0, Math.min(widest, width - details - gap.length * 2))
  const place = choices.length === 0 ? "" : ` · ${cursor + 1} of ${choices.length}`
  return (
    <>
      <Line>{paint("strong", cut(title, width - place.length)) + paint("quiet", place)}</Line>
      {choices.length === 0 && <Line>{paint("quiet", "No choice matches.")}</Line>}
      <Target target={{ _tag: "Choices", top, choices }} width={width}>
        {choices.slice(top, top + room).map(({ detail, label }, at) => {
          const isSelected = top + at === cursor
          const text = `${isSelected ? glyphs.selected : " "} ${fit(label, labels)}${gap}${fit(detail, details)}`
          return <Line key={at}>{isSelected ? paint("selected", text) : text.trimEnd()}</Line>
        })}
      </Target>
    </>
  )
}

/** The minimum width of labels in a text. */
const leastTextLabel = 19

/** From this width on there are two columns. */
const wide = 110

/** A text to read, from line `top` on. */
export const Reader = ({ body: { isWide, sections, title, top: wanted }, height, width }: Props<ReaderBody>) => {
  const paint = usePaint()
  const isSplit = isWide === true && width >= wide
  const columnWidth = isSplit ? Math.floor((width - gap.length) / 2) : width
  const rows = Math.max(1, height - 1)
  const lines = useLines(sections, columnWidth, leastTextLabel, "  ")
  const { below, top } = useScroll(lines.length, isSplit ? 2 * rows : rows, wanted)
  const more = below === "" ? "" : ` · ${below}`
  return (
    <Target target={{ _tag: "Reader" }} width={width}>
      <Line>{paint("strong", cut(title, width - widthOf(more))) + paint("quiet", more)}</Line>
      <Box columnGap={gap.length}>
        {(isSplit ? [top, top + rows] : [top]).map((from) => (
          <Box key={from} width={columnWidth} flexShrink={0}>
            <Line>{lines.slice(from, from + rows).join("\n")}</Line>
          </Box>
        ))}
      </Box>
    </Target>
  )
}

/** The statistics of a call; the call is cut before its tabs. */
export const Chart = ({ body: { state, statistics, tabs, title }, height, width }: Props<ChartBody>) => {
  const paint = usePaint()
  const call = tabs === undefined ? title : `${cut(title, width - widthOf(tabs) - 3)}   `.trimStart() + tabs
  const lines = chart(statistics, state, { width, height: height - 1 })
  return (
    <>
      <Line>{paint("strong", call)}</Line>
      <Line>{lines.map((line) => line.map(({ text, tone }) => paint(tone, text)).join("")).join("\n")}</Line>
    </>
  )
}
