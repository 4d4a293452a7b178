import type { Effect } from "effect/Effect"
import { Box, Text, useWindowSize } from "ink"
import { useEffect, useInsertionEffect, useLayoutEffect, useSyncExternalStore } from "react"

import type { Crashed } from "../../engine/Program.ts"
import { Keyboard, mouseOff, mouseOn } from "../../input/Keyboard.tsx"
import type { Listener, Mouse } from "../../input/Keyboard.tsx"
import { limitYoungGeneration } from "../../memory.ts"
import type { Model } from "../../model/Model.ts"
import type { Observable } from "../../Observable.ts"
import { cut, widthOf, wrap } from "../../text/format.ts"
import * as Theme from "../../theme.ts"
import type { Header as HeaderPart, Spot, StyledText, View } from "../../view/View.ts"
import { viewOf } from "../../view/viewOf.ts"
import { open } from "../Loading.tsx"
import { show as showWithInk } from "../Renderer.ts"
import type { Streams } from "../Terminal.ts"
import { Chart, Fields, Form, Menu, Reader } from "./Bodies.tsx"
import { fitHints, Frame, gap, Hints, Line, makePaint, spotAt, Tabs, usePaint, wrapHints } from "./Frame.tsx"
import type { Size } from "./Frame.tsx"
import { Boxes, List, areAllShown, framedHints, wide } from "./List.tsx"

const least: Size = { width: 30, height: 8 }

/** From this height on, there is a line of tabs. */
const roomy = 20

/** Shares of the height. */
const shares = { notice: 0.4, question: 0.6 }

/** Lines of the body that messages and the keys of a chord leave on a low screen. */
const leastBody = 3

const badgeTones = { live: ["live", "bad"], emulator: ["emulator", "accent"], unknown: ["strong", "plain"] } as const

/** The minimum width of the freshness. */
const leastState = 12

/** Cuts a text, or drops it if hardly anything of it fits. */
const cutOrDrop = (text: string, width: number) => (width < 10 ? "" : cut(text, width))

const name = "remote-assist"

/** One line: the program, the server, the user, and how fresh the data is. With less room, the address goes first. */
const Header = ({ header, width }: { readonly header: HeaderPart; readonly width: number }) => {
  const { address, place, profile, region, state, who = "" } = header
  const paint = usePaint()
  const [tone, end] = badgeTones[place]
  const kind = place === "unknown" ? region : `${place.toUpperCase()} ${region}`
  const badge = paint(end, "▐") + paint(tone, kind) + paint(end, "▌")
  const shown = cut(` ${profile}`.trimEnd(), width - widthOf(kind) - leastState - 3)
  const needed = widthOf(kind) + 2 + widthOf(shown)
  const fresh = cut(state.text, width - needed - 1)
  const user = cutOrDrop(who === "" ? "" : `${who} · `, width - needed - widthOf(fresh) - 1)
  const room = width - needed - widthOf(user + fresh) - 2
  const isNamed = room > name.length + widthOf(address)
  return (
    <Box width={width} justifyContent="space-between">
      <Line>{`${isNamed ? `${paint("accent", name)} ` : ""}${badge}${shown} ${cutOrDrop(address, room)}`}</Line>
      <Line>{user + paint(state.tone, fresh)}</Line>
    </Box>
  )
}

/**
 * Returns the lines of messages for a height, or up to `most` lines if no needed message is cut then. Spare messages go
 * first, then all but the last one; `more` follows a cut.
 */
const messageLines = (
  messages: ReadonlyArray<StyledText>,
  more: (rest: number) => string,
  { height: room, most, width }: Size & { readonly most: number }
): ReadonlyArray<StyledText> => {
  const toLines = (some: ReadonlyArray<StyledText>) =>
    some.flatMap(({ text, tone }) => wrap(text, width).map((line): StyledText => ({ text: line, tone })))
  const clip = (lines: ReadonlyArray<StyledText>, count: number) => {
    const end = more(lines.length - count)
    const clipped = ({ text }: StyledText) => cut(`${text}…`, width - widthOf(end)) + end
    return lines
      .slice(0, count)
      .map((line, at) => (at === count - 1 && lines.length > count ? { ...line, text: clipped(line) } : line))
  }
  const needed = messages.filter(({ isSpare }) => isSpare !== true)
  const [all, whole] = [toLines(messages), toLines(needed)]
  if (all.length <= room) return all
  if (whole.length <= Math.max(room, most)) return whole
  // it says what to do
  const last = clip(toLines(needed.slice(-1)), Math.max(1, needed.length > 1 ? room - 1 : room))
  return [...clip(toLines(needed.slice(0, -1)), room - last.length), ...last]
}

