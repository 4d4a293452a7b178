import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const puts = (requests: ReadonlyArray<string>) => requests.filter((line) => line.startsWith("PUT"))

describe("marked rows", () => {
  test("are changed together after a confirmation, and undone together", async () => {
    const { press, see, seeNo, wire } = start({ users: 30 })
    await see("Users 1 of 30")
    await press("j", "v", "j", "v", "j", "j", "V")
    await see("4 marked", "▸")
    await press("d")
    await see(
      /Deactivate 3 users: grace@example\.com, linus@example\.com, \S+\./,
      "These 4 rows are marked.",
      "Left out: edsger@example.com, which is already inactive.",
      "Type deactivate 3 to confirm."
    )
    await press("enter")
    await see("Type deactivate 3 to confirm.")
    await press("deactivate", "enter")
    await see("That is not deactivate 3: nothing was done.")
    expect(puts(wire.requests)).toHaveLength(0)
    await press(" 3", "enter")
    await see("Deactivated 3 users:")
    expect(puts(wire.requests)).toHaveLength(3)
    await press("z")
    await see("Undone: Reactivated 3 users:")
    expect(puts(wire.requests)).toHaveLength(6)
    await press("esc", "esc")
    await seeNo("marked", "▸")
  })

  test("are counted on quitting, also those that have not begun", async () => {
    const { press, see, wire } = start({ users: 30 })
    await see("Users 1 of 30")
    let sent = 0
    wire.disturb = (line, pass) => (line.startsWith("PUT") && ++sent > 1 ? Effect.never : pass)
    await press("j", "v", "j", "j", "j", "j", "j", "V", "d", "enter", "deactivate 5", "enter")
    await see("Deactivating 5: 1 done")
    await press("q")
    await see("4 changes are under way: the program ends when the answer is there.")
  })

  test("need no typing for one row, and ignore letters before Enter", async () => {
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4")
    await press("G", "v", "d")
    await see("There is nothing to deactivate.", "Esc cancel")
    await press("x", "enter")
    await see("› There is nothing to deactivate.")
    await seeNo("undefined", "⏎ confirms.")
    await press("v", "k", "v", "d")
    await see("Deactivate 1 user: linus@example.com.", "⏎ confirms.")
    await press("j", "G", "enter")
    await see("✓ Deactivated 1 user:")
    expect(puts(wire.requests)).toHaveLength(1)
  })

  test("are all matching rows although only some are loaded, and stay unchanged on Esc", async () => {
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

  test("are named in the question with the filter, and with a selected row that is not among them", async () => {
    const { press, see } = start({ users: 300 })
    await see("Users 1 of 300")
    await press("/", "active=true", "enter")
    await see("filter active=true", "● live")
    await press("*", "d")
    await see(
      /Deactivate \d+ users: grace@example\.com, linus@example\.com, \S+ and \d+ more\./,
      "All rows that match active=true are marked."
    )
    await press("esc", "esc", "j", "v", "G", "D")
    await see(
      "Delete 1 user: grace@example.com. This cannot be undone.",
      /This row is marked\. The selected user, \S+@example\.com, is not marked\./
    )
  })

  test("are named with the selected row at 40 columns and 12 rows", async () => {
    const { press, see } = start({ users: 300, columns: 40, rows: 12 })
    await see("Users 1 of 300", "● live")
    await press("j", "v", "j", "j", "v", "G", "d")
    await see("Deactivate 1 user:", "not marked.", "Left out: edsger@example.com", "⏎ confirms.")
    await press("esc", "esc", "*", "D")
    await see("Left out: ada@example.com", "Their data is removed", "more)", "Type delete 299 to confirm.")
  })

  test("are the target of a form if there is one, and reject it if there are more", async () => {
    const { press, see } = start({ users: 30 })
    await see("Users 1 of 30")
    await press("j", "v", "j", "j", "e")
    await see(
      "Update grace@example.com",
      "Name   Grace Hopper",
      /This row is marked\. The selected user, \S+@example\.com, is not marked\./
    )
    await press("esc", "v", "e")
    await see("Update works on one user, and 2 are marked. Esc unmarks them.")
  })

  test("close the question when the list changes", async () => {
    const { press, see, seeNo, wire } = start({ users: 30 })
    await see("Users 1 of 30")
    const gate = Promise.withResolvers<void>()
    wire.disturb = (line, pass) =>
      line.includes("filter")
        ? Effect.andThen(
            Effect.promise(() => gate.promise),
            pass
          )
        : pass
    await press("*", "/", "active=false", "enter", "d")
    await see("Nothing to deactivate: the rows of another filter are loading")
    gate.resolve()
    await see("The marks are removed: they belong to another filter.")
    await seeNo("Type deactivate")
  })

  test("close the question after a log-in if reading them has failed", async () => {
    const { advance, press, see, seeNo, wire } = start({ users: 300, tokenLife: "1 hour", loggedOut: true })
    await press("ada", "tab", "correct-horse", "enter")
    await see("Users 1 of 300", "● live")
    await press("*")
    await see("all 300 marked")
    await advance("2 hours")
    const gate: Array<() => void> = []
    wire.disturb = (line, pass, request) => {
      if (line.includes("/auth/refresh")) return Wire.json(request, 401, { code: 2, message: "refused" })
      if (!line.startsWith("GET")) return pass
      const { promise, resolve } = Promise.withResolvers<void>()
      const isFirst = gate.push(resolve) === 1
      const answer = isFirst ? pass : Wire.json(request, 400, { code: 1, message: "broken", name: "generic" })
      return Effect.andThen(
        Effect.promise(() => promise),
        answer
      )
    }
    await press("R")
    await expect.poll(() => gate.length).toBe(1)
    await press("d")
    await expect.poll(() => gate.length).toBe(2)
    await see("Reading the marked rows")
    gate[0]?.()
    await see("Log in", "The session has ended:")
    gate[1]?.()
    wire.disturb = undefined
    await press("correct-horse", "enter")
    await see("Users 1 of 300", "● live")
    await seeNo("cancel")
    await press("j")
    await see("Users 2 of 300")
  })

  test("show why no row was marked", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("V")
    await see("Nothing was marked: mark the row where the range begins first.")
    await press("v", "/", "grace", "enter")
    await see('1 with "grace"')
    await press("V")
    await see("Nothing was marked: the search hides the row where the range begins. End the search first.")
  })

  test("of a search name it before a change, and how many rows it has seen", async () => {
    const { press, see } = start({ users: 200 })
    await see("Users 1 of 200", "● live")
    await press("/", "wirth", "enter")
    await see(/\d with "wirth": 100 loaded of 200/)
    await press("*", "d")
    await see(/These \d rows are marked\. The list shows \d with "wirth": 100 loaded of 200\./)
  })
})
