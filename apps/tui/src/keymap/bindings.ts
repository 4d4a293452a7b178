/** A command, its keys and the context in which they apply. The first key is the one that hints show. */
export interface Binding {
  readonly command: string
  readonly context: string
  /** The title of the keys of its context in the help. */
  readonly section?: string
  /** A key, or a chord of two keys: `g u`. */
  readonly keys: ReadonlyArray<string>
  /** What it does. */
  readonly label: string
  /** Its word on the command line. */
  readonly word?: string
  /** Whether the hints show it, not only the help. In `always` they do so only if there is no other way out. */
  readonly hint?: boolean
  /** Does nothing in a list of which no row is selected. */
  readonly needsRow?: boolean
  /** Cannot be undone. */
  readonly dangerous?: boolean
  /** Must have a key: without it, the user could not leave the context. */
  readonly isNeeded?: boolean
  /** Changes something at the service, or leads there: a key held down runs it once. */
  readonly changes?: boolean
}

const within = <const Bindings extends ReadonlyArray<Omit<Binding, "context">>>(
  context: string,
  section: string,
  bindings: Bindings
) => bindings.map((binding: Bindings[number]) => ({ ...binding, context, section }))

const chart = within("chart", "In the charts of a call", [
  { command: "chart.left", keys: ["left", "h", "up", "k"], word: "earlier", label: "earlier", hint: true },
  { command: "chart.right", keys: ["right", "l", "down", "j"], word: "later", label: "later", hint: true },
  { command: "chart.person", keys: ["tab"], label: "person", hint: true },
  { command: "chart.leave", keys: ["esc"], word: "back", label: "back", hint: true, isNeeded: true },
  { command: "chart.farLeft", keys: ["pageUp", "ctrl+b"], word: "much-earlier", label: "a tenth earlier" },
  { command: "chart.farRight", keys: ["pageDown", "ctrl+f", "space"], word: "much-later", label: "a tenth later" },
  { command: "chart.start", keys: ["home"], label: "start of the call" },
  { command: "chart.end", keys: ["end", "G"], label: "end of the call" },
  { command: "chart.zoomIn", keys: ["+", "="], word: "zoom-in", label: "zoom in", hint: true },
  { command: "chart.zoomOut", keys: ["-"], word: "zoom-out", label: "zoom out", hint: true },
  { command: "chart.audio", keys: ["a"], label: "audio", hint: true },
  { command: "chart.video", keys: ["v"], label: "video", hint: true },
  { command: "chart.table", keys: ["t"], label: "as table", hint: true },
  { command: "chart.refresh", keys: ["R"], label: "refresh" },
  { command: "chart.csv", keys: ["y"], label: "copy CSV", hint: true }
])

const details = [
  ...within("session", "Session", [
    { command: "account.logIn", keys: ["l"], label: "log in another way", hint: true },
    { command: "account.logOut", keys: ["o"], word: "logout", label: "log out", hint: true },
    { command: "account.renew", keys: ["r"], word: "renew", label: "renew now", hint: true },
    { command: "session.go", keys: ["c"], label: "use this profile", hint: true }
  ]),
  ...within("details", "In the details", [
    { command: "details.down", keys: ["j", "down"], label: "down" },
    { command: "details.up", keys: ["k", "up"], label: "up" },
    { command: "details.pageDown", keys: ["pageDown", "ctrl+f", "space"], label: "ten lines down" },
    { command: "details.pageUp", keys: ["pageUp", "ctrl+b"], label: "ten lines up" },
    { command: "details.refresh", keys: ["R"], label: "refresh" },
    { command: "details.leave", keys: ["tab", "esc"], label: "back to the list", hint: true, isNeeded: true },
    { command: "details.full", keys: ["enter"], label: "full screen", hint: true, needsRow: true }
  ]),
  ...within("boxes", "In the boxes of a screen", [
    { command: "boxes.next", keys: ["tab"], label: "next box", hint: true },
    { command: "boxes.previous", keys: ["shift+tab"], label: "previous box" },
    { command: "boxes.down", keys: ["down", "ctrl+n"], label: "down" },
    { command: "boxes.up", keys: ["up"], label: "up" },
    { command: "boxes.pageDown", keys: ["pageDown", "ctrl+f"], label: "a screen down" },
    { command: "boxes.pageUp", keys: ["pageUp", "ctrl+b"], label: "a screen up" },
    { command: "boxes.start", keys: ["home", "g g"], word: "top", label: "first row" },
    { command: "boxes.end", keys: ["end", "G"], word: "end", label: "last row" },
    { command: "boxes.mark", keys: ["v"], word: "mark", label: "mark or unmark", needsRow: true },
    { command: "boxes.leave", keys: ["esc"], label: "back: close, unmark, clear", isNeeded: true },
    { command: "boxes.refresh", keys: ["R"], word: "refresh", label: "refresh all boxes", hint: true }
  ]),
  ...within("followed", "In a list that is followed", [
    { command: "boxes.follow", keys: ["space"], label: "follow on or off", word: "follow", hint: true }
  ]),
  ...within("secret", "Of a secret", [
    { command: "secret.reveal", keys: ["r"], label: "show or hide the secret", hint: true, needsRow: true },
    { command: "secret.copy", keys: ["y t"], label: "copy the secret" }
  ])
]

