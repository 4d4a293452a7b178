import type { Binding } from "../Binding.ts"

/** What keys do in the command line, in menus and where something is exported. */
export const menu = [
  { command: "line.apply", context: "line", keys: ["enter"], label: "do it", hint: true },
  { command: "line.complete", context: "line", keys: ["tab"], label: "complete", hint: true },
  { command: "line.cancel", context: "line", keys: ["esc"], label: "leave", hint: true, isNeeded: true },

  { command: "menu.choose", context: "menu", keys: ["enter"], label: "choose", hint: true },
  { command: "menu.down", context: "menu", keys: ["down", "ctrl+n", "tab"], label: "down", hint: true },
  { command: "menu.up", context: "menu", keys: ["up", "ctrl+p", "shift+tab"], label: "up", hint: true },

  { command: "columns.before", context: "menu", keys: ["ctrl+up"], label: "column further left" },
  { command: "columns.after", context: "menu", keys: ["ctrl+down"], label: "column further right" },

  { command: "menu.cancel", context: "menu", keys: ["esc"], label: "leave", hint: true, isNeeded: true },

  { command: "export.apply", context: "export", keys: ["enter"], label: "write it", hint: true, changes: true },
  { command: "export.cancel", context: "export", keys: ["esc"], label: "leave", hint: true, isNeeded: true }
] as const satisfies ReadonlyArray<Binding>
