import type { AnyList } from "../engine/lists/Lists.ts"
import type { Model } from "../model/Model.ts"

/** The list on screen, to select another row of: its details begin at their first line, and show no secret. */
export const otherRow = ({ lists, ui }: Pick<Model, "lists" | "ui">): AnyList => {
  ui.update((now) =>
    now.detailsTop === 0 && now.revealed === undefined ? now : { ...now, detailsTop: 0, revealed: undefined }
  )
  return lists.of(ui.get().screen)
}
