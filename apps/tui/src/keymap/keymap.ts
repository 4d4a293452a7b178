import { resources } from "../resources/registry.ts"

/** What a key does. `context` is where it applies; the first of `keys` is the one that hints show. */
export interface Binding {
  readonly command: string
  readonly context: string
  /** A key, or two that are pressed one after the other: `g u`. */
  readonly keys: readonly [string, ...ReadonlyArray<string>]
  readonly label: string
  /** What one types behind `:` to have it. */
  readonly word?: string
  /** Shown at the foot of the screen, not in the help alone: of `always` only where there is no other way out. */
  readonly hint?: boolean
  /** Cannot be undone. */
  readonly dangerous?: boolean
  /** Changes something at the service, or leads there: a key that is held down does it once. */
  readonly changes?: boolean
}

const own = [
  { command: "app.interrupt", context: "always", keys: ["ctrl+c"], label: "quit", hint: true },

  { command: "logIn.submit", context: "logIn", keys: ["enter"], label: "log in", hint: true },
  { command: "logIn.profiles", context: "logIn", keys: ["ctrl+p"], label: "another profile", hint: true },
  { command: "filling.next", context: "filling", keys: ["enter"], label: "next field", hint: true },
  { command: "filling.send", context: "sending", keys: ["enter"], label: "send", hint: true, changes: true },
  { command: "filling.cancel", context: "formOverlay", keys: ["esc"], label: "leave", hint: true },
  { command: "form.next", context: "form", keys: ["tab", "down"], label: "next field", hint: true },
  { command: "form.previous", context: "form", keys: ["shift+tab", "up"], label: "field before" },

  { command: "connect.now", context: "connect", keys: ["R"], label: "try again now", hint: true },
  { command: "connect.form", context: "connect", keys: ["enter"], label: "log in otherwise", hint: true },
  { command: "connect.quit", context: "connect", keys: ["q"], label: "quit", hint: true },

  { command: "list.down", context: "list", keys: ["j", "down"], label: "down" },
  { command: "list.up", context: "list", keys: ["k", "up"], label: "up" },
  { command: "list.halfDown", context: "list", keys: ["ctrl+d"], label: "half a screen down" },
  { command: "list.halfUp", context: "list", keys: ["ctrl+u"], label: "half a screen up" },
  { command: "list.pageDown", context: "list", keys: ["pageDown", "ctrl+f", "space"], label: "a screen down" },
  { command: "list.pageUp", context: "list", keys: ["pageUp", "ctrl+b"], label: "a screen up" },
  { command: "list.start", context: "list", keys: ["g g", "home"], word: "top", label: "first row" },
  { command: "list.end", context: "list", keys: ["G", "end"], word: "end", label: "last row; 500G goes to row 500" },
  { command: "list.percent", context: "list", keys: ["%"], label: "50% goes half-way down the list" },
  { command: "list.details", context: "list", keys: ["enter"], label: "details", hint: true },
  { command: "list.refresh", context: "list", keys: ["R"], word: "refresh", label: "refresh", hint: true },
  { command: "list.other", context: "list", keys: ["tab"], label: "to the details, which scroll" },
  {
    command: "list.leave",
    context: "list",
    keys: ["esc"],
    label: "back: close, stop, unmark, clear"
  },

  { command: "marks.toggle", context: "list", keys: ["v"], label: "mark or unmark", word: "mark", hint: true },
  { command: "marks.range", context: "list", keys: ["V"], label: "mark from the last mark to here", word: "range" },
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
  },
  {
    command: "copy.code",
    context: "list",
    keys: ["y s"],
    label: "copy as code",
    word: "copy-code"
  },

  { command: "details.down", context: "details", keys: ["j", "down"], label: "down" },
  { command: "details.up", context: "details", keys: ["k", "up"], label: "up" },
  { command: "details.pageDown", context: "details", keys: ["pageDown", "ctrl+f", "space"], label: "ten lines down" },
  { command: "details.pageUp", context: "details", keys: ["pageUp", "ctrl+b"], label: "ten lines up" },
  { command: "details.leave", context: "details", keys: ["tab", "esc"], label: "back to the list", hint: true },

  { command: "filter.open", context: "filtered", keys: ["/"], label: "filter", hint: true },

  { command: "changes.undo", context: "global", keys: ["z"], word: "undo", label: "undo", hint: true, changes: true },
  { command: "changes.redo", context: "global", keys: ["Z"], word: "redo", label: "redo", changes: true },
  { command: "notices.open", context: "global", keys: ["!"], word: "notices", label: "what was told" },
  { command: "profiles.open", context: "global", keys: ["g s"], label: "another profile" },
  {
    command: "account.logOut",
    context: "global",
    keys: ["g o"],
    word: "logout",
    label: "log out, or in as somebody else"
  },
  {
    command: "request.ofList",
    context: "global",
    keys: ["."],
    label: "the list's request, for curl and the SDK",
    word: "curl"
  },
  { command: "request.log", context: "global", keys: ["@"], label: "what was sent", word: "requests" },
  { command: "line.open", context: "global", keys: [":"], label: "type a command" },
  { command: "menu.palette", context: "global", keys: ["ctrl+p"], label: "all commands", hint: true },
  { command: "help.open", context: "global", keys: ["?"], word: "help", label: "help", hint: true },
  { command: "app.quit", context: "global", keys: ["q"], word: "quit", label: "quit", hint: true },

  { command: "line.apply", context: "line", keys: ["enter"], label: "do it", hint: true },
  { command: "line.complete", context: "line", keys: ["tab"], label: "complete", hint: true },
  { command: "line.cancel", context: "line", keys: ["esc"], label: "leave", hint: true },

  { command: "menu.choose", context: "menu", keys: ["enter"], label: "choose", hint: true },
  { command: "menu.down", context: "menu", keys: ["down", "ctrl+n", "tab"], label: "down", hint: true },
  { command: "menu.up", context: "menu", keys: ["up", "ctrl+p", "shift+tab"], label: "up", hint: true },
  { command: "columns.before", context: "menu", keys: ["ctrl+up"], label: "column further left" },
  { command: "columns.after", context: "menu", keys: ["ctrl+down"], label: "column further right" },
  { command: "menu.cancel", context: "menu", keys: ["esc"], label: "leave", hint: true },

  { command: "export.apply", context: "export", keys: ["enter"], label: "write it", hint: true, changes: true },
  { command: "export.cancel", context: "export", keys: ["esc"], label: "leave", hint: true },

  { command: "filter.apply", context: "filter", keys: ["enter"], label: "apply", hint: true },
  { command: "filter.older", context: "filter", keys: ["up"], label: "filter before", hint: true },
  { command: "filter.newer", context: "filter", keys: ["down"], label: "filter after" },
  { command: "filter.cancel", context: "filter", keys: ["esc"], label: "leave as it was", hint: true },

  {
    command: "confirm.yes",
    context: "confirm",
    keys: ["enter"],
    label: "do it",
    hint: true,
    dangerous: true,
    changes: true
  },
  { command: "confirm.no", context: "confirm", keys: ["esc"], label: "leave as it is", hint: true },

  { command: "bulk.yes", context: "bulk", keys: ["enter"], label: "go on", hint: true, dangerous: true, changes: true },
  { command: "bulk.no", context: "bulk", keys: ["esc"], label: "leave all as it is", hint: true },

  { command: "quit.now", context: "quit", keys: ["q"], label: "quit at once", hint: true, dangerous: true },
  { command: "quit.stay", context: "quit", keys: ["esc"], label: "stay", hint: true },

  { command: "logOut.yes", context: "logOut", keys: ["enter"], label: "log out", hint: true },
  { command: "logOut.no", context: "logOut", keys: ["esc"], label: "stay logged in", hint: true },

  { command: "field.left", context: "field", keys: ["left", "ctrl+b"], label: "left" },
  { command: "field.right", context: "field", keys: ["right", "ctrl+f"], label: "right" },
  { command: "field.start", context: "field", keys: ["home", "ctrl+a"], label: "start" },
  { command: "field.end", context: "field", keys: ["end", "ctrl+e"], label: "end" },
  { command: "field.backspace", context: "field", keys: ["backspace"], label: "delete before" },
  { command: "field.delete", context: "field", keys: ["delete", "ctrl+d"], label: "delete under" },
  { command: "field.word", context: "field", keys: ["ctrl+w"], label: "delete the word before" },
  { command: "field.clear", context: "field", keys: ["ctrl+u"], label: "delete to the start" },

  { command: "request.copyCurl", context: "request", keys: ["y"], label: "copy for curl", hint: true },
  { command: "request.copyCode", context: "request", keys: ["Y"], label: "copy the code", hint: true },

  { command: "reader.down", context: "reader", keys: ["down", "j"], label: "down", hint: true },
  { command: "reader.up", context: "reader", keys: ["up", "k"], label: "up", hint: true },
  { command: "reader.close", context: "reader", keys: ["esc", "?", "!", "q", "enter"], label: "close", hint: true },
  { command: "reader.pageDown", context: "reader", keys: ["pageDown", "space", "ctrl+f"], label: "a screen down" },
  { command: "reader.pageUp", context: "reader", keys: ["pageUp", "ctrl+b"], label: "a screen up" }
] as const satisfies ReadonlyArray<Binding>

