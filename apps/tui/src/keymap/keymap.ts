/** What a key does. `context` is where it applies; the first of `keys` is the one that hints show. */
export interface Binding {
  readonly command: string
  readonly context: string
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  readonly label: string
  /** Shown at the foot of the screen, not in the help alone. */
  readonly hint?: true
  /** Takes effect on more than what is on screen and cannot be undone. */
  readonly dangerous?: true
}

/** Every key of the program: what is dispatched, hinted at and explained comes from here and nowhere else. */
export const keymap = [
  { command: "app.interrupt", context: "always", keys: ["ctrl+c"], label: "quit, wherever you are" },

  { command: "form.submit", context: "form", keys: ["enter"], label: "log in", hint: true },
  { command: "form.next", context: "form", keys: ["tab", "down"], label: "next field", hint: true },
  { command: "form.previous", context: "form", keys: ["shift+tab", "up"], label: "field before" },

  { command: "list.down", context: "list", keys: ["j", "down"], label: "down" },
  { command: "list.up", context: "list", keys: ["k", "up"], label: "up" },
  { command: "list.halfDown", context: "list", keys: ["ctrl+d"], label: "half a screen down" },
  { command: "list.halfUp", context: "list", keys: ["ctrl+u"], label: "half a screen up" },
  { command: "list.pageDown", context: "list", keys: ["pageDown", "ctrl+f", "space"], label: "a screen down" },
  { command: "list.pageUp", context: "list", keys: ["pageUp", "ctrl+b"], label: "a screen up" },
  { command: "list.start", context: "list", keys: ["g", "home"], label: "first row" },
  { command: "list.end", context: "list", keys: ["G", "end"], label: "last row; 500G goes to row 500" },
  { command: "list.percent", context: "list", keys: ["%"], label: "50% goes half-way down the list" },
  { command: "list.refresh", context: "list", keys: ["R"], label: "refresh", hint: true },

  { command: "filter.open", context: "users", keys: ["/"], label: "filter", hint: true },
  { command: "filter.clear", context: "users", keys: ["esc"], label: "clear the filter, or close the details" },
  { command: "users.details", context: "users", keys: ["enter"], label: "details", hint: true },
  { command: "users.deactivate", context: "users", keys: ["d"], label: "deactivate", hint: true },
  { command: "users.reactivate", context: "users", keys: ["a", "r"], label: "reactivate", hint: true },
  { command: "users.undo", context: "users", keys: ["z"], label: "undo", hint: true },
  { command: "users.delete", context: "users", keys: ["D"], label: "delete", hint: true, dangerous: true },

  { command: "screen.users", context: "global", keys: ["u"], label: "users", hint: true },
  { command: "screen.pods", context: "global", keys: ["p"], label: "pods", hint: true },
  { command: "help.open", context: "global", keys: ["?"], label: "help", hint: true },
  { command: "app.quit", context: "global", keys: ["q"], label: "quit", hint: true },

  { command: "filter.apply", context: "filter", keys: ["enter"], label: "apply", hint: true },
  { command: "filter.cancel", context: "filter", keys: ["esc"], label: "leave as it was", hint: true },

  {
    command: "delete.confirm",
    context: "delete",
    keys: ["enter"],
    label: "delete for good",
    hint: true,
    dangerous: true
  },
  { command: "delete.cancel", context: "delete", keys: ["esc"], label: "keep the user", hint: true },

  { command: "field.left", context: "field", keys: ["left", "ctrl+b"], label: "left" },
  { command: "field.right", context: "field", keys: ["right", "ctrl+f"], label: "right" },
  { command: "field.start", context: "field", keys: ["home", "ctrl+a"], label: "start" },
  { command: "field.end", context: "field", keys: ["end", "ctrl+e"], label: "end" },
  { command: "field.backspace", context: "field", keys: ["backspace"], label: "delete before" },
  { command: "field.delete", context: "field", keys: ["delete", "ctrl+d"], label: "delete under" },
  { command: "field.word", context: "field", keys: ["ctrl+w"], label: "delete the word before" },
  { command: "field.clear", context: "field", keys: ["ctrl+u"], label: "delete to the start" },

  { command: "help.close", context: "help", keys: ["esc", "?", "q", "enter"], label: "close", hint: true },
  { command: "help.down", context: "help", keys: ["down", "j", "pageDown", "space"], label: "down", hint: true },
  { command: "help.up", context: "help", keys: ["up", "k", "pageUp"], label: "up", hint: true }
] as const satisfies ReadonlyArray<Binding>

export type CommandName = (typeof keymap)[number]["command"]

export type KeyContext = (typeof keymap)[number]["context"]

const glyphs: Record<string, string> = { up: "↑", down: "↓", left: "←", right: "→", enter: "⏎" }

/** A key as people read it: `↓`, `Ctrl-D`, `PgUp`. */
export const keyText = (key: string): string =>
  glyphs[key] ??
  key
    .replace(
      /^(ctrl|alt|shift)\+(.)(.*)$/,
      (_, modifier: string, first: string, rest: string) =>
        `${modifier[0]?.toUpperCase()}${modifier.slice(1)}-${first.toUpperCase()}${rest}`
    )
    .replace(/^(page)(Up|Down)$/, (_, __, way: string) => (way === "Up" ? "PgUp" : "PgDn"))
    .replace(/^(esc|tab|space|home|end|delete|backspace)$/, (name) => `${name[0]?.toUpperCase()}${name.slice(1)}`)
