import * as Wire from "../../support/wire.ts"
import { scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

/** From the list of calls on. */
const calls = (name: string, go: Scene["go"], options: Scene["options"] = {}): Scene =>
  scene(
    name,
    async (program) => {
      await program.press("g", "c")
      await program.see("Calls 1 of", "● live")
      await go(program)
    },
    options
  )

export const ofCalls: ReadonlyArray<Scene> = [
  calls("calls", () => Promise.resolve()),
  calls(
    "calls-open",
    async ({ press, see }) => {
      await press("j")
      await see("Calls 2 of at least 100")
    },
    { calls: 900 }
  ),
  calls(
    "calls-end",
    async ({ press, see }) => {
      await press("G")
      await see("Calls 900 of 900")
    },
    { calls: 900 }
  ),
  calls("calls-order", async ({ press, see }) => {
    await press("s")
    await see("STARTED, all rows")
  }),
  calls(
    "calls-recent",
    async ({ press, see }) => {
      await press("l")
      await see("Recent calls 1 of 3", "● live")
    },
    { gaps: { "calls.recent": "list" } }
  ),
  calls("call-events", async ({ press, see }) => {
    await press("j", "j", "tab", "2")
    await see("call started", "● live")
  }),
  calls("call-stats", async ({ press, see }) => {
    await press("j", "j", "tab", "3")
    await see("Overall", "● live")
  }),
  calls("call-json", async ({ press, see }) => {
    await press("j", "j", "enter", "4")
    await see("callDuration", "● live")
  }),
  calls(
    "call-refused",
    async ({ press, see }) => {
      await press("j", "j", "enter", "3")
      await see("✗ The service refused to read")
    },
    {
      disturb: (line, pass, request) =>
        line.endsWith("/events") ? Wire.json(request, 403, "You were not in this call.") : pass
    }
  ),
  calls("call-full", async ({ press, see }) => {
    await press("j", "j", "enter")
    await see("Linus Torvalds")
  }),
  calls("call-annotate", async ({ press, see }) => {
    await press("j", "j", "e", "A-71")
    await see("4/512")
  }),
  calls("call-annotate-too-long", async ({ press, see }) => {
    await press("j", "j", "e", `\u001B[200~${"n".repeat(600)}\u001B[201~`)
    await see("600/512", "at most 512 characters.")
  }),
  calls("call-annotated", async ({ press, see }) => {
    await press("j", "j", "e", "A-71", "enter", "enter", "enter", "enter")
    await see("is annotated.")
  })
]
