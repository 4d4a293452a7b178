import type { Model } from "../../model/Model.ts"
import { resize } from "../../model/Model.ts"
import type { Theme } from "../../theme.ts"
import type { Body } from "../../view/View.ts"
import { viewOf } from "../../view/viewOf.ts"
import { draw } from "./draw.ts"
import type { Frame } from "./Frame.ts"
import type { Size } from "./Size.ts"

/** How many rows have room so far, by the name of the list. */
const heightsOf = (body: Body): ReadonlyMap<string, number> => {
  if (body._tag === "Boxes") return new Map(body.boxes.map(({ list }) => [list.name, list.viewport.height]))
  return new Map(body._tag === "List" ? [[body.name, body.viewport.height]] : [])
}

/** Draws a model, which learns how many rows have room and how far what is read scrolls. */
export const drawing = (model: Model, theme: Theme): ((size: Size) => Frame) => {
  const { scrollLimits } = model.ui
  const frame = (size: Size): Frame => {
    const view = viewOf(model)
    const drawn = draw(theme, view, size)
    scrollLimits.maxTop = drawn.reach
    scrollLimits.page = Math.max(1, size.height - 6)
    const known = heightsOf(view.body)
    const wanted = drawn.heights ?? new Map(drawn.rows === undefined ? [] : [[view.body.name, drawn.rows]])
    const changed = [...wanted].filter(([name, rows]) => known.has(name) && known.get(name) !== Math.max(1, rows))
    for (const [name, rows] of changed) resize(model, name, Math.max(1, rows))
    return changed.length === 0 ? drawn.frame : frame(size)
  }
  return frame
}
