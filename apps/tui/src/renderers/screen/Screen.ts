import * as Modes from "../../input/modes.ts"
import type { Mouse } from "../../input/Mouse.ts"
import type { Spot } from "../../view/Target.ts"
import type { Renderer } from "../Renderer.ts"
import { take } from "../take.ts"
import type { Options as Taking } from "../take.ts"
import type { Frame } from "./Frame.ts"
import { paint } from "./paint.ts"
import { spotAt } from "./Region.ts"
import type { Size } from "./Size.ts"
import { sizeOf } from "./Size.ts"

export interface Options extends Pick<Taking, "listener" | "onFault" | "stdin" | "stdout"> {
  readonly draw: (size: Size) => Frame
  /** Hears of the mouse, at what was drawn last; without, the terminal keeps it. */
  readonly onPoint?: ((mouse: Mouse, spot: Spot) => void) | undefined
}

/** Takes the terminal and draws on it. */
export const open = ({ draw, listener, onPoint, ...terminal }: Options): Renderer => {
  let shown: Frame | undefined
  const onMouse = (mouse: Mouse) => {
    const spot = spotAt(shown?.regions ?? [], mouse.row, mouse.column)
    if (spot !== undefined) onPoint?.(mouse, spot)
  }
  return take({
    ...terminal,
    listener: { ...listener, onMouse },
    modes: Modes.screen(onPoint !== undefined),
    next: () => {
      const before = shown
      shown = draw(sizeOf(terminal.stdout))
      return paint(before, shown)
    },
    forget: () => {
      shown = undefined
    }
  })
}