const entry = [
  ...within("always", "Always", [
    { command: "app.interrupt", keys: ["ctrl+c"], label: "quit", hint: true, isNeeded: true }
  ]),
  ...within("logInNext", "In a field of the log-in form", [
    { command: "logIn.next", keys: ["enter"], label: "next", hint: true }
  ]),
  ...within("logInSend", "In the last field of the log-in form", [
    { command: "logIn.submit", keys: ["enter"], label: "log in", hint: true }
  ]),
  ...within("logIn", "Log-in form", [
    { command: "logIn.ways", keys: ["ctrl+o"], label: "another way", hint: true },
    { command: "logIn.profiles", keys: ["ctrl+p"], label: "another profile", hint: true }
  ]),
  ...within("logInOverlay", "In the log-in form over a screen", [
    { command: "logIn.cancel", keys: ["esc"], label: "cancel", hint: true, isNeeded: true }
  ]),
  ...within("logIn", "Log-in form", [{ command: "logIn.register", keys: ["ctrl+n"], label: "register", hint: true }]),
  ...within("public", "Before logging in", [
    { command: "public.leave", keys: ["q"], label: "back to the log-in form", hint: true, isNeeded: true },
    { command: "public.help", keys: ["?"], label: "help", hint: true }
  ]),
  ...within("filling", "While filling in a form", [
    { command: "filling.next", keys: ["enter"], label: "next field", hint: true }
  ]),
  ...within("sending", "In the last field of a form", [
    { command: "filling.send", keys: ["enter"], label: "send", hint: true, changes: true }
  ]),
  ...within("formOverlay", "In a form over a list", [
    { command: "filling.choose", keys: ["ctrl+p"], label: "choose", hint: true },
    { command: "filling.newLine", keys: ["ctrl+n"], label: "new line", hint: true },
    { command: "filling.clear", keys: ["ctrl+r"], label: "clear", hint: true },
    { command: "filling.cancel", keys: ["esc"], label: "leave", hint: true, isNeeded: true }
  ]),
  ...within("form", "Every form", [
    { command: "form.next", keys: ["tab", "down"], label: "next field", hint: true },
    { command: "form.previous", keys: ["shift+tab", "up"], label: "previous field" }
  ]),
  ...within("connect", "Without a connection at the start", [
    { command: "connect.now", keys: ["R"], label: "try again now", hint: true },
    { command: "connect.form", keys: ["enter"], label: "log in another way", hint: true, isNeeded: true },
    { command: "connect.quit", keys: ["q"], label: "quit", hint: true }
  ])
]

const filtered = within("filtered", "Lists with a filter", [
  { command: "filter.open", keys: ["/"], label: "filter", hint: true }
])

const global = within("global", "Everywhere", [
  { command: "changes.undo", keys: ["z"], word: "undo", label: "undo", hint: true, changes: true },
  { command: "changes.redo", keys: ["Z"], word: "redo", label: "redo", hint: true, changes: true },
  { command: "notices.open", keys: ["!"], word: "notices", label: "notices" },
  { command: "request.ofList", keys: ["."], label: "the list's request as curl", word: "curl" },
  { command: "request.log", keys: ["@"], label: "requests", word: "requests" },
  { command: "line.open", keys: [":"], label: "type a command" },
  { command: "menu.palette", keys: ["ctrl+p"], label: "all commands", hint: true },
  { command: "help.open", keys: ["?"], word: "help", label: "help", hint: true },
  { command: "app.quit", keys: ["q"], word: "quit", label: "quit", hint: true }
])