/** The commands that are of no resource. */
export type CommandName = (typeof own)[number]["command"]

/** The command that goes to the screen of a resource. */
export const screenCommand = (resource: string): string => `screen.${resource}`

const ofActions = resources.flatMap(({ actions, name }) =>
  actions.map(({ effect, keys, label, name: command }): Binding => ({
    command,
    context: name,
    keys,
    label,
    hint: true,
    dangerous: effect === "final",
    changes: true
  }))
)

const ofForms = resources.flatMap(({ forms = [], name }) =>
  forms.map(({ keys, label, name: command }): Binding => ({
    command,
    context: name,
    keys,
    label,
    hint: true,
    changes: true
  }))
)

const ofScreens = resources.map(({ letter, name, title }): Binding => ({
  command: screenCommand(name),
  context: "global",
  keys: [`g ${letter}`],
  label: title.toLowerCase(),
  word: name,
  hint: true
}))

const at = (command: CommandName) => own.findIndex((binding) => binding.command === command)

/** Every key of the program: what is dispatched, hinted at and explained comes from here and nowhere else. */
export const keymap: ReadonlyArray<Binding> = [
  ...ofActions,
  ...ofForms,
  ...own.slice(0, at("changes.undo")),
  ...ofScreens,
  ...own.slice(at("changes.undo"))
]

const glyphs: Record<string, string> = { up: "↑", down: "↓", left: "←", right: "→", enter: "⏎" }

/** A key as people read it: `↓`, `Ctrl-D`, `PgUp`, `gu`. */
export const keyText = (key: string): string =>
  glyphs[key] ??
  key
    .replaceAll(" ", "")
    .replace(
      /^(ctrl|alt|shift)\+(.)(.*)$/,
      (_, modifier: string, first: string, rest: string) =>
        `${modifier[0]?.toUpperCase()}${modifier.slice(1)}-${first.toUpperCase()}${rest}`
    )
    .replace(/^(page)(Up|Down)$/, (_, __, way: string) => (way === "Up" ? "PgUp" : "PgDn"))
    .replace(/^(esc|tab|space|home|end|delete|backspace)$/, (name) => `${name[0]?.toUpperCase()}${name.slice(1)}`)
