import { scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

export const oncall: ReadonlyArray<Scene> = [
  scene("oncall", async ({ press, see }) => {
    await press("g", "o")
    await see("On call 1 of 2", "● live")
  }),
  scene("oncall-favorite", async ({ press, see }) => {
    await press("g", "o")
    await see("On call 1 of 2", "● live")
    await press("j", "+")
    await see("✓ Electrical is a favorite of yours.")
  })
]
