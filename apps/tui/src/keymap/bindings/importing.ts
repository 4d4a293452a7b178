import type { Binding } from "../Binding.ts"

/** Keys while users are imported. */
export const importing = [
  { command: "import.open", context: "users", keys: ["i"], label: "import from a file", word: "import" },
  {
    command: "import.confirm",
    context: "importConfirm",
    keys: ["enter"],
    label: "begin",
    hint: true,
    dangerous: true,
    changes: true
  },
  { command: "import.unconfirm", context: "importConfirm", keys: ["esc"], label: "back", hint: true, isNeeded: true },
  { command: "import.next", context: "importLine", keys: ["enter"], label: "read the file", hint: true },
  { command: "import.leave", context: "importLine", keys: ["esc"], label: "back", hint: true, isNeeded: true },
  { command: "import.stop", context: "importBusy", keys: ["esc"], label: "stop", hint: true, isNeeded: true },
  { command: "import.quit", context: "importBusy", keys: ["q"], label: "say how to quit" },
  { command: "import.ask", context: "importReady", keys: ["enter"], label: "begin", hint: true },
  { command: "import.mails", context: "importReady", keys: ["m"], label: "mails or not", hint: true },
  { command: "import.close", context: "importReady", keys: ["esc"], label: "leave", hint: true, isNeeded: true },
  { command: "import.down", context: "importMoves", keys: ["j", "down"], label: "down" },
  { command: "import.up", context: "importMoves", keys: ["k", "up"], label: "up" },
  { command: "import.pageDown", context: "importMoves", keys: ["pageDown", "space", "ctrl+f"], label: "a screen down" },
  { command: "import.pageUp", context: "importMoves", keys: ["pageUp", "ctrl+b"], label: "a screen up" },
  { command: "import.start", context: "importMoves", keys: ["home", "g g"], label: "first row" },
  { command: "import.end", context: "importMoves", keys: ["G", "end"], label: "last row" },
  { command: "import.all", context: "importMoves", keys: ["a"], label: "all or problems", hint: true },
  {
    command: "import.done",
    context: "importOver",
    keys: ["esc", "enter", "q"],
    label: "close",
    hint: true,
    isNeeded: true
  }
] as const satisfies ReadonlyArray<Binding>
