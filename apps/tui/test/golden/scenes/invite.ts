import { scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

export const invite: ReadonlyArray<Scene> = [
  scene("invite", async ({ press, see }) => {
    await press("g", "i")
    await see("Invite 1 of 2", "● live")
  }),
  scene("invite-room", async ({ press, see }) => {
    await press("g", "i")
    await see("Invite 1 of 2", "● live")
    await press("j", "enter")
    await see("Invite somebody to your personal room")
  }),
  scene("invite-session", async ({ press, see }) => {
    await press("g", "i")
    await see("Invite 1 of 2", "● live")
    await press("enter", "tab", "linus", "tab", "enter")
    await see("✗ Nothing was sent")
  })
]
