import type { Effect } from "effect/Effect"
import { useWindowSize } from "ink"
import { use, useEffect, useInsertionEffect, useSyncExternalStore } from "react"

import type { Crashed } from "../../engine/Program.ts"
import { mouseOff, mouseOn } from "../../input/TerminalInput.ts"
import type { Mouse } from "../../input/TerminalInput.ts"
import { limitYoungGeneration } from "../../memory.ts"
import { resize } from "../../model/Model.ts"
import type { Model } from "../../model/Model.ts"
import type { Observable } from "../../Observable.ts"
import * as Theme from "../../theme.ts"
import type { Spot } from "../../view/View.ts"
import { viewOf } from "../../view/viewOf.ts"
import { Keyboard } from "../Keyboard.tsx"
import type { Listener } from "../Keyboard.tsx"
import { open } from "../Loading.tsx"
import { show as showWithInk } from "../Renderer.ts"
import type { Streams } from "../Terminal.ts"
import { Frame, makePen, spotAt } from "./Frame.tsx"
import { wide } from "./List.tsx"
import { Screen } from "./Screen.tsx"

/** Full scroll region, no insert mode, plain character set, no style, no line wrap, marked pastes, no cursor. */
const plain = "\u001B[r\u001B[?6l\u001B[4l\u001B(B\u000F\u001B[m\u001B[?7l\u001B[?2004h\u001B[?25l"

const erase = "\u001B[H\u001B[J"

interface Shown {
  readonly model: Model
  /** Changes whenever the model does. */
  readonly changes: Observable<number>
  readonly listener: Listener
  /** Receives mouse events; without it, the terminal handles the mouse. */
  readonly onPoint?: ((mouse: Mouse, spot: Spot) => void) | undefined
}

interface Props extends Pick<Shown, "changes" | "model"> {
  /** Clears the terminal, so that Ink writes the whole next frame. */
  readonly clear: () => void
}

/** Renders the view of a model. */
const App = ({ changes, clear, model }: Props) => {
  const { columns: width, rows: height } = useWindowSize()
  useSyncExternalStore(changes.subscribe, changes.get)
  // before the frame: the terminal may have wrapped its lines
  useInsertionEffect(clear, [clear, width, height])
  const { onScrollLimits } = use(Frame)
  useEffect(
    () => onScrollLimits({ page: Math.max(1, height - 6), isBeside: width >= wide }),
    [onScrollLimits, height, width]
  )
  useEffect(limitYoungGeneration, [])
  return <Screen view={viewOf(model)} width={width} height={height} />
}

/** Renders a model on the alternate screen until it is interrupted. */
export const show = (
  { changes, listener, model, onPoint }: Shown,
  { colour, isConsole, screen, stdin, stdout }: Streams
): Effect<never, Crashed> =>
  showWithInk(() => {
    const { early, ink, input } = screen ?? open(stdin, stdout)
    const frame: Frame = {
      ...makePen(Theme.make(colour), isConsole),
      targets: new Set(),
      onRows: (list, rows) => resize(model, list, rows),
      onScrollLimits: (limits) => void Object.assign(model.ui.scrollLimits, limits)
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
      stdout.write(erase)
    }
    const redraw = () => {
      clear()
      stdout.emit("resize")
    }
    const isOwn = stdin === process.stdin
    ink.rerender(
      <Frame value={frame}>
        <Keyboard {...listener} {...{ early, input, isOwn, modes, onMouse, redraw }} />
        <App model={model} changes={changes} clear={clear} />
      </Frame>
    )
    return ink
  })
