import type { Binding } from "../Binding.ts"

/** What keys do in a list. */
export const list = [
  { command: "list.down", context: "list", keys: ["j", "down"], label: "down" },
  { command: "list.up", context: "list", keys: ["k", "up"], label: "up" },
  { command: "list.halfDown", context: "list", keys: ["ctrl+d"], label: "half a screen down" },
  { command: "list.halfUp", context: "list", keys: ["ctrl+u"], label: "half a screen up" },
  { command: "list.pageDown", context: "list", keys: ["pageDown", "ctrl+f", "space"], label: "a screen down" },
  { command: "list.pageUp", context: "list", keys: ["pageUp", "ctrl+b"], label: "a screen up" },
  { command: "list.start", context: "list", keys: ["g g", "home"], word: "top", label: "first row" },
  {
    command: "list.end",
    context: "list",
    keys: ["G", "end"],
    word: "end",
    label: "last row; 500{key} goes to row 500"
  },
  { command: "list.percent", context: "list", keys: ["%"], label: "50{key} goes half-way down the list" },
  { command: "list.details", context: "list", keys: ["enter"], label: "details", hint: true },
  { command: "list.refresh", context: "list", keys: ["R"], word: "refresh", label: "refresh", hint: true },
  { command: "list.other", context: "list", keys: ["tab"], label: "to the details, which scroll" },

  { command: "watch.toggle", context: "list", keys: ["w"], label: "watch, or not; 30{key} asks every 30 seconds" },

  {
    command: "list.leave",
    context: "list",
    keys: ["esc"],
    label: "back: close, stop, unmark, clear",
    isNeeded: true
  },

  { command: "marks.toggle", context: "list", keys: ["v"], label: "mark or unmark", word: "mark", hint: true },
  { command: "marks.range", context: "ranges", keys: ["V"], label: "mark from the last mark to here", word: "range" },
  { command: "marks.all", context: "list", keys: ["*"], label: "mark all that match, or none", word: "mark-all" },

  { command: "sort.open", context: "list", keys: ["s"], label: "sort", hint: true },

  { command: "columns.open", context: "list", keys: ["C"], label: "columns" },

  {
    command: "list.loadAll",
    context: "list",
    keys: ["L"],
    label: "load all rows, to sort or search",
    word: "load-all"
  },

  { command: "export.open", context: "list", keys: ["x"], label: "export to a file", word: "export" },

  { command: "copy.name", context: "list", keys: ["y y"], label: "copy name", word: "copy-name" },
  { command: "copy.id", context: "list", keys: ["y i"], label: "copy id", word: "copy-id" },
  { command: "copy.json", context: "list", keys: ["y j"], label: "copy as JSON", word: "copy-json" },
  {
    command: "copy.curl",
    context: "list",
    keys: ["y c"],
    label: "copy as curl",
    word: "copy-curl"
  }
] as const satisfies ReadonlyArray<Binding>