const importing = [
  ...within("users", "Users", [{ command: "import.open", keys: ["i"], label: "import from a file", word: "import" }]),
  ...within("importConfirm", "While confirming an import", [
    { command: "import.confirm", keys: ["enter"], label: "begin", hint: true, dangerous: true, changes: true },
    { command: "import.unconfirm", keys: ["esc"], label: "back", hint: true, isNeeded: true }
  ]),
  ...within("importLine", "While naming a file to import", [
    { command: "import.next", keys: ["enter"], label: "read the file", hint: true },
    { command: "import.complete", keys: ["tab"], label: "complete the path", hint: true },
    { command: "import.leave", keys: ["esc"], label: "cancel", hint: true, isNeeded: true }
  ]),
  ...within("importBusy", "While an import is under way", [
    { command: "import.stop", keys: ["esc"], label: "stop", hint: true, isNeeded: true },
    { command: "import.quit", keys: ["q"], label: "how to quit" }
  ]),
  ...within("importReady", "In the dry run of an import", [
    { command: "import.ask", keys: ["enter"], label: "begin", hint: true, changes: true },
    { command: "import.mails", keys: ["m"], label: "e-mails on/off", hint: true },
    { command: "import.help", keys: ["?"], label: "help", hint: true },
    { command: "import.close", keys: ["esc"], label: "cancel", hint: true, isNeeded: true }
  ]),
  ...within("importMoves", "In the rows of an import", [
    { command: "import.down", keys: ["j", "down"], label: "down" },
    { command: "import.up", keys: ["k", "up"], label: "up" },
    { command: "import.pageDown", keys: ["pageDown", "space", "ctrl+f"], label: "a screen down" },
    { command: "import.pageUp", keys: ["pageUp", "ctrl+b"], label: "a screen up" },
    { command: "import.all", keys: ["a"], label: "all rows", hint: true }
  ]),
  ...within("importOver", "After an import", [
    { command: "import.done", keys: ["esc", "enter", "q"], label: "close", hint: true, isNeeded: true }
  ])
]

const list = [
  ...within("list", "Every list", [
    { command: "list.down", keys: ["j", "down"], label: "down" },
    { command: "list.up", keys: ["k", "up"], label: "up" },
    { command: "list.halfDown", keys: ["ctrl+d"], label: "half a screen down" },
    { command: "list.halfUp", keys: ["ctrl+u"], label: "half a screen up" },
    { command: "list.pageDown", keys: ["pageDown", "ctrl+f", "space"], label: "a screen down" },
    { command: "list.pageUp", keys: ["pageUp", "ctrl+b"], label: "a screen up" },
    { command: "list.start", keys: ["g g", "home"], word: "top", label: "first row" },
    { command: "list.end", keys: ["G", "end"], word: "end", label: "last row; after a number, that row" },
    { command: "list.percent", keys: ["%"], label: "half-way; after a number, that percent" },
    { command: "list.details", keys: ["enter"], label: "details", hint: true, needsRow: true },
    { command: "list.refresh", keys: ["R"], word: "refresh", label: "refresh", hint: true },
    { command: "list.other", keys: ["tab"], label: "go to the details" },
    { command: "watch.toggle", keys: ["w"], label: "watch on or off; a number sets the seconds" },
    { command: "list.leave", keys: ["esc"], label: "back: close, stop, unmark, clear", isNeeded: true },
    { command: "marks.toggle", keys: ["v"], label: "mark or unmark", word: "mark", hint: true, needsRow: true },
    { command: "marks.range", keys: ["V"], label: "mark from the last mark to here", word: "range" },
    { command: "marks.all", keys: ["*"], label: "mark all that match, or none", word: "mark-all", needsRow: true },
    { command: "sort.open", keys: ["s"], label: "sort", hint: true, needsRow: true },
    { command: "columns.open", keys: ["C"], label: "columns" },
    { command: "list.loadAll", keys: ["L"], label: "load all rows, to sort or search", word: "load-all" },
    { command: "export.open", keys: ["x"], label: "export to a file", word: "export" },
    { command: "copy.name", keys: ["y y"], label: "copy name or e-mail", word: "copy-name", needsRow: true },
    { command: "copy.id", keys: ["y i"], label: "copy id", word: "copy-id", needsRow: true },
    { command: "copy.json", keys: ["y j"], label: "copy as JSON", word: "copy-json", needsRow: true },
    { command: "copy.curl", keys: ["y c"], label: "copy as curl", word: "copy-curl" }
  ])
]

const menu = [
  ...within("line", "While typing a command", [
    { command: "line.apply", keys: ["enter"], label: "run", hint: true },
    { command: "line.complete", keys: ["tab"], label: "complete", hint: true },
    { command: "line.cancel", keys: ["esc"], label: "cancel", hint: true, isNeeded: true }
  ]),
  ...within("marking", "In a menu of several choices", [
    { command: "menu.mark", keys: ["tab"], label: "mark or unmark", hint: true },
    { command: "menu.before", keys: ["ctrl+up"], label: "move the choice up" },
    { command: "menu.after", keys: ["ctrl+down"], label: "move the choice down" }
  ]),
  ...within("menu", "In a menu", [
    { command: "menu.choose", keys: ["enter"], label: "choose", hint: true },
    { command: "menu.down", keys: ["down", "ctrl+n"], label: "down", hint: true },
    { command: "menu.up", keys: ["up", "ctrl+p"], label: "up", hint: true },
    { command: "menu.cancel", keys: ["esc"], label: "cancel", hint: true, isNeeded: true }
  ]),
  ...within("export", "While naming a file", [
    { command: "export.apply", keys: ["enter"], label: "write", hint: true, changes: true },
    { command: "export.cancel", keys: ["esc"], label: "cancel", hint: true, isNeeded: true }
  ])
]

