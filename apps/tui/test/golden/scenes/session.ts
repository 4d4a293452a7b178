import { scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

export const session: ReadonlyArray<Scene> = [
  scene("log-out", async ({ press, see }) => {
    await press("g", "s")
    await see("Session 1 of 1")
    await press("o")
    await see("Log out?")
  }),
  scene("session", async ({ press, see }) => {
    await press("g", "s")
    await see("Session 1 of 1")
    await press("enter")
    await see("Until")
  }),
  scene("session-log-in", async ({ press, see }) => {
    await press("g", "s")
    await see("Session 1 of 1")
    await press("l", "ctrl+o", "enterprise", "enter")
    await see("Log in with the enterprise")
  }),
  scene("enterprise-token", async ({ press, see }) => {
    await press("g", "s")
    await see("Session 1 of 1")
    await press("e", "ada@example.com", "enter", "correct-horse", "enter")
    await see("Enterprise:8888")
  })
]
