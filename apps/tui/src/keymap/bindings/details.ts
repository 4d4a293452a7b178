import type { Binding } from "../Binding.ts"

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
