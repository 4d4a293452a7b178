import type { Model } from "../model/Model.ts"

const halfScreen = 10

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most))

/** Scrolls what is read over a screen. */
export const scrollReader = ({ reach, ui }: Model, lines: number): void =>
  ui.update((now) =>
    now.overlay !== undefined && "top" in now.overlay
      ? { ...now, overlay: { ...now.overlay, top: clamp(now.overlay.top + lines, reach.lines) } }
      : now
  )

export const scrollDetails = ({ reach, ui }: Model, lines: number): void =>
  ui.update((now) => ({ ...now, detailsTop: clamp(now.detailsTop + lines, reach.lines) }))

/** Opening, scrolling and closing what is read: the help, what was told, and the details of a row. */
export const make = (model: Model) => {
  const { reach, ui } = model
  const open = (_tag: "Help" | "Notices") => () => ui.update((now) => ({ ...now, overlay: { _tag, top: 0 } }))
  const scroll = (lines: number) => () => scrollReader(model, lines)
  const scrolled = (lines: number) => () => scrollDetails(model, lines)
  return {
    "help.open": open("Help"),
    "notices.open": open("Notices"),
    "reader.close": () => ui.update((now) => ({ ...now, overlay: undefined })),
    "reader.down": scroll(1),
    "reader.up": scroll(-1),
    "reader.pageDown": () => scroll(reach.page)(),
    "reader.pageUp": () => scroll(-reach.page)(),
    "list.other": () => ui.update((now) => ({ ...now, pane: "details", details: true })),
    "details.leave": () =>
      ui.update((now) => ({ ...now, pane: "list", details: now.details && !now.isFull, isFull: false, detailsTop: 0 })),
    "details.down": scrolled(1),
    "details.up": scrolled(-1),
    "details.pageDown": scrolled(halfScreen),
    "details.pageUp": scrolled(-halfScreen)
  }
}
