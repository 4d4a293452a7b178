import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const grace = /(●|○) (in)?active +Grace Hopper/

describe("changes", () => {
  test("deactivates a user, shows the result, and undoes it", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    const gate = Promise.withResolvers<void>()
    wire.disturb = (line, pass) =>
      line.startsWith("PUT")
        ? Effect.andThen(
            Effect.promise(() => gate.promise),
            pass
          )
        : pass
    await press("j", "d")
    await see(/❯  ◌ deactivating +Grace Hopper/)
    gate.resolve()
    await see(
      /❯  ○ inactive ✱ +Grace Hopper/,
      "✓ grace@example.com is deactivated and cannot log in; all data is kept."
    )
    await press("z")
    await see(/❯  ● active ✱ +Grace Hopper/, "✓ Undone: grace@example.com is active again.")
    await press("z")
    await see("› No change can be undone.")
  })

  test.each(["a", "r"])("reactivates with %s", async (key) => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("G", key)
    await see(/❯  ● active ✱ +Edsger Dijkstra/, "✓ edsger@example.com is active again.")
    await press("z")
    await see("✓ Undone: edsger@example.com is deactivated")
  })

  test("undoes the last change first, independent of the selection", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("j", "d")
    await see("grace@example.com is deactivated")
    await press("j", "d")
    await see("linus@example.com is deactivated")
    await press("g", "g", "z")
    await see("Undone: linus@example.com is active again.")
    await press("z")
    await see("Undone: grace@example.com is active again.")
  })

  test("names the screen of a change that it undoes and redoes elsewhere", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await seeNo("z undo", "Z redo")
    await press("j", "d")
    await see("grace@example.com is deactivated", "z undo  ")
    await press("g", "p")
    await see("Pods 1 of", "z undo on Users")
    await press("z")
    await see("✓ Undone on Users: grace@example.com is active again.", "Z redo on Users")
    await press("Z")
    await see("✓ Done again on Users: grace@example.com is deactivated")
  })

  test("warns about a final change before it undoes an earlier one", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press("j", "d")
    await see("grace@example.com is deactivated")
    await press("j", "D", "linus@example.com", "enter")
    await see("linus@example.com is deleted")
    await press("z")
    await see(
      "› The last change cannot be undone: delete linus@example.com.",
      /before it: deactivate\s+grace@example.com\./
    )
    expect(wire.requests.filter((line) => line.startsWith("PUT"))).toHaveLength(1)
    await press("z")
    await see("✓ Undone: grace@example.com is active again.")
  })

  test("sends no needless change, and no second one while an answer is pending", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press("a")
    await see("› ada@example.com is already active.")
    wire.disturb = (line, pass) => (line.startsWith("PUT") ? Effect.never : pass)
    await press("j", "d")
    await see("◌ deactivating")
    await press("d")
    await see("› Still deactivating grace@example.com: wait")
    expect(wire.requests.filter((line) => line.startsWith("PUT"))).toHaveLength(1)
  })

  test("shows why the service rejects a change, and keeps the row", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    wire.disturb = (line, pass, request) =>
      line.startsWith("PUT") ? Wire.json(request, 400, { code: 7, message: "not allowed", name: "generic" }) : pass
    await press("j", "d")
    await see(
      "✗ The service refused to deactivate grace@example.com: not allowed (code 7).",
      "Log in as somebody who may do this",
      grace
    )
    await see(/● active +Grace Hopper/)
  })

  test("keeps each failure until it is dismissed, also after other notices", async () => {
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4")
    wire.disturb = (line, pass, request) =>
      line.startsWith("PUT") ? Wire.json(request, 400, { code: 7, message: "not allowed", name: "generic" }) : pass
    await press("j", "d")
    await see("✗ The service refused to deactivate grace@example.com")
    await press("y", "y")
    await see(
      "✗ The service refused to deactivate grace@example.com",
      "✓ The e-mail grace@example.com is sent to the clipboard."
    )
    await press("j", "d")
    await see("✗ 2 failures, the last: The service refused to deactivate linus@example.com")
    wire.disturb = undefined
    await press("d")
    await see("✓ linus@example.com is deactivated", "✗ 2 failures, the last: ", "linus@example.com: not allowed")
    await press("k", "j")
    await see("✗ 2 failures")
    await seeNo("✓ linus@example.com is deactivated")
    await press("esc")
    await see("✗ The service refused to deactivate grace@example.com")
    await press("esc")
    await seeNo("✗ The service refused")
    await press("!")
    await see("deactivate linus@example.com: not allowed", "deactivate grace@example.com: not allowed")
  })

  test("shows the same failure once", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    wire.disturb = (line, pass, request) =>
      line.startsWith("PUT") ? Wire.json(request, 400, { code: 7, message: "not allowed", name: "generic" }) : pass
    await press("j", "d")
    await see("✗ The service refused to deactivate grace@example.com")
    await press("d")
    await expect.poll(() => wire.requests.filter((line) => line.startsWith("PUT")).length).toBe(2)
    await see("✗ The service refused to deactivate grace@example.com")
  })

  test("deletes only after the e-mail is typed, and then counts correctly", async () => {
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4")
    await press("j", "D")
    await see(
      "⚠ Delete grace@example.com permanently?",
      "Their data is removed",
      "`Deleted User`",
      "cannot be undone",
      "Type grace@example.com to confirm."
    )
    await press("grace", "enter")
    await see("That is not grace@example.com: nothing was done.")
    expect(wire.requests.some((line) => line.startsWith("DELETE"))).toBe(false)
    await press("@example.com", "enter")
    await see("✓ grace@example.com is deleted with all data.", /✗ deleted +Grace Hopper/, "1 user changed here")
    await press("R")
    await see("Users 2 of 3", /❯ +● active +Linus Torvalds/, "● live")
    await seeNo("Grace Hopper", "is gone")
    expect(wire.requests.filter((line) => line.startsWith("DELETE"))).toHaveLength(1)
  })

  test("selects the next user of a sorted list after a deletion", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("s", "name", "enter")
    await see("Users 1 of 4", "sorted")
    await press("j", "j", "D", "grace@example.com", "enter")
    await see("✓ grace@example.com is deleted with all data.", "1 user changed here")
    await press("R")
    await see("Users 3 of 3", /❯ +● active +Linus Torvalds/)
    await seeNo("is gone", "Grace Hopper")
  })

  test.each([
    ["the service's order", []],
    ["a sorted list", ["s", "mail", "enter", "home"]]
  ])("shows a deleted user as deleted in %s until the service has sent the list again", async (_, keys) => {
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4")
    await press(...keys)
    await see("Users 1 of 4")
    await press("j", "D", "grace@example.com", "enter")
    await see("✓ grace@example.com is deleted with all data.")
    wire.disturb = (_, __, request) => Wire.json(request, 503, {})
    await press("R")
    await see("✗ The service answered 503", /✗ deleted +Grace Hopper/)
    await press("d")
    await see("Nothing to deactivate: this user is deleted.")
    wire.disturb = undefined
    await press("R")
    await see("of 3", "● live")
    await seeNo("Grace Hopper", "is gone")
  })

  test("keeps the user when the deletion is cancelled", async () => {
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4")
    await press("j", "D", "grace@example.com", "esc")
    await seeNo("permanently?")
    await see("Grace Hopper")
    expect(wire.requests.some((line) => line.startsWith("DELETE"))).toBe(false)
  })

  test("does not undo a change of your own account, which was confirmed", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press("e", "ctrl+u", "Countess", "tab", "enter")
    await see("This is your own account.")
    await press("ada@example.com", "enter")
    await see("Countess", "✓ ada@example.com")
    const before = wire.requests.length
    await press("z")
    await see("No change can be undone.")
    expect(wire.requests.slice(before).filter((line) => line.startsWith("PUT"))).toEqual([])
  })

  test("cannot undo a change of a deleted user", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("j", "d")
    await see("grace@example.com is deactivated")
    await press("D", "grace@example.com", "enter")
    await see("is deleted with all data")
    await press("z")
    await see("No change can be undone.")
  })

  test("does not run pasted text as commands", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press("\u001B[200~ddd\u001B[201~", "j")
    await see("Users 2 of 4")
    expect(wire.requests.some((line) => line.startsWith("PUT"))).toBe(false)
  })
})