const question = [
  ...within("filter", "While typing a filter (field=value) or a word", [
    { command: "filter.apply", keys: ["enter"], label: "apply", hint: true },
    { command: "filter.complete", keys: ["tab"], label: "complete a field", hint: true },
    { command: "filter.older", keys: ["up"], label: "earlier filter", hint: true },
    { command: "filter.newer", keys: ["down"], label: "later filter" },
    { command: "filter.cancel", keys: ["esc"], label: "cancel", hint: true, isNeeded: true }
  ]),
  ...within("confirm", "In a confirmation", [
    { command: "confirm.yes", keys: ["enter"], label: "confirm", hint: true, dangerous: true, changes: true },
    { command: "confirm.no", keys: ["esc"], label: "cancel", hint: true, isNeeded: true }
  ]),
  ...within("bulk", "Before a bulk action", [
    { command: "bulk.yes", keys: ["enter"], label: "confirm", hint: true, dangerous: true, changes: true },
    { command: "bulk.no", keys: ["esc"], label: "cancel", hint: true, isNeeded: true }
  ]),
  ...within("quit", "Before quitting during a change", [
    { command: "quit.now", keys: ["q"], label: "quit at once", hint: true, dangerous: true },
    { command: "quit.stay", keys: ["esc"], label: "stay", hint: true, isNeeded: true }
  ]),
  ...within("logOut", "Before logging out", [
    { command: "logOut.yes", keys: ["enter"], label: "log out", hint: true },
    { command: "logOut.no", keys: ["esc"], label: "cancel", hint: true, isNeeded: true }
  ]),
  ...within("field", "While typing", [
    { command: "field.left", keys: ["left", "ctrl+b"], label: "left" },
    { command: "field.right", keys: ["right", "ctrl+f"], label: "right" },
    { command: "field.start", keys: ["home", "ctrl+a"], label: "start" },
    { command: "field.end", keys: ["end", "ctrl+e"], label: "end" },
    { command: "field.backspace", keys: ["backspace"], label: "delete before the cursor" },
    { command: "field.delete", keys: ["delete", "ctrl+d"], label: "delete at the cursor" },
    { command: "field.word", keys: ["ctrl+w"], label: "delete the word before" },
    { command: "field.clear", keys: ["ctrl+u"], label: "delete to the start" }
  ])
]

const reader = [
  ...within("report", "In a report", [
    { command: "report.reveal", keys: ["r"], label: "show or hide secrets", hint: true },
    { command: "report.copy", keys: ["y"], label: "copy", hint: true },
    { command: "report.again", keys: ["R"], label: "refresh", hint: true }
  ]),
  ...within("help", "In the help", [{ command: "help.search", keys: ["/"], label: "search all keys", hint: true }]),
  ...within("helpSearch", "While searching the help", [
    { command: "help.all", keys: ["esc", "enter"], label: "keys of this screen", hint: true, isNeeded: true },
    { command: "help.down", keys: ["down"], label: "down" },
    { command: "help.up", keys: ["up"], label: "up" }
  ]),
  ...within("request", "In a request", [
    { command: "request.copyCurl", keys: ["y"], label: "copy as curl", hint: true }
  ]),
  ...within("reader", "In the help and the notices", [
    { command: "reader.up", keys: ["up", "k"], label: "up", hint: true },
    { command: "reader.down", keys: ["down", "j"], label: "down", hint: true },
    { command: "reader.close", keys: ["esc", "?", "!", "q", "enter"], label: "close", hint: true, isNeeded: true },
    { command: "reader.pageDown", keys: ["pageDown", "space", "ctrl+f"], label: "a screen down" },
    { command: "reader.pageUp", keys: ["pageUp", "ctrl+b"], label: "a screen up" }
  ])
]

/** The bindings before those of the screens. */
export const above = [...entry, ...list, ...details, ...chart, ...filtered] as const

/** The bindings after those of the screens. */
export const below = [...global, ...menu, ...importing, ...question, ...reader] as const

/** The commands that belong to no resource. */
export type CommandName = (typeof above | typeof below)[number]["command"]
