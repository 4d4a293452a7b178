import type { Binding } from "../Binding.ts"

/** What keys do where there is a filter. */
export const filtered = [
  { command: "filter.open", context: "filtered", keys: ["/"], label: "filter", hint: true }
] as const satisfies ReadonlyArray<Binding>

/** What keys do on all screens. */
export const global = [
  { command: "changes.undo", context: "global", keys: ["z"], word: "undo", label: "undo", hint: true, changes: true },
  { command: "changes.redo", context: "global", keys: ["Z"], word: "redo", label: "redo", hint: true, changes: true },

  { command: "notices.open", context: "global", keys: ["!"], word: "notices", label: "what was told" },

  {
    command: "request.ofList",
    context: "global",
    keys: ["."],
    label: "the list's request for curl",
    word: "curl"
  },
  { command: "request.log", context: "global", keys: ["@"], label: "what was sent", word: "requests" },

  { command: "line.open", context: "global", keys: [":"], label: "type a command" },

  { command: "menu.palette", context: "global", keys: ["ctrl+p"], label: "all commands", hint: true },

  { command: "help.open", context: "global", keys: ["?"], word: "help", label: "help", hint: true },

  { command: "app.quit", context: "global", keys: ["q"], word: "quit", label: "quit", hint: true }
] as const satisfies ReadonlyArray<Binding>
