import { scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

export const users: ReadonlyArray<Scene> = [
  scene("users", () => Promise.resolve()),
  scene("details", async ({ press, see }) => {
    await press("j", "tab")
    await see("Name       Grace Hopper")
  }),
  scene("details-scrolled", async ({ press, see }) => {
    await press("j", "tab", "j", "j", "j", "j")
    await see("Available")
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
    await see("✗ The service refused to provision a user", "⏎ next field")
  }),
  scene("update", async ({ press, see }) => {
    await press("j", "e")
    await see("Update grace@example.com")
  })
]
