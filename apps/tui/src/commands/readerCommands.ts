import type { Model } from "../model/Model.ts"
import type { Ui } from "../model/Ui.ts"

const halfScreen = 10

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most))

/** Opening, scrolling and closing what is read: the help, what was told, and the details of a row. */
export const make = ({ reach, ui }: Model) => {
  const open = (_tag: "Help" | "Notices") => () => ui.update((now) => ({ ...now, overlay: { _tag, top: 0 } }))
  const scroll = (lines: number) => () =>
    ui.update((now) =>
      now.overlay?._tag === "Help" || now.overlay?._tag === "Notices" || now.overlay?._tag === "Request"
        ? { ...now, overlay: { ...now.overlay, top: clamp(now.overlay.top + lines, reach.lines) } }
        : now
    )
  const scrollDetails = (lines: number) => () =>
    ui.update((now) => ({ ...now, detailsTop: clamp(now.detailsTop + lines, reach.lines) }))
  const toPane = (pane: Ui["pane"]) => () =>
    ui.update((now) => ({ ...now, pane, details: pane === "details" || now.details }))
  return {
    "help.open": open("Help"),
    "notices.open": open("Notices"),
    "reader.close": () => ui.update((now) => ({ ...now, overlay: undefined })),
    "reader.down": scroll(1),
    "reader.up": scroll(-1),
    "reader.pageDown": () => scroll(reach.page)(),
    "reader.pageUp": () => scroll(-reach.page)(),
    "list.other": toPane("details"),
    "details.leave": toPane("list"),
    "details.down": scrollDetails(1),
    "details.up": scrollDetails(-1),
    "details.pageDown": scrollDetails(halfScreen),
    "details.pageUp": scrollDetails(-halfScreen)
  }
}
