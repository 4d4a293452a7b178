import { scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

export const pods: ReadonlyArray<Scene> = [
  scene("pods", async ({ press, see }) => {
    await press("g", "p")
    await see("Pods 1 of 2", "● live")
  }),
  scene("pods-details", async ({ press, see }) => {
    await press("g", "p")
    await see("Pods 1 of 2", "● live")
    await press("tab")
    await see("Admins")
  }),
  scene("pods-provision", async ({ press, see }) => {
    await press("g", "p")
    await see("Pods 1 of 2", "● live")
    await press("j", "n")
    await see("Provision a user", /Pods +2 +Field Service/)
  })
]
