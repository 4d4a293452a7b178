import type { Binding } from "../Binding.ts"

/** What keys do in the chart of a call. */
export const chart = [
  {
    command: "chart.left",
    context: "chart",
    keys: ["left", "h", "up", "k"],
    word: "earlier",
    label: "earlier",
    hint: true
  },
  {
    command: "chart.right",
    context: "chart",
    keys: ["right", "l", "down", "j"],
    word: "later",
    label: "later",
    hint: true
  },
  { command: "chart.person", context: "chart", keys: ["tab"], label: "person", hint: true },
  { command: "chart.leave", context: "chart", keys: ["esc"], word: "back", label: "back", hint: true, isNeeded: true },
  {
    command: "chart.farLeft",
    context: "chart",
    keys: ["pageUp", "ctrl+b"],
    word: "much-earlier",
    label: "a tenth earlier"
  },
  {
    command: "chart.farRight",
    context: "chart",
    keys: ["pageDown", "ctrl+f", "space"],
    word: "much-later",
    label: "a tenth later"
  },
  { command: "chart.start", context: "chart", keys: ["home"], label: "start of the call" },
  { command: "chart.end", context: "chart", keys: ["end", "G"], label: "end of the call" },
  { command: "chart.zoomIn", context: "chart", keys: ["+", "="], word: "zoom-in", label: "zoom in", hint: true },
  { command: "chart.zoomOut", context: "chart", keys: ["-"], word: "zoom-out", label: "zoom out", hint: true },
  { command: "chart.audio", context: "chart", keys: ["a"], label: "audio", hint: true },
  { command: "chart.video", context: "chart", keys: ["v"], label: "video", hint: true },
  { command: "chart.table", context: "chart", keys: ["t"], label: "as table", hint: true },
  { command: "chart.refresh", context: "chart", keys: ["R"], label: "read again" },
  { command: "chart.csv", context: "chart", keys: ["y"], label: "copy CSV", hint: true }
] as const satisfies ReadonlyArray<Binding>
