import type { Binding } from "../Binding.ts"

/** What keys do where something is read: a report, a request, a text. */
export const reader = [
  { command: "report.reveal", context: "report", keys: ["r"], label: "show or hide secrets", hint: true },
  { command: "report.copy", context: "report", keys: ["y"], label: "copy", hint: true },
  { command: "report.again", context: "report", keys: ["R"], label: "ask again", hint: true },

  { command: "request.copyCurl", context: "request", keys: ["y"], label: "copy for curl", hint: true },

  { command: "reader.down", context: "reader", keys: ["down", "j"], label: "down", hint: true },
  { command: "reader.up", context: "reader", keys: ["up", "k"], label: "up", hint: true },
  {
    command: "reader.close",
    context: "reader",
    keys: ["esc", "?", "!", "q", "enter"],
    label: "close",
    hint: true,
    isNeeded: true
  },
  { command: "reader.pageDown", context: "reader", keys: ["pageDown", "space", "ctrl+f"], label: "a screen down" },
  { command: "reader.pageUp", context: "reader", keys: ["pageUp", "ctrl+b"], label: "a screen up" }
] as const satisfies ReadonlyArray<Binding>
