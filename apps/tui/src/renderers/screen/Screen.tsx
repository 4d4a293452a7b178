import { Box, Text } from "ink"

import { cut, fit, widthOf, wrap } from "../../text/fit.ts"
import type { Header as HeaderPart, StyledText, View } from "../../view/View.ts"
import { areAllShown, Boxes } from "./Boxes.tsx"
import { Caret, Field, Form, Menu } from "./Form.tsx"
import { broken, fitting, gap, Hints, Line, Tabs, usePaint } from "./Frame.tsx"
import type { Size } from "./Frame.tsx"
import { List } from "./List.tsx"
import { Chart, Reader } from "./Reader.tsx"

const least: Size = { width: 30, height: 8 }

/** From this height on, there is a line of tabs. */
const roomy = 20

/** Shares of the height. */
const shares = { chord: 0.25, notice: 0.4, question: 0.6 }

const badgeTones = { live: ["live", "bad"], emulator: ["emulator", "accent"], unknown: ["strong", "plain"] } as const

const name = "remote-assist"

/** The minimum width of the freshness. */
const leastState = 12

/** One line: the program, the server, the user, and how fresh the data is. With less room, the address goes first. */
const Header = ({ header, width }: { readonly header: HeaderPart; readonly width: number }) => {
  const { address, place, profile, region, state, who = "" } = header
  const paint = usePaint()
  const [tone, end] = badgeTones[place]
  const kind = place === "unknown" ? "" : `${place.toUpperCase()} `
  const badge = cut(`▐${kind}${region}▌ ${profile}`.trimEnd(), width - Math.min(widthOf(state.text), leastState) - 1)
  const fresh = cut(state.text, width - widthOf(badge) - 1)
  const person = cut(who, width - widthOf(badge) - widthOf(fresh) - 4)
  const right = (person === "" ? "" : `${paint("plain", person)} · `) + paint(state.tone, fresh)
  const room = width - widthOf(badge) - widthOf(fresh) - (person === "" ? 0 : widthOf(person) + 3)
  const isNamed = room > name.length + widthOf(address) + 2
  const middle = isNamed ? room - name.length - 1 : room
  const [inside = "", after] = badge.slice(1).split("▌")
  const left = paint(end, "▐") + paint(tone, inside) + (after === undefined ? "" : paint(end, "▌") + after)
  return (
    <Line>
      {(isNamed ? `${paint("accent", name)} ` : "") +
        left +
        fit(middle > 14 ? cut(` ${address}`, middle - 2) : "", middle) +
        right}
    </Line>
  )
}

/** Returns the lines of messages that fit; the last line of a cut message ends in `…`. */
const messageLines = (messages: ReadonlyArray<StyledText>, { height, width }: Size): ReadonlyArray<StyledText> => {
  const texts = messages.map(({ text }) => wrap(text, width))
  const limits = texts.map(({ length }) => length)
  // spare ones shrink first, then the longest; the last one says what to do
  const weightOf = (limit: number, at: number) => {
    if (messages[at]?.isSpare === true) return limit * 1000
    return limit <= 1 ? 0 : at === limits.length - 1 ? limit / 1000 : limit
  }
  while (limits.reduce((sum, limit) => sum + limit, 0) > Math.max(1, Math.floor(height))) {
    const weights = limits.map(weightOf)
    const heaviest = Math.max(...weights)
    if (heaviest === 0) break
    const at = weights.indexOf(heaviest)
    limits[at] = (limits[at] ?? 0) - 1
  }
  return messages.flatMap(({ tone }, at) =>
    (texts[at] ?? []).slice(0, limits[at]).map((text, line, { length }) => ({
      tone,
      text: line === length - 1 && length < (texts[at]?.length ?? 0) ? cut(`${text}…`, width) : text
    }))
  )
}

interface BodyProps extends Size {
  readonly body: View["body"]
  /** Its first row on the screen. */
  readonly top: number
}

const Body = ({ body, top, ...size }: BodyProps) => {
  switch (body._tag) {
    case "List":
      return <List body={body} {...size} />
    case "Boxes":
      return <Boxes body={body} {...size} />
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

/** A view at a size of the terminal. */
export const Screen = ({ height, view, width }: Size & { readonly view: View }) => {
  const paint = usePaint()
  if (width < least.width || height < least.height)
    return (
      <Box width={width} height={height} overflow="hidden">
        <Text>{`Too small (${least.width} columns and ${least.height} rows are needed)`}</Text>
      </Box>
    )
  const { begun, body, header, hints, input, isChord, messages } = view
  const hasTabs = height >= roomy && header.tabs.length > 0
  const top = hasTabs ? 2 : 1
  const lead = begun === "" ? "" : cut(`${begun} …`, width) + gap
  const hintsWidth = width - widthOf(lead)
  const chords = isChord ? broken(hints, hintsWidth).slice(0, Math.floor(height * shares.chord)) : undefined
  const room = height - top - (chords?.length ?? 1) - (input === undefined ? 0 : 1)
  const isAsked = input !== undefined || body._tag === "Form"
  const lines = messageLines(messages, { width, height: room * (isAsked ? shares.question : shares.notice) })
  const rest = Math.max(0, room - lines.length)
  // boxes show their own
  const boxes = body._tag === "Boxes" && areAllShown({ width, height: rest }) ? body.boxes : []
  const others = hints.filter(({ context }) => !boxes.some(({ list }) => list.name === context))
  // without tabs, the first key of a chord that opens a screen
  const screen = hints.find(({ command, keys }) => command.startsWith("screen.") && keys[0]?.includes(" "))
  const opener = screen && { ...screen, keys: [screen.keys[0]?.split(" ")[0] ?? ""], label: "screens" }
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Header header={header} width={width} />
      {hasTabs && <Tabs tabs={header.tabs} width={width} />}
      <Box flexDirection="column" height={room} overflowY="hidden" flexShrink={0}>
        <Box flexDirection="column" flexShrink={0}>
          <Body body={body} top={top} width={width} height={rest} />
        </Box>
        {lines.length > 0 && (
          <Box flexShrink={0}>
            <Line>{lines.map(({ text, tone }) => paint(tone, text)).join("\n")}</Line>
          </Box>
        )}
      </Box>
      {input && <Field field={input} isFocused width={width} />}
      {input && <Caret field={input} isFocused width={width} row={top + room} />}
      {(chords ?? [fitting(hasTabs || !opener ? others : [opener, ...others], hintsWidth)]).map((some, at) => (
        <Hints key={at} hints={some} lead={at === 0 ? lead : " ".repeat(widthOf(lead))} />
      ))}
    </Box>
  )
}
