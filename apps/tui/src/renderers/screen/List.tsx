import { Box, Box as InkBox } from "ink"

import * as PageCache from "../../engine/lists/PageCache.ts"
import type { Column } from "../../resources/Field.ts"
import { fit, widthOf } from "../../text/format.ts"
import { glyphs } from "../../theme.ts"
import type { Box as Part, BoxesBody, Details as DetailsPart, ListBody } from "../../view/View.ts"
import {
  Hints,
  Line,
  Paragraph,
  Tabs,
  Target,
  fitHints,
  gap,
  useLines,
  usePaint,
  useRows,
  useScroll
} from "./Frame.tsx"
import type { Props, Size } from "./Frame.tsx"

const margin = "   "

/** Returns the columns that fit with their widths: drops the highest rank first, and distributes the remaining width. */
export const place = <Row,>(columns: ReadonlyArray<Column<Row>>, width: number): ReadonlyArray<Column<Row>> => {
  const spare = width - columns.reduce((sum, column) => sum + column.width + gap.length, -gap.length)
  if (columns.length === 1) return columns.map((only) => ({ ...only, width: Math.max(0, width) }))
  const last = Math.max(...columns.map(({ rank }) => rank))
  const others = columns.filter(({ rank }) => rank !== last)
  if (spare < 0) return place(others, width)
  const shares = columns.reduce((sum, { grow }) => sum + grow, 0) || 1
  return columns.map((column) => ({ ...column, width: column.width + Math.floor((spare * column.grow) / shares) }))
}

/** A heading and the visible rows, a line each. Other rows are never read. */
export const Table = ({ body, hasHeading, height, width }: Props<ListBody> & { readonly hasHeading: boolean }) => {
  const { columns, isSelected, placeholder, rowAt } = body
  const paint = usePaint()
  const viewport = PageCache.withHeight(body.viewport, height)
  const placed = place(columns, width - margin.length)
  const { from, to } = PageCache.visible(viewport)

  const textOf = (index: number): string => {
    const row = rowAt(index)
    const isCursor = isSelected && index === viewport.cursor
    if (row === undefined) {
      const text = `${margin}${glyphs.busy} ${placeholder(index)}`
      return isCursor ? paint("selected", fit(text, width)) : paint("quiet", text)
    }
    const cells = placed.map(({ align, text, width }) => fit(text(row), width, align))
    const mark = row.isMarked ? glyphs.marked : " "
    const sign = row.news === undefined ? " " : row.news === "added" ? "+" : glyphs.news
    if (isCursor) return paint("selected", fit(`${glyphs.selected}${mark}${sign}${cells.join(gap)}`, width))
    const drawn = placed.map(({ tone }, at) => paint(tone?.(row) ?? "plain", cells[at] ?? ""))
    return ` ${row.isMarked ? paint("accent", mark) : mark}${sign}${drawn.join(gap)}`.trimEnd()
  }

  return (
    <>
      {hasHeading && (
        <Line>{margin + placed.map(({ align, title, width }) => fit(title, width, align)).join(gap)}</Line>
      )}
      <Target target={{ _tag: "Rows", top: from, rowAt }} width={width}>
        {Array.from({ length: Math.max(0, to - from) }, (_, at) => (
          // a line keeps its row when the list scrolls, so that Ink measures only the new one
          <Line key={(from + at) % height}>{textOf(from + at)}</Line>
        ))}
      </Target>
    </>
  )
}

/** From this height on, notes that do not fit beside the title get their own line. */
const roomy = 8

/** From this width on, the details are beside the list. */
export const wide = 100
const minRows = 3

/** From this height on, a blank line is above the facts. */
const roomyDetails = 7

const leastLabel = 11

/** The details of a row from line `top` on; the last line counts the lines below. */
const Details = ({ body, height, width }: Props<DetailsPart>) => {
  const { hint, name, sections, state, tabs } = body
  const paint = usePaint()
  const labels = sections.flatMap(({ entries }) => entries.map(({ label = "" }) => widthOf(label) + 1))
  const all = [
    paint("strong", name),
    ...(state.text === "" ? [] : [paint(state.tone, state.text)]),
    ...(height < roomyDetails ? [] : [""]),
    ...useLines(sections, width, Math.max(leastLabel, ...labels))
  ]
  const room = height - (tabs === undefined ? 0 : 1)
  const hasNote = all.length > room && room > 1
  const { below, top } = useScroll(all.length, hasNote ? room - 1 : room, body.top)
  const note = `${below || "the end"}${hint === "" ? "" : ` (${hint})`}`
  const lines = [...all.slice(top, top + room - (hasNote ? 1 : 0)), ...(hasNote ? [paint("quiet", note)] : [])]
  return (
    <>
      {tabs && <Tabs tabs={tabs} width={width} />}
      <Line>{lines.join("\n")}</Line>
    </>
  )
}

