import type { Model } from "../Runtime.tsx"

/** Opening, scrolling and closing what is read: the help, and what was told. */
export const make = ({ ui }: Model) => {
  const open = (_tag: "Help" | "Notices") => () => ui.update((now) => ({ ...now, overlay: { _tag, top: 0 } }))
  const scroll = (lines: number) => () =>
    ui.update((now) =>
      now.overlay?._tag === "Help" || now.overlay?._tag === "Notices"
        ? { ...now, overlay: { ...now.overlay, top: Math.max(0, now.overlay.top + lines) } }
        : now
    )
  return {
    "help.open": open("Help"),
    "notices.open": open("Notices"),
    "reader.close": () => ui.update((now) => ({ ...now, overlay: undefined })),
    "reader.down": scroll(1),
    "reader.up": scroll(-1)
  }
}
