import type { Model } from "../../Runtime.tsx"

export const make = ({ ui }: Model) => {
  const scroll = (lines: number) =>
    ui.update((now) =>
      now.overlay?._tag === "Help"
        ? { ...now, overlay: { ...now.overlay, top: Math.max(0, now.overlay.top + lines) } }
        : now
    )
  return {
    "help.open": () => ui.update((now) => ({ ...now, overlay: { _tag: "Help", top: 0 } })),
    "help.close": () => ui.update((now) => ({ ...now, overlay: undefined })),
    "help.down": () => scroll(1),
    "help.up": () => scroll(-1)
  }
}
