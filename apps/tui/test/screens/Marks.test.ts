import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"

const puts = (requests: ReadonlyArray<string>) => requests.filter((line) => line.startsWith("PUT"))

describe("marked rows", () => {
  test("are changed together, once what it means is confirmed, and taken back together", async () => {
    const { press, see, seeNo, wire } = start({ users: 30 })
    await see("Users 1 of 30")
    await press("j", "v", "j", "v", "j", "j", "V")
    await see("4 marked", "▸")
    await press("d")
    await see(
      "Deactivate 3 users.",
      "Left out: edsger@example.com, which is inactive already.",
      "Type deactivate 3 to confirm."
    )
    await press("enter")
    await see("That is not deactivate 3: nothing was done.")
    expect(puts(wire.requests)).toHaveLength(0)
    await press("deactivate 3", "enter")
    await see("To deactivate 3 users: 3 done")
    expect(puts(wire.requests)).toHaveLength(3)
    await press("z")
    await see("Undone: To reactivate 3 users: 3 done")
    expect(puts(wire.requests)).toHaveLength(6)
    await press("esc", "esc")
    await seeNo("marked", "▸")
  })

  test("are all that match, though only some are loaded, and left as they are by Esc", async () => {
    const { press, see, seeNo, wire } = start({ users: 300 })
    await see("Users 1 of 300")
    await press("/", "active=true", "enter")
    await see("filter active=true", "● live")
    await press("*")
    await see(/all \d+ matching/)
    await press("j", "v")
    await see(/all \d+ matching but 1/)
    await press("d")
    await see("Left out: ada@example.com, which is your own account.", /Type deactivate \d+ to confirm/)
    await press("esc")
    await seeNo("Type deactivate")
    expect(puts(wire.requests)).toHaveLength(0)
    await press("esc")
    await seeNo("matching")
  })

  test("are not asked about any more once the list is another", async () => {
    const { press, see, seeNo, wire } = start({ users: 30 })
    await see("Users 1 of 30")
    const held = Promise.withResolvers<void>()
    wire.disturb = (line, pass) =>
      line.includes("filter")
        ? Effect.andThen(
            Effect.promise(() => held.promise),
            pass
          )
        : pass
    await press("*", "/", "active=false", "enter", "d")
    await see("Nothing to deactivate: the rows of another filter are asked for")
    held.resolve()
    await see("The marks are gone: they were made under another filter.")
    await seeNo("Type deactivate")
  })

  test("say why nothing was marked", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("V")
    await see("Nothing was marked: mark the row where the range begins first.")
  })
})
