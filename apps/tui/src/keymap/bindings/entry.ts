import type { Binding } from "../Binding.ts"

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
