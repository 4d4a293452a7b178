import { Box } from "ink"

import { wrap } from "../../text/fit.ts"
import type { View } from "../../view/View.ts"
import { areAllShown, Boxes } from "./Boxes.tsx"
import { Chart } from "./Chart.tsx"
import { Caret, Field } from "./Field.tsx"
import { Form } from "./Form.tsx"
import { Header, Tabs } from "./Header.tsx"
import { hintLines, Hints } from "./Hints.tsx"
import { Line } from "./Line.tsx"
import { List } from "./List.tsx"
import { Menu } from "./Menu.tsx"
import { messageLines, Messages } from "./Messages.tsx"
import { Reader } from "./Reader.tsx"
import type { ListProps, Size } from "./Room.ts"

const least: Size = { width: 30, height: 8 }

/** The share of the height for the second keys of a chord. */
const share = 0.25

/** From this height on, there is a line of tabs. */
const roomy = 20

const sentences = [
  `Too small: ${least.width} columns and ${least.height} rows are needed.`,
  `Too small: ${least.width}x${least.height}`,
  "Too small"
]

/** The longest sentence that fits. */
const TooSmall = ({ height, width }: Size) => {
  const lines = sentences.map((sentence) => wrap(sentence, Math.max(1, width)))
  const shown = lines.find(({ length }) => length <= height) ?? lines.at(-1) ?? []
  return <Line>{shown.slice(0, height).join("\n")}</Line>
}

interface BodyProps extends ListProps<View["body"]> {
  /** Its first row on the screen. */
  readonly top: number
}

const Body = ({ body, room, top, ...size }: BodyProps) => {
  switch (body._tag) {
    case "List":
      return <List body={body} room={room} {...size} />
    case "Boxes":
      return <Boxes body={body} room={room} {...size} />
    case "Reader":
      return <Reader body={body} {...size} />
    case "Form":
      return <Form body={body} top={top} {...size} />
    case "Menu":
      return <Menu body={body} {...size} />
    case "Chart":
      return <Chart body={body} {...size} />
  }
}

/** Returns the hints without those that the boxes show. */
const footOf = ({ body, hints, isChord }: View, room: Size) => {
  if (isChord || body._tag !== "Boxes" || !areAllShown(room)) return hints
  const boxes = new Set(body.boxes.map(({ list }) => list.name))
  return hints.filter(({ context }) => !boxes.has(context))
}

/** A view at a size of the terminal. */
export const Screen = ({ height, view, width }: Size & { readonly view: View }) => {
  if (width < least.width || height < least.height) return <TooSmall height={height} width={width} />
  const { body, header, input, messages } = view
  const hasTabs = height >= roomy && header.tabs.length > 0
  const top = hasTabs ? 2 : 1
  const foot = hintLines(view, width, Math.floor(height * share))
  const room = height - top - foot.length
  const lines = messageLines(messages, { width, height: room, isAsked: input !== undefined || body._tag === "Form" })
  const typed = input === undefined ? 0 : 1
  const rest = Math.max(0, room - lines.length - typed)
  const hints = hintLines({ ...view, hints: footOf(view, { width, height: rest }) }, width, foot.length)
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Header header={header} width={width} />
      {hasTabs && <Tabs header={header} width={width} />}
      <Box flexDirection="column" height={room - typed} overflowY="hidden" flexShrink={0}>
        <Box flexDirection="column" flexShrink={0}>
          <Body body={body} top={top} width={width} height={rest} room={room} />
        </Box>
        <Messages lines={lines} />
      </Box>
      {input && <Field field={input} isFocused width={width} />}
      {input && <Caret field={input} isFocused width={width} row={top + room - 1} />}
      <Hints begun={view.begun} lines={hints} width={width} />
    </Box>
  )
}
