import * as Marks from "../engine/lists/Marks.ts"
import type { Model } from "../model/Model.ts"
import * as TextField from "../model/TextField.ts"
import { resources } from "../resources/registry.ts"

/** Marking rows, and what is done to all that are marked. */
export const make = ({ bulk, lists, notices, run, ui }: Model) => {
  const marks = () => lists.marksOf(ui.get().screen)
  const tellWhyNot = (why: string | undefined) => {
    if (why !== undefined) notices.tell("hint", `Nothing was marked: ${why}.`)
  }
  const close = () =>
    ui.update(({ aside, overlay, ...now }) => ({
      ...now,
      overlay: overlay?._tag === "Bulk" ? undefined : overlay,
      // where the session has ended meanwhile
      aside: aside?._tag === "Bulk" ? undefined : aside
    }))
  bulk.state.subscribe(() => {
    // it is over, or was given up: by reading what failed, or by another account
    if (bulk.state.get()._tag === "Idle") close()
  })
  for (const resource of resources) {
    const { state } = lists.marksOf(resource)
    let before = { count: 0, filter: "" }
    state.subscribe(() => {
      const now = { count: Marks.count(state.get()), filter: lists.of(resource).state.get().filter }
      const { _tag } = bulk.state.get()
      // what is asked is about rows that are not marked any more
      if (_tag !== "Idle" && ui.get().screen === resource) bulk.cancel()
      if (before.count > 0 && now.count === 0 && now.filter !== before.filter)
        notices.tell("hint", "The marks are gone: they were made under another filter.")
      before = now
    })
  }
  return {
    "marks.toggle": () => tellWhyNot(marks().toggle()),
    "marks.range": () => tellWhyNot(marks().range()),
    "marks.all": () => tellWhyNot(marks().all()),
    "bulk.yes": () => {
      const { overlay, screen } = ui.get()
      if (overlay?._tag !== "Bulk") return
      const state = bulk.state.get()
      if (state._tag === "Asked") return run(bulk.prepare(state.action, screen, marks()))
      run(bulk.begin(TextField.textOf(overlay.field)))
    },
    "bulk.no": () => {
      bulk.cancel()
      close()
    }
  }
}
