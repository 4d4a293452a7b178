import type { Binding } from "../Binding.ts"

/** What keys do where something is asked: a filter, a confirmation, a text. */
export const question = [
  { command: "filter.apply", context: "filter", keys: ["enter"], label: "apply", hint: true },
  { command: "filter.older", context: "filter", keys: ["up"], label: "filter before", hint: true },
  { command: "filter.newer", context: "filter", keys: ["down"], label: "filter after" },
  { command: "filter.cancel", context: "filter", keys: ["esc"], label: "leave as it was", hint: true, isNeeded: true },

  {
    command: "confirm.yes",
    context: "confirm",
    keys: ["enter"],
    label: "do it",
    hint: true,
    dangerous: true,
    changes: true
  },
  { command: "confirm.no", context: "confirm", keys: ["esc"], label: "leave as it is", hint: true, isNeeded: true },

  { command: "bulk.yes", context: "bulk", keys: ["enter"], label: "go on", hint: true, dangerous: true, changes: true },
  { command: "bulk.no", context: "bulk", keys: ["esc"], label: "leave all as it is", hint: true, isNeeded: true },

  { command: "quit.now", context: "quit", keys: ["q"], label: "quit at once", hint: true, dangerous: true },
  { command: "quit.stay", context: "quit", keys: ["esc"], label: "stay", hint: true, isNeeded: true },

  { command: "logOut.yes", context: "logOut", keys: ["enter"], label: "log out", hint: true },
  { command: "logOut.no", context: "logOut", keys: ["esc"], label: "stay logged in", hint: true, isNeeded: true },

  { command: "field.left", context: "field", keys: ["left", "ctrl+b"], label: "left" },
  { command: "field.right", context: "field", keys: ["right", "ctrl+f"], label: "right" },
  { command: "field.start", context: "field", keys: ["home", "ctrl+a"], label: "start" },
  { command: "field.end", context: "field", keys: ["end", "ctrl+e"], label: "end" },
  { command: "field.backspace", context: "field", keys: ["backspace"], label: "delete before" },
  { command: "field.delete", context: "field", keys: ["delete", "ctrl+d"], label: "delete under" },
  { command: "field.word", context: "field", keys: ["ctrl+w"], label: "delete the word before" },
  { command: "field.clear", context: "field", keys: ["ctrl+u"], label: "delete to the start" }
] as const satisfies ReadonlyArray<Binding>
