import type { Model } from "../../model/Model.ts"
import { resize } from "../../model/resize.ts"
import { heard } from "../../view/boxes.ts"
import type { View } from "../../view/View.ts"
import { viewOf } from "../../view/viewOf.ts"
import { detailCount } from "./list.ts"
import { readerText } from "./reader.ts"

/** Rows that a key goes past which goes a screen further. */
const screenful = 10

/** A view that stays as it is: of its rows, the selected one, as it is now; of several boxes, the one that has the keys. */
const settled = (view: View): View => {
  const body = heard(view.body)
  if (body._tag !== "List") return view
  const { cursor } = body.viewport
  const row = body.rowAt(cursor)
  return { ...view, body: { ...body, rowAt: (index) => (index === cursor ? row : undefined) } }
}

const reachOf = ({ body }: View): number => {
  switch (body._tag) {
    case "List":
      return detailCount(body)
    case "Reader":
      return readerText(body).length
    case "Boxes":
    case "Form":
    case "Menu":
    case "Chart":
      return 0
  }
}

/**
 * Looks at a model, which learns how far a screen is and how many lines are read. Details are of the row that one asked
 * them for: they are closed when one goes to another.
 */
export const looking = (model: Model): (() => View) => {
  const { reach, ui } = model
  let detailsOf: string | undefined
  const look = (): View => {
    const view = settled(viewOf(model))
    reach.lines = Math.max(0, reachOf(view) - 1)
    const { body } = view
    if (body._tag !== "List") return view
    const row = `${body.name} ${body.viewport.cursor}`
    if (body.viewport.height !== screenful) {
      resize(model, body.name, screenful)
      return look()
    }
    if (body.withDetails && !body.isInDetails && detailsOf !== undefined && detailsOf !== row) {
      detailsOf = undefined
      ui.update((now) => ({ ...now, details: false }))
      return look()
    }
    detailsOf = body.withDetails ? row : undefined
    return view
  }
  return look
}
