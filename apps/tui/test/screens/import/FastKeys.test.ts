import { describe, expect, test } from "vitest"

import { file, mixed, opened } from "../../support/imported.ts"
import { three } from "./held.ts"

describe("keys that come faster than the screen", () => {
  test("each count: lines that are skipped, and what is asked then", async () => {
    const { changes, press, see } = await opened(file(three), { fast: true })
    await press("a")
    await see("all rows", "1 of 3")
    await press("sjs")
    await see("2 edited here", "1 to create", "2 cannot be sent")
    await press("s\r")
    await see("Type create 2 to begin.")
    await press("create 2", "enter")
    await see("step 5 of 5: result", "2 created, 1 left out.")
    expect(changes()).toHaveLength(2)
  })

  test("do not undo an edit: a line that is skipped and taken again is as it was edited", async () => {
    const { press, see } = await opened(file(mixed))
    await press("j", "e")
    await see("Edit line 4")
    await press("tab", "ctrl+u", "mira@plant.example", "enter")
    await see("4 to create", "1 edited here")
    await press("a", "g", "g", "j", "j")
    await see("3 of 5")
    await press("s")
    await see("3 to create", "left out here")
    await press("s")
    await see("4 to create", "mira@plant.example")
  })

  test("do not hide who exists: a line that was skipped while it was looked up is known when it is taken again", async () => {
    const { press, see } = await opened(file(mixed))
    await see("› exists")
    await press("s")
    await see("2 cannot be sent")
    await press("u")
    await see("u skips them")
    await press("s")
    await see("1 exist already", "1 cannot be sent")
  })
})
