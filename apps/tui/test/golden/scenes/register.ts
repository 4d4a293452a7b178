import type { Scene } from "./Scene.ts"

export const register: ReadonlyArray<Scene> = [
  {
    name: "register",
    options: { loggedOut: true },
    go: async ({ press, see }) => {
      await see("Log in")
      await press("\u000E")
      await see("Register 1 of 6")
    }
  },
  {
    name: "register-mistake",
    options: { loggedOut: true },
    go: async ({ press, see }) => {
      await see("Log in")
      await press("\u000E")
      await see("Register 1 of 6")
      await press("enter", "mary", "tab", "Mary", "tab", "words", "tab", "tab", "tab", "enter")
      await see("✗ E-mail has no @.")
    }
  },
  {
    name: "register-confirm",
    options: { loggedOut: true },
    go: async ({ press, see }) => {
      await see("Log in")
      await press("\u000E")
      await see("Register 1 of 6")
      await press("enter", "mary@example.com", "tab", "Mary", "tab", "words", "tab", "tab", "tab", "enter")
      await see("✓ mary@example.com is registered", "Confirm an account")
    }
  }
]
