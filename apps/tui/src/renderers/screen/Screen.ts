import * as Modes from "../../input/modes.ts"
import type { Mouse } from "../../input/Mouse.ts"
import type { Spot } from "../../view/View.ts"
import type { Renderer } from "../Renderer.ts"
import { take } from "../take.ts"
import type { Options as Taking } from "../take.ts"
import type { Frame } from "./Frame.ts"
import { spotAt } from "./Region.ts"
import { sizeOf } from "./Size.ts"
import type { Size } from "./Size.ts"

// a terminal that knows it shows all of a frame at once, any other ignores it
const begin = "\u001B[?2026h"
const end = "\u001B[?2026l"

const to = (row: number, column: number) => `\u001B[${row + 1};${column + 1}H`

// before the text: behind a full line the cursor stands on its last character
const eraseLine = "\u001B[2K"

const hide = "\u001B[?25l"
const show = "\u001B[?25h"

const lineAt = (frame: Frame | undefined, row: number) => frame?.lines[row]

const isSameCursor = (a: Frame["cursor"], b: Frame["cursor"]) => a?.row === b?.row && a?.column === b?.column

/** What to write to a terminal that shows `before`, or nothing known, so that it shows `after`: the lines that differ. */
const paint = (before: Frame | undefined, after: Frame): string => {
  const lines: Array<string> = []
  const rows = Math.max(after.lines.length, before?.lines.length ?? 0)
  for (let row = 0; row < rows; row++) {
    const line = lineAt(after, row) ?? ""
    if (before === undefined || line !== (lineAt(before, row) ?? "")) lines.push(`${to(row, 0)}${eraseLine}${line}`)
  }
  if (lines.length === 0 && before !== undefined && isSameCursor(before.cursor, after.cursor)) return ""
  const { cursor } = after
  const place = cursor === undefined ? "" : `${to(cursor.row, cursor.column)}${show}`
  return `${begin}${before?.cursor === undefined && before !== undefined ? "" : hide}${lines.join("")}${place}${end}`
}

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
