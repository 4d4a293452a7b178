import type { Model } from "../../model/Model.ts"
import type { Theme } from "../../theme.ts"
import { viewOf } from "../../view/viewOf.ts"
import { draw } from "./draw.ts"
import type { Frame } from "./Frame.ts"
import type { Size } from "./Size.ts"

/** Draws a model, which learns how many rows have room and how far what is read scrolls. */
export const drawing = (model: Model, theme: Theme): ((size: Size) => Frame) => {
  const { lists, reach, ui } = model
  const frame = (size: Size): Frame => {
    const drawn = draw(theme, viewOf(model), size)
    reach.lines = drawn.reach
    reach.page = Math.max(1, size.height - 6)
    const list = lists.of(ui.get().screen)
    const height = drawn.rows === undefined ? undefined : Math.max(1, drawn.rows)
    if (height === undefined || height === list.state.get().view.height) return drawn.frame
    list.resize(height)
    return frame(size)
  }
  return frame
}
