import { scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

export const overlays: ReadonlyArray<Scene> = [
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
    await see("Notices")
  }),
  scene("request", async ({ press, see }) => {
    await press(".")
    await see("As curl")
  }),
  scene("request-log", async ({ press, see }) => {
    await press("@")
    await see("Requests, newest first")
  })
]
