import * as Effect from "effect/Effect"

import type { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

type Started = ReturnType<typeof start>

/** A state of the screen, and how one gets there on a terminal of 60 columns and 15 rows. */
export interface Scene {
  readonly name: string
  readonly options?: Parameters<typeof start>[0]
  readonly go: (program: Started) => Promise<void>
}

const users = 340

const listed = ({ see }: Started) => see("Users 1 of 340", "● live")

/** From the list of users on. */
const scene = (name: string, go: Scene["go"], options: Scene["options"] = {}): Scene => ({
  name,
  options: { users, ...options },
  go: async (program) => {
    await listed(program)
    await go(program)
  }
})

const changing = (line: string) => /^(?:PUT|POST|DELETE).*\/users/.test(line)

const held: NonNullable<Scene["options"]>["disturb"] = (line, pass) => (changing(line) ? Effect.never : pass)

export const scenes: ReadonlyArray<Scene> = [
  scene("users", () => Promise.resolve()),
  scene("end", async ({ press, see }) => {
    await press("G")
    await see("Users 340 of 340", "● live")
  }),
  scene("details", async ({ press, see }) => {
    await press("j", "enter")
    await see("Name       Grace Hopper")
  }),
  scene("details-scrolled", async ({ press, see }) => {
    await press("j", "tab", "j", "j", "j", "j")
    await see("Available")
  }),
  scene("filter-line", async ({ press, see }) => {
    await press("/")
    await see("field=value, such as email=grace@example.com")
  }),
  scene("filtered", async ({ press, see }) => {
    await press("/", "active=false", "enter")
    await see("filter active=false", "● live")
  }),
  scene("filter-empty", async ({ press, see }) => {
    await press("/", "email=nobody@example.com", "enter")
    await see("No user matches")
  }),
  scene("filter-refused", async ({ press, see }) => {
    await press("/", "colour=red", "enter")
    await see("✗ The service refused")
  }),
  scene("searched", async ({ press, see }) => {
    await press("/", "grace", "enter")
    await see('with "grace"')
  }),
  scene("delete", async ({ press, see }) => {
    await press("j", "D")
    await see("Delete grace@example.com for good?", "This cannot be undone.", "Type grace@example.com to confirm.")
  }),
  scene("delete-own", async ({ press, see }) => {
    await press("D")
    await see("This cannot be undone.", "own account", "Type ada@example.com to confirm.")
  }),
  scene("delete-mistyped", async ({ press, see }) => {
    await press("j", "D", "ada", "enter")
    await see("nothing was done")
  }),
  scene("deactivated", async ({ press, see }) => {
    await press("j", "d")
    await see("✓ grace@example.com is deactivated")
  }),
  scene(
    "deactivating",
    async ({ press, see }) => {
      await press("j", "d")
      await see("◌ deactivating")
    },
    { disturb: held }
  ),
  scene(
    "quit",
    async ({ press, see }) => {
      await press("j", "d", "q")
      await see("A change is under way")
    },
    { disturb: held }
  ),
  scene("log-out", async ({ press, see }) => {
    await press("g", "o")
    await see("Log out?")
  }),
  scene("marks", async ({ press, see }) => {
    await press("v", "j", "j", "V", "j")
    await see("3 marked")
  }),
  scene("bulk-deactivate", async ({ press, see }) => {
    await press("v", "j", "j", "j", "j", "j", "V", "d")
    await see("Left out", "Type deactivate 4 to confirm.")
  }),
  scene("bulk-delete", async ({ press, see }) => {
    await press("j", "v", "j", "v", "D")
    await see("Delete 2 users. This cannot be undone.", "Type delete 2 to confirm.")
  }),
  scene("bulk-all", async ({ press, see }) => {
    await press("*", "d")
    await see(/Type deactivate \d+ to confirm/)
  }),
  scene(
    "bulk-under-way",
    async ({ press, see }) => {
      await press("v", "j", "j", "j", "j", "j", "V", "d")
      await see("to confirm")
      await press("deactivate 4", "enter")
      await see("Deactivating 4")
    },
    { disturb: held }
  ),
  scene("bulk-done", async ({ press, see }) => {
    await press("v", "j", "j", "j", "j", "j", "V", "d")
    await see("to confirm")
    await press("deactivate 4", "enter")
    await see("4 done")
  }),
  scene("sort-menu", async ({ press, see }) => {
    await press("s")
    await see("Sort the loaded users by")
  }),
  scene("sorted", async ({ press, see }) => {
    await press("s", "name", "enter")
    await see("sorted by NAME")
  }),
  scene("columns-menu", async ({ press, see }) => {
    await press("C")
    await see("Columns of users")
  }),
  scene("palette", async ({ press, see }) => {
    await press("\u0010")
    await see("Commands")
  }),
  scene("palette-searched", async ({ press, see }) => {
    await press("\u0010", "act")
    await see("deactivate")
  }),
  scene("command-line", async ({ press, see }) => {
    await press(":")
    await see("a command, such as users")
  }),
  scene("command-line-problem", async ({ press, see }) => {
    await press(":", "frobnicate", "enter")
    await see("There is no command frobnicate here.")
  }),
  scene("help", async ({ press, see }) => {
    await press("?")
    await see("Help")
  }),
  scene("help-scrolled", async ({ press, see }) => {
    await press("?", "pageDown", "pageDown")
    await see("Help")
  }),
  scene("notices", async ({ press, see }) => {
    await press("j", "d")
    await see("is deactivated")
    await press("z")
    await see("Undone")
    await press("!")
    await see("What was told")
  }),
  scene("chord", async ({ press, see }) => {
    await press("y")
    await see("y …")
  }),
  scene("copied", async ({ press, see }) => {
    await press("j", "y", "y")
    await see("is sent to the clipboard")
  }),
  scene("request", async ({ press, see }) => {
    await press(".")
    await see("For curl")
  }),
  scene("request-log", async ({ press, see }) => {
    await press("@")
    await see("What was sent")
  }),
  scene("provision", async ({ press, see }) => {
    await press("n", "Mary Jackson", "enter")
    await see("Provision a user", "Pods")
  }),
  scene("provision-problem", async ({ press, see }) => {
    await press("n", "Mary", "shift+tab", "one", "enter")
    await see("✗ E-mail is empty.")
  }),
  scene("provision-refused", async ({ press, see }) => {
    await press("n", "Grace", "enter", "grace@example.com", "tab", "tab", "tab", "enter")
    await see("✗ The service refused to provision a user", "⏎ send")
  }),
  scene("update", async ({ press, see }) => {
    await press("j", "e")
    await see("Update grace@example.com")
  }),
  scene("pods", async ({ press, see }) => {
    await press("g", "p")
    await see("Pods 1 of 2", "● live")
  }),
  scene("pods-details", async ({ press, see }) => {
    await press("g", "p")
    await see("Pods 1 of 2", "● live")
    await press("enter")
    await see("Admins")
  }),
  scene("stale", async ({ advance, see }) => {
    await advance("2 minutes")
    await see("stale since 10:00:00")
  }),
  scene("offline", async ({ advance, press, see, wire }) => {
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("R")
    // as long as the request is tried again by itself
    for (let seconds = 0; seconds < 10; seconds++) await advance("1 second")
    await see("offline since", "✗ No connection to")
  }),
  scene(
    "read-only",
    async ({ press, see }) => {
      await press("j", "d")
      await see("is read-only")
    },
    { profile: { name: "live-eu", readOnly: "the profile live-eu is read-only" } }
  ),
  {
    name: "log-in",
    options: { loggedOut: true },
    go: ({ see }) => see("Log in")
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
