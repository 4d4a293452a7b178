import { describe, expect, test } from "vitest"

import { usual } from "../../src/keymap/Keys.ts"
import { keyText } from "../../src/keymap/keyText.ts"
import { start } from "../support/start.ts"

describe("help", () => {
  test("shows every key of the keymap, and closes", async () => {
    const { press, see, text } = start({ columns: 140, rows: 220 })
    await see("Users 1 of 4")
    await press("?")
    await see("Every list", "delete (cannot be undone)")
    for (const { keys, label } of usual.bindings) {
      expect(text()).toContain(label)
      expect(text()).toContain(keys.map(keyText).join(" "))
    }
    await press("?")
    await see("Users 1 of 4")
  })

  test("scrolls where it does not fit", async () => {
    const { press, see } = start({ columns: 60, rows: 14 })
    await see("Users 1 of 4")
    await press("?")
    await see(/more lines below/, "deactivate")
    for (let line = 0; line < 400; line++) await press("j")
    await see("delete to the start")
    await press("k", "q")
    await see("Users 1 of 4")
  })
})
