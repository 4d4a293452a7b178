import { scene } from "./Scene.ts"
import type { Scene } from "./Scene.ts"

export const emulator: ReadonlyArray<Scene> = [
  scene("emulator", async ({ press, see }) => {
    await press("g", "e")
    await see("[c Clock]", "Clock", "● live")
  }),
  scene("emulator-fault", async ({ press, see }) => {
    await press("g", "e", "f", "b")
    await see("✓ fault-1 is on.", "fault-1")
  }),
  scene("emulator-fault-form", async ({ press, see }) => {
    await press("g", "e", "f")
    await see("● live", "There are no faults yet")
    await press("n", "Pods.list")
    await see("Effect")
  }),
  scene("emulator-journal", async ({ press, see }) => {
    await press("g", "e", "j")
    await see("following", "Auth.logIn")
  }),
  scene("emulator-entry", async ({ press, see }) => {
    await press("g", "e", "j", "home", "enter")
    await see("Entry 1: Auth.logIn")
  }),
  scene("emulator-diff", async ({ press, see }) => {
    await press("g", "e", "s", "=")
    await see("Changes since initial")
  }),
  scene("emulator-mail", async ({ press, see }) => {
    await press("g", "e", "m", "o")
    await see("••••••••")
  })
]