/** `top` is its first row on the screen. */
const Body = ({ body, top, ...size }: Size & { readonly body: View["body"]; readonly top: number }) => {
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

const isTooSmall = ({ height, width }: Size) => width < least.width || height < least.height

/** A view at a size of the terminal. */
export const Screen = ({ height, view, width }: Size & { readonly view: View }) => {
  const paint = usePaint()
  if (isTooSmall({ height, width }))
    return (
      <Box width={width} height={height} overflow="hidden">
        <Text>{`Too small (${least.width} columns and ${least.height} rows are needed). Only ${view.header.quitKey} works: it quits.`}</Text>
      </Box>
    )
  const { begun, body, header, hints, input, isChord, asksAboutMarks, messages } = view
  const hasTabs = height >= roomy && header.tabs.length > 0
  const top = hasTabs ? 2 : 1
  const lead = begun === "" ? "" : cut(`${begun} …`, width) + gap
  const hintsWidth = width - widthOf(lead)
  const chords = isChord ? wrapHints(hints, hintsWidth).slice(0, height - top - leastBody) : undefined
  const room = height - top - (chords?.length ?? 1) - (input === undefined ? 0 : 1)
  const hasQuestion = asksAboutMarks || input !== undefined || body._tag === "Form"
  const share = hasQuestion ? shares.question : shares.notice
  // a question may cover the list, except its first line
  const size = {
    width,
    height: Math.max(1, asksAboutMarks && !hasTabs ? room - 1 : Math.floor(room * share)),
    most: hasTabs ? 0 : room - (input === undefined || body._tag === "Menu" ? leastBody : 1)
  }
  const more = (rest: number) => (hasQuestion ? ` (${rest} more)` : ` (${header.noticesKey} shows all)`)
  const lines = messageLines(messages, more, size)
  const rest = Math.max(0, room - lines.length)
  const hasFrames = body._tag === "Boxes" && areAllShown({ width, height: rest })
  const framed = hasFrames ? framedHints(body.boxes, width) : []
  const others = hints.filter(({ command }) => !framed.some((hint) => hint.command === command))
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
      {input && <Fields fields={[{ ...input, isFocused: true }]} top={top + room} width={width} />}
      {(
        chords ?? [fitHints(hasTabs || !opener || body._tag === "Chart" ? others : [opener, ...others], hintsWidth)]
      ).map((some, at) => (
        <Hints key={at} hints={some} lead={at === 0 ? lead : " ".repeat(widthOf(lead))} />
      ))}
    </Box>
  )
}

/** Full scroll region, no insert mode, plain character set, no style, no line wrap, marked pastes, no cursor. */
const plain = "\u001B[r\u001B[?6l\u001B[4l\u001B(B\u000F\u001B[m\u001B[?7l\u001B[?2004h\u001B[?25l"

interface Shown {
  readonly model: Model
  /** Changes whenever the model does. */
  readonly changes: Observable<number>
  readonly listener: Listener
  /** Receives mouse events; without it, the terminal handles the mouse. */
  readonly onPoint?: ((mouse: Mouse, spot: Spot) => void) | undefined
}

/** Renders the view of a model. `clear` clears the terminal, so that Ink writes the whole next frame. */
const App = ({ changes, clear, model }: Pick<Shown, "changes" | "model"> & { readonly clear: () => void }) => {
  const { columns: width, rows: height } = useWindowSize()
  useSyncExternalStore(changes.subscribe, changes.get)
  // before the frame: the terminal may have wrapped its lines
  useInsertionEffect(clear, [clear, width, height])
  // before the next key
  useLayoutEffect(() => {
    Object.assign(model.ui.scrollLimits, {
      page: Math.max(1, height - 6),
      isBeside: width >= wide,
      isTooSmall: isTooSmall({ height, width })
    })
  }, [model, height, width])
  useEffect(limitYoungGeneration, [])
  return <Screen view={viewOf(model)} width={width} height={height} />
}

/** Renders a model on the alternate screen until it is interrupted. */
export const show = (
  { changes, listener, model, onPoint }: Shown,
  { colour, isConsole = false, screen, stdin, stdout }: Streams
): Effect<never, Crashed> =>
  showWithInk(() => {
    const { early, ink, input } = screen ?? open(stdin, stdout)
    const frame: Frame = {
      paint: makePaint(Theme.make(colour)),
      isConsole,
      targets: new Set(),
      onRows: (list, rows) => model.lists.of({ name: list }).resize(rows),
      onMaxTop: (line) => void (model.ui.scrollLimits.maxTop = line)
    }
    const onMouse = (mouse: Mouse) => {
      const spot = spotAt(frame.targets, mouse)
      if (spot !== undefined) onPoint?.(mouse, spot)
    }
    const modes = {
      set: () => void stdout.write(plain + mouseOff + (onPoint === undefined ? "" : mouseOn)),
      reset: () => void stdout.write(`${mouseOff}\u001B[m\u001B[?7h`)
    }
    const clear = () => {
      ink.clear()
      modes.set()
      stdout.write("\u001B[H\u001B[J")
    }
    const redraw = () => {
      clear()
      stdout.emit("resize")
    }
    ink.rerender(
      <Frame value={frame}>
        <Keyboard {...listener} isOwn={stdin === process.stdin} {...{ early, input, modes, onMouse, redraw }} />
        <App model={model} changes={changes} clear={clear} />
      </Frame>
    )
    return ink
  })