/** A list and the details of the selected row: beside it, below it, or instead of it. */
export const List = ({ body: list, height, width }: Props<ListBody>) => {
  const { isFull = false, name, place, title, viewport, withDetails = false } = list
  const paint = usePaint()
  const notes = [...list.notes, ...(list.news === undefined ? [] : [list.news.note])].join(" · ")
  const hasNotesBelow = height >= roomy && widthOf(`${title} ${place} · ${notes}`) > width
  const room = Math.max(0, height - (hasNotesBelow ? 2 : 1))
  const maxRows = Math.max(0, room - 1)
  const isBeside = width >= wide && !isFull
  const sideWidth = Math.min(60, Math.floor(width * 0.36))
  const listWidth = isBeside ? width - sideWidth - margin.length : width
  // above its details, the list gets no more than half of the room, and no more lines than it has rows
  const rowsAbove = Math.min(maxRows - Math.floor(room / 2) - 1, Math.max(minRows, viewport.total))
  const rows = isFull ? 0 : isBeside || !withDetails ? maxRows : rowsAbove >= minRows ? rowsAbove : 0
  useRows(name, isFull ? viewport.height : Math.max(1, rows), viewport.height)
  const detailsHeight = isBeside || rows === 0 ? room : maxRows - rows - 1
  return (
    <>
      <Line>
        {paint("strong", title) +
          paint("quiet", place === "" ? "" : ` ${place}`) +
          paint("accent", notes === "" || hasNotesBelow ? "" : ` · ${notes}`)}
      </Line>
      {hasNotesBelow && <Line>{paint("accent", notes)}</Line>}
      {list.instead === undefined ? (
        <Box flexDirection={isBeside ? "row" : "column"} height={room} flexShrink={0}>
          {rows > 0 && (
            <Target target={{ _tag: "List" }} width={listWidth} height={isBeside ? room : rows + 1}>
              <Table body={list} width={listWidth} height={rows} hasHeading />
            </Target>
          )}
          {(isBeside || withDetails || isFull) && (
            <Target
              target={{ _tag: "Details" }}
              width={isBeside ? sideWidth + 2 : width}
              flexGrow={1}
              marginLeft={isBeside ? 1 : 0}
              paddingLeft={isBeside ? 1 : 0}
              borderStyle={list.isInDetails === true && isBeside ? "double" : "single"}
              borderDimColor
              borderTop={!isBeside && rows > 0}
              borderBottom={false}
              borderLeft={isBeside}
              borderRight={false}
            >
              {list.details && (
                <Details body={list.details} width={isBeside ? sideWidth : width} height={detailsHeight} />
              )}
            </Target>
          )}
        </Box>
      ) : (
        <Box height={room} flexShrink={0}>
          <Paragraph text={list.instead} width={width} height={room} />
        </Box>
      )}
    </>
  )
}

/** Whether all boxes fit; otherwise only the focused one is shown. */
export const areAllShown = ({ height, width }: Size): boolean => width >= 80 && height >= 16

/** Cells between two boxes. */
const boxGap = 1

/** Cells of a frame beside its hints. */
const frame = 6

/** The share of the height for a row of small boxes, with a minimum and a maximum. */
const small = { share: 0.22, least: 5, most: 10 }

const isSmall = ({ isMain }: Part) => !isMain

/** Returns the width of a box: two small ones stand side by side. */
const boxWidth = (boxes: ReadonlyArray<Part>, box: Part, width: number): number => {
  const left = Math.floor((width - boxGap) / 2)
  if (box.isMain) return width
  return boxes.filter(isSmall).indexOf(box) % 2 === 0 ? left : width - boxGap - left
}

/** Returns the hints in the frame of the focused box. Those that do not fit go to the last line of the screen. */
export const framedHints = (boxes: ReadonlyArray<Part>, width: number) =>
  boxes.filter(({ isFocused }) => isFocused).flatMap((box) => fitHints(box.hints, boxWidth(boxes, box, width) - frame))

/** A list in a frame, with its title and its keys. */
const Framed = ({ box, height, width }: Size & { readonly box: Part }) => {
  const { hints, isFocused, isMain, key, list } = box
  const paint = usePaint()
  const room = width - 2
  const rows = height - (isMain ? 3 : 2)
  useRows(list.name, rows, list.viewport.height)
  const name = `${key} ${list.title}${isMain ? ` ${list.place}` : ""}`
  const place = isMain || list.isSingle === true || list.place === "" ? [] : [list.place]
  const title = [name, ...place, ...list.notes].join(" · ")
  return (
    <InkBox
      flexDirection="column"
      borderStyle={isFocused ? "double" : "single"}
      borderDimColor={!isFocused}
      width={width}
      height={height}
      flexShrink={0}
    >
      {list.instead === undefined ? (
        <Table body={list} width={room} height={rows} hasHeading={isMain} />
      ) : (
        <InkBox paddingLeft={1}>
          <Paragraph text={list.instead} width={room - 1} height={rows} />
        </InkBox>
      )}
      <InkBox position="absolute" top={-1} left={1} width={room - 2}>
        <Line>{paint(isFocused ? "strong" : "plain", ` ${title} `)}</Line>
      </InkBox>
      <InkBox position="absolute" bottom={-1} left={1} width={room - 2}>
        <Hints hints={fitHints(hints, width - frame)} lead=" " trail=" " />
      </InkBox>
    </InkBox>
  )
}

/** Several lists: all of them, or the focused one. */
export const Boxes = ({ body: { boxes }, height, width }: Props<BoxesBody>) => {
  const focused = boxes.find(({ isFocused }) => isFocused)
  if (!areAllShown({ height, width }))
    return (
      <>
        <Tabs
          tabs={boxes.map(({ isFocused, key, list: { name, title } }) => ({ name, key, title, isCurrent: isFocused }))}
          width={width}
        />
        {focused && <List body={focused.list} width={width} height={height - 1} />}
      </>
    )
  const others = boxes.filter(isSmall)
  const each = Math.min(small.most, Math.max(small.least, Math.floor(height * small.share)))
  const main = height - Math.ceil(others.length / 2) * each
  return (
    <InkBox flexWrap="wrap" columnGap={boxGap} width={width} flexShrink={0}>
      {[...others, ...boxes.filter(({ isMain }) => isMain)].map((box) => (
        <Framed key={box.key} box={box} height={box.isMain ? main : each} width={boxWidth(boxes, box, width)} />
      ))}
    </InkBox>
  )
}
