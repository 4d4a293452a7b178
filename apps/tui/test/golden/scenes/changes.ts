import { neverAnswered, scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

export const changes: ReadonlyArray<Scene> = [
  scene("delete", async ({ press, see }) => {
    await press("j", "D")
    await see("Delete grace@example.com permanently?", "This cannot be undone.", "Type grace@example.com to confirm.")
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
    { disturb: neverAnswered }
  ),
  scene(
    "quit",
    async ({ press, see }) => {
      await press("j", "d", "q")
      await see("A change is under way")
    },
    { disturb: neverAnswered }
  ),
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
    await see("Delete 2 users: ", "Type delete 2 to confirm.")
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
    { disturb: neverAnswered }
  ),
  scene("bulk-done", async ({ press, see }) => {
    await press("v", "j", "j", "j", "j", "j", "V", "d")
    await see("to confirm")
    await press("deactivate 4", "enter")
    await see("Deactivated 4 users:")
  })
]
