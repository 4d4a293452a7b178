import { Box as InkBox } from "ink"

import type { Box as Part, BoxesBody } from "../../view/View.ts"
import { fitHints, Hints, Line, Paragraph, Tabs, usePaint, useRows } from "./Frame.tsx"
import type { Props, Size } from "./Frame.tsx"
import { List, Table } from "./List.tsx"

/** Whether all boxes fit; otherwise only the focused one is shown. */
export const areAllShown = ({ height, width }: Size): boolean => width >= 80 && height >= 16

const gap = 1

/** Cells of a frame beside its hints. */
const frame = 6

/** The share of the height for a row of small boxes, with a minimum and a maximum. */
const small = { share: 0.22, least: 5, most: 10 }

const isSmall = ({ isMain }: Part) => !isMain

/** Returns the width of a box: two small ones stand side by side. */
const boxWidth = (boxes: ReadonlyArray<Part>, box: Part, width: number): number => {
  const left = Math.floor((width - gap) / 2)
  if (box.isMain) return width
  return boxes.filter(isSmall).indexOf(box) % 2 === 0 ? left : width - gap - left
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
    <InkBox flexWrap="wrap" columnGap={gap} width={width} flexShrink={0}>
      {[...others, ...boxes.filter(({ isMain }) => isMain)].map((box) => (
        <Framed key={box.key} box={box} height={box.isMain ? main : each} width={boxWidth(boxes, box, width)} />
      ))}
    </InkBox>
  )
}
