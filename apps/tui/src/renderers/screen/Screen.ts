import * as Modes from "../../input/modes.ts"
import type { Renderer } from "../Renderer.ts"
import { take } from "../take.ts"
import type { Options as Taking } from "../take.ts"
import type { Frame } from "./Frame.ts"
import { paint } from "./paint.ts"
import type { Size } from "./Size.ts"
import { sizeOf } from "./Size.ts"

export interface Options extends Pick<Taking, "listener" | "onFault" | "stdin" | "stdout"> {
  readonly draw: (size: Size) => Frame
}

/** Takes the terminal and draws on it. */
export const open = ({ draw, ...terminal }: Options): Renderer => {
  let shown: Frame | undefined
  return take({
    ...terminal,
    modes: Modes.screen,
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
