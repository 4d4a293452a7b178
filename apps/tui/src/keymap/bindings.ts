import type { Binding } from "./Binding.ts"

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

/** What keys do beside a list: the session, details, boxes and secrets. */
export const details = [
  { command: "account.logIn", context: "session", keys: ["l"], label: "log in otherwise", hint: true },
  { command: "account.logOut", context: "session", keys: ["o"], word: "logout", label: "log out", hint: true },
  { command: "account.renew", context: "session", keys: ["r"], word: "renew", label: "renew now", hint: true },

  { command: "session.go", context: "session", keys: ["c"], label: "connect to this one", hint: true },

  { command: "details.down", context: "details", keys: ["j", "down"], label: "down" },
  { command: "details.up", context: "details", keys: ["k", "up"], label: "up" },
  { command: "details.pageDown", context: "details", keys: ["pageDown", "ctrl+f", "space"], label: "ten lines down" },
  { command: "details.pageUp", context: "details", keys: ["pageUp", "ctrl+b"], label: "ten lines up" },
  { command: "details.refresh", context: "details", keys: ["R"], label: "refresh" },
  { command: "details.full", context: "tabs", keys: ["enter"], label: "whole screen or not", hint: true },
  {
    command: "details.leave",
    context: "details",
    keys: ["tab", "esc"],
    label: "back to the list",
    hint: true,
    isNeeded: true
  },

  { command: "boxes.next", context: "boxes", keys: ["tab"], label: "next box", hint: true },
  { command: "boxes.previous", context: "boxes", keys: ["shift+tab"], label: "box before" },
  { command: "boxes.down", context: "boxes", keys: ["down", "ctrl+n"], label: "down" },
  { command: "boxes.up", context: "boxes", keys: ["up"], label: "up" },
  { command: "boxes.pageDown", context: "boxes", keys: ["pageDown", "ctrl+f"], label: "a screen down" },
  { command: "boxes.pageUp", context: "boxes", keys: ["pageUp", "ctrl+b"], label: "a screen up" },
  { command: "boxes.start", context: "boxes", keys: ["home", "g g"], label: "first row" },
  { command: "boxes.end", context: "boxes", keys: ["end", "G"], label: "last row" },
  { command: "boxes.mark", context: "boxes", keys: ["v"], label: "mark or unmark" },
  { command: "boxes.leave", context: "boxes", keys: ["esc"], label: "back: close, unmark, clear", isNeeded: true },
  { command: "boxes.refresh", context: "boxes", keys: ["R"], label: "refresh all boxes", hint: true },
  { command: "boxes.follow", context: "followed", keys: ["space"], label: "follow or not", word: "follow", hint: true },

  { command: "secret.reveal", context: "secret", keys: ["r"], label: "show or hide the secret", hint: true },
  { command: "secret.copy", context: "secret", keys: ["y t"], label: "copy the secret" }
] as const satisfies ReadonlyArray<Binding>

/** What keys do before one is in: the log-in form, forms that are filled, and the way to a connection. */
export const entry = [
  { command: "app.interrupt", context: "always", keys: ["ctrl+c"], label: "quit", hint: true, isNeeded: true },

  { command: "logIn.next", context: "logInNext", keys: ["enter"], label: "next", hint: true },
  { command: "logIn.submit", context: "logInSend", keys: ["enter"], label: "log in", hint: true },
  { command: "logIn.ways", context: "logIn", keys: ["ctrl+o"], label: "another way", hint: true },
  { command: "logIn.profiles", context: "logIn", keys: ["ctrl+p"], label: "another profile", hint: true },
  {
    command: "logIn.cancel",
    context: "logInOverlay",
    keys: ["esc"],
    label: "stay as it is",
    hint: true,
    isNeeded: true
  },
  { command: "logIn.register", context: "logIn", keys: ["ctrl+r"], label: "register", hint: true },

  {
    command: "public.leave",
    context: "public",
    keys: ["q"],
    label: "back to the log-in form",
    hint: true,
    isNeeded: true
  },
  { command: "public.help", context: "public", keys: ["?"], label: "help", hint: true },

  { command: "filling.next", context: "filling", keys: ["enter"], label: "next field", hint: true },
  { command: "filling.send", context: "sending", keys: ["enter"], label: "send", hint: true, changes: true },
  { command: "filling.choose", context: "formOverlay", keys: ["ctrl+p"], label: "choose", hint: true },
  { command: "filling.newLine", context: "formOverlay", keys: ["ctrl+n"], label: "new line", hint: true },
  { command: "filling.clear", context: "formOverlay", keys: ["ctrl+r"], label: "clear", hint: true },
  { command: "filling.cancel", context: "formOverlay", keys: ["esc"], label: "leave", hint: true, isNeeded: true },

  { command: "form.next", context: "form", keys: ["tab", "down"], label: "next field", hint: true },
  { command: "form.previous", context: "form", keys: ["shift+tab", "up"], label: "field before" },

  { command: "connect.now", context: "connect", keys: ["R"], label: "try again now", hint: true },
  {
    command: "connect.form",
    context: "connect",
    keys: ["enter"],
    label: "log in otherwise",
    hint: true,
    isNeeded: true
  },
  { command: "connect.quit", context: "connect", keys: ["q"], label: "quit", hint: true }
] as const satisfies ReadonlyArray<Binding>

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
