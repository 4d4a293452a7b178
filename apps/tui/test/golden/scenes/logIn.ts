import * as Wire from "../../support/wire.ts"
import type { Scene } from "./Scene.ts"

export const logIn: ReadonlyArray<Scene> = [
  {
    name: "log-in",
    options: { loggedOut: true },
    go: ({ see }) => see("Log in")
  },
  {
    name: "log-in-ways",
    options: { loggedOut: true },
    go: async ({ press, see }) => {
      await see("Log in with a password")
      await press("ctrl+o")
      await see("Log in with · 1 of 8")
    }
  },
  {
    name: "log-in-partner-key",
    options: { loggedOut: true },
    go: async ({ press, see }) => {
      await see("Log in with a password")
      await press(
        "ctrl+o",
        "partner",
        "enter",
        "/nowhere/site.pem",
        "enter",
        "8888",
        "enter",
        "me",
        "enter",
        "you",
        "enter"
      )
      await see("There is no partner key")
    }
  },
  {
    name: "log-in-problem",
    options: { loggedOut: true },
    go: async ({ press, see }) => {
      await see("Log in")
      await press("ada@example.com", "tab", "not-mine", "enter")
      await see("✗ The service refused to log you in")
    }
  },
  {
    name: "log-in-offline",
    options: { disturb: (_, __, request) => Wire.noConnection(request) },
    go: ({ see }) => see("No connection to", "tries now")
  }
]
