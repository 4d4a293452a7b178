import { Box } from "ink"
import { memo } from "react"

import { cut, widthOf, wrap } from "../../text/fit.ts"
import type { ListBody } from "../../view/View.ts"
import { Details } from "./Details.tsx"
import { Line, usePaint } from "./Line.tsx"
import type { Pen } from "./Line.tsx"
import { useRows } from "./Room.ts"
import type { ListProps } from "./Room.ts"
import { Table } from "./Table.tsx"
import { Target } from "./Target.tsx"

/** From this height on, notes that do not fit beside the title get their own line. */
const roomy = 12

/** From this width on, the details are beside the list. */
const wide = 100
const gutter = 3
const minRows = 3

const separator = " · "

/** Returns the title with its notes; notes that do not fit go below if the height permits. */
export const titleLines = (
  paint: Pen["paint"],
  { news, notes: told, place, title }: ListBody,
  { height, isFocused = true, width }: { height: number; isFocused?: boolean; width: number }
): ReadonlyArray<string> => {
  const notes = news === undefined ? told : [...told, news.note]
  const position = cut(place === "" ? "" : ` ${place}`, width - title.length)
  const room = width - title.length - position.length
  const fits = (count: number) => widthOf(notes.slice(0, count).join(separator)) + separator.length <= room
  const counts = Array.from({ length: notes.length + 1 }, (_, count) => count)
  const beside = height < roomy ? notes.length : (counts.findLast(fits) ?? 0)
  const drawn = (some: ReadonlyArray<string>, lead: string, width: number) =>
    paint("accent", cut(some.map((note, at) => (at === 0 ? lead : separator) + note).join(""), width))
  const first = paint(isFocused ? "strong" : "plain", title) + paint("quiet", position)
  const right = drawn(notes.slice(0, beside), separator, room)
  return beside === notes.length ? [first + right] : [first + right, drawn(notes.slice(beside), "", width)]
}

/** A list and the details of the selected row: beside it, below it, or instead of it. */
export const List = memo(({ body: list, height, room: fullHeight, width }: ListProps<ListBody>) => {
  const paint = usePaint()
  const title = titleLines(paint, list, { height: fullHeight, width })
  const room = Math.max(0, height - title.length)
  const maxRows = Math.max(0, room - 1)
  const isBeside = width >= wide && list.isFull !== true
  const sideWidth = Math.min(60, Math.floor(width * 0.36))
  const listWidth = isBeside ? width - sideWidth - gutter : width
  // above its details, the list gets no more than half of the room, and no more lines than it has rows
  const rowsAbove = Math.min(maxRows - Math.floor(room / 2) - 1, Math.max(minRows, list.viewport.total))
  const rows = list.isFull === true ? 0 : isBeside || !list.withDetails ? maxRows : rowsAbove >= minRows ? rowsAbove : 0
  useRows(list.name, list.isFull === true ? list.viewport.height : Math.max(1, rows), list.viewport.height)
  const details = (width: number, height: number) =>
    list.details && (
      <Details details={list.details} top={list.detailsTop} hint={list.detailsHint} width={width} height={height} />
    )
  return (
    <>
      <Line>{title.join("\n")}</Line>
      {list.instead !== undefined && (
        <Box height={room} flexShrink={0}>
          <Line>{wrap(list.instead, width).slice(0, room).join("\n")}</Line>
        </Box>
      )}
      {list.instead === undefined && (
        <Box flexDirection={isBeside ? "row" : "column"} height={room} flexShrink={0}>
          {rows > 0 && (
            <Target target={{ _tag: "List" }} width={listWidth} height={isBeside ? room : rows + 1}>
              <Table list={list} width={listWidth} rows={rows} />
            </Target>
          )}
          {isBeside ? (
            <Target target={{ _tag: "Details" }} width={sideWidth + 2} marginLeft={1} flexDirection="row" columnGap={1}>
              <Line>
                {Array.from({ length: room }, () => paint(list.isInDetails ? "strong" : "line", "│")).join("\n")}
              </Line>
              {details(sideWidth, room)}
            </Target>
          ) : (
            list.details &&
            (list.withDetails || list.isFull === true) && (
              <Target target={{ _tag: "Details" }} width={width} flexGrow={1}>
                {rows > 0 && <Line>{paint("line", "─".repeat(width))}</Line>}
                {details(width, rows > 0 ? maxRows - rows - 1 : room)}
              </Target>
            )
          )}
        </Box>
      )}
    </>
  )
})
