import { describe, test } from "vitest"

import { opened } from "./openEmulator.ts"

describe("the snapshots of an emulator", () => {
  test("restores a snapshot, and undoes that as long as nothing has changed since", async () => {
    const { control, press, see } = await opened()
    await press("s", "n", "mine", "enter")
    await see("✓ mine is taken.", "Snapshots · 1 of 2")
    await press("n", "mine", "enter")
    await see("the snapshot mine exists already")
    await press("esc", "g", "u", "down", "d")
    await see("grace@example.com is deactivated")
    await press("g", "e", "enter")
    await see("Changes since initial", "/active")
    await press("esc", "down", "r")
    await see("✓ mine is restored", "before-restore-1")
    await press("g", "u", "R")
    await see(/● active +Grace/)
    await press("z")
    await see("✓ Undone on Emulator: mine is no longer restored")
    await press("R")
    await see(/○ inactive +Grace/)
    await press("Z")
    await see("mine is restored")
    await control("/undo", { method: "POST" })
    await press("z")
    await see("it would lose")
  })

  test("asks before it deletes a snapshot permanently", async () => {
    const { press, see } = await opened()
    await press("s", "D")
    await see("initial is the initial state and stays")
    await press("n", "mine", "enter")
    await see("mine is taken.")
    await press("down", "D")
    await see("Forget mine permanently?", "Type mine to confirm.")
    await press("mine", "enter")
    await see("✓ mine is forgotten.", "Snapshots · 1 of 1")
  })
})
