import * as Hold from "../../input/Hold.ts"
import type { Listener } from "../../input/Keyboard.ts"
import * as Modes from "../../input/modes.ts"
import { written } from "../Renderer.ts"
import type { Renderer } from "../Renderer.ts"
import type { Frame } from "./Frame.ts"
import { paint } from "./paint.ts"
import type { Size } from "./Size.ts"
import { sizeOf } from "./Size.ts"

export interface Options {
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  readonly draw: (size: Size) => Frame
  readonly listener: Listener
  /** Hears of a fault in `draw`. */
  readonly onFault: (cause: unknown) => void
}

/** Takes the terminal and draws on it. */
export const open = ({ draw, listener, onFault, stdin, stdout }: Options): Renderer => {
  let shown: Frame | undefined
  let isDue = false
  let isSlow = false
  let isOpen = true

  const render = () => {
    isDue = false
    if (!isOpen || isSlow || hold.isSuspended()) return
    try {
      const frame = draw(sizeOf(stdout))
      const bytes = paint(shown, frame)
      shown = frame
      if (bytes !== "") isSlow = !stdout.write(bytes)
    } catch (cause) {
      onFault(cause)
    }
  }
  const changed = () => {
    if (isDue) return
    isDue = true
    setImmediate(render)
  }
  const onDrain = () => {
    isSlow = false
    changed()
  }
  const hold = Hold.make({
    stdin,
    stdout,
    modes: Modes.screen,
    redraw: () => {
      shown = undefined
      changed()
    }
  })
  const deaf = hold.keyboard.listen(listener)
  stdout.on("drain", onDrain)
  const giveBack = hold.take()
  render()
  return {
    changed,
    close: () => {
      isOpen = false
      deaf()
      stdout.off("drain", onDrain)
      giveBack()
      return written(stdout)
    }
  }
}
