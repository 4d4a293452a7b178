import { Box as InkBox } from "ink"
import { memo } from "react"

import { cut, widthOf, wrap } from "../../text/fit.ts"
import type { Box as Part, BoxesBody } from "../../view/View.ts"
import { fitting, Hints } from "./Hints.tsx"
import { Line, usePaint } from "./Line.tsx"
import { List, titleLines } from "./List.tsx"
import { useRows } from "./Room.ts"
import type { ListProps, Size } from "./Room.ts"
import { Table } from "./Table.tsx"

/** Whether all boxes fit; otherwise only the focused one is shown. */
export const areAllShown = ({ height, width }: Size): boolean => width >= 80 && height >= 16

const gap = 1

/** The share of the height for a row of small boxes, with a minimum and a maximum. */
const small = { share: 0.22, least: 5, most: 10 }

/** A list in a frame, with its keys. */
const Framed = memo(({ box, height, width }: Size & { readonly box: Part }) => {
  const { hints, isFocused, key, list } = box
  const paint = usePaint()
  const edge = (text: string) => paint(isFocused ? "accent" : "quiet", text)
  const room = width - 2
  const rows = height - 3
  useRows(list.name, rows, list.viewport.height)
  const parts = [list.title, list.isSingle === true ? "" : list.place, ...list.notes].filter((part) => part !== "")
  const title = cut(`${key} ${parts.join(" · ")}`, room - 3)
  const bar = <Line>{Array.from({ length: rows + 1 }, () => edge("│")).join("\n")}</Line>
  return (
    <InkBox flexDirection="column" width={width} height={height}>
      <Line>
        {edge("┌ ") +
          paint(isFocused ? "strong" : "plain", title) +
          edge(` ${"─".repeat(Math.max(0, room - 2 - widthOf(title)))}┐`)}
      </Line>
      <InkBox height={rows + 1} flexShrink={0}>
        {bar}
        <InkBox flexDirection="column" width={room} flexShrink={0}>
          <InkBox flexDirection="column" height={rows} flexShrink={0}>
            {list.instead === undefined ? (
              <Table list={list} width={room} rows={rows} hasHeading={false} />
            ) : (
              <Line>
                {wrap(list.instead, room - 1)
                  .slice(0, rows)
                  .map((line) => ` ${line}`)
                  .join("\n")}
              </Line>
            )}
          </InkBox>
          <InkBox paddingLeft={1}>
            <Hints lines={[fitting(hints, room - 1)]} width={room - 1} />
          </InkBox>
        </InkBox>
        {bar}
      </InkBox>
      <Line>{edge(`└${"─".repeat(room)}┘`)}</Line>
    </InkBox>
  )
})

/** The longest list, below the others. */
const Main = memo(({ box, height, width }: Size & { readonly box: Part }) => {
  const { isFocused, key, list } = box
  const paint = usePaint()
  const title = titleLines(paint, { ...list, title: `${key} ${list.title}` }, { height, isFocused, width })
  const room = height - title.length
  useRows(list.name, Math.max(1, height - 2), list.viewport.height)
  return (
    <InkBox flexDirection="column" height={height} flexShrink={0}>
      <Line>{title.join("\n")}</Line>
      {list.instead === undefined ? (
        <Table list={list} width={width} rows={room - 1} />
      ) : (
        <Line>{wrap(list.instead, width).slice(0, room).join("\n")}</Line>
      )}
    </InkBox>
  )
})

/** One line: the boxes with their keys, the visible one in brackets. */
const Tabs = memo(({ boxes, width }: { readonly boxes: ReadonlyArray<Part>; readonly width: number }) => {
  const paint = usePaint()
  const texts = boxes.map(({ isFocused, key, list }) => (isFocused ? `[${list.title}]` : ` ${key} ${list.title} `))
  const isShort = widthOf(texts.join(" ")) > width
  let room = width + 1
  const shown = boxes.flatMap(({ isFocused, key }, at) => {
    const text = isShort && !isFocused ? ` ${key} ` : (texts[at] ?? "")
    return (room -= widthOf(text) + 1) < 0 ? [] : [paint(isFocused ? "strong" : "quiet", text)]
  })
  return <Line>{shown.join(" ")}</Line>
})

/** Several lists: all of them, or the focused one. */
export const Boxes = memo(({ body: { boxes }, height, room, width }: ListProps<BoxesBody>) => {
  const focused = boxes.find(({ isFocused }) => isFocused)
  if (!areAllShown({ height, width }))
    return (
      <>
        <Tabs boxes={boxes} width={width} />
        {focused && <List body={focused.list} width={width} height={height - 1} room={room - 1} />}
      </>
    )
  const others = boxes.filter(({ isMain }) => !isMain)
  const each = Math.min(small.most, Math.max(small.least, Math.floor(height * small.share)))
  const left = Math.floor((width - gap) / 2)
  return (
    <>
      <InkBox flexWrap="wrap" columnGap={gap} width={width} flexShrink={0}>
        {others.map((box, at) => (
          <Framed key={box.key} box={box} height={each} width={at % 2 === 0 ? left : width - gap - left} />
        ))}
      </InkBox>
      {boxes
        .filter(({ isMain }) => isMain)
        .map((box) => (
          <Main key={box.key} box={box} height={height - Math.ceil(others.length / 2) * each} width={width} />
        ))}
    </>
  )
})
