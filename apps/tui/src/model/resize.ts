import * as Viewport from "../engine/lists/pages/Viewport.ts"
import { resourceNamed } from "../resources/registry.ts"
import type { Model } from "./Model.ts"

/** Has a list that is on screen know how many of its rows have room: that of an import, or that of a resource. */
export const resize = ({ lists, ui }: Model, name: string, height: number): void => {
  const { overlay } = ui.get()
  if (overlay?._tag !== "Import") return lists.of(resourceNamed(name)).resize(height)
  ui.update((now) => ({ ...now, overlay: { ...overlay, view: Viewport.withHeight(overlay.view, height) } }))
}
