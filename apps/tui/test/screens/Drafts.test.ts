import * as Effect from "effect/Effect"
import { describe, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const keptNotice = "Your input is kept: n restores it."
const restored = "Your earlier input is restored: Ctrl-R clears it."

describe("the draft of a form", () => {
  test("is restored when the form is opened again, and can be cleared", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("n", "Mary Jackson", "tab", "mary@exam", "esc")
    await see("Users 1 of 4", keptNotice)
    await press("n")
    await see("Provision a user", /Name +Mary Jackson/, /E-mail +mary@exam▏/, restored)
    await press("ctrl+r")
    await see(/Name +▏/)
    await seeNo("Mary", "mary@exam", "Your earlier input is restored")
    await press("esc")
    await see("Users 1 of 4")
    await seeNo("is kept")
    await press("n")
    await see(/Name +▏/)
    await seeNo("Mary")
  })

  test("or any other input is cleared, as often as you like, from the first field on", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("n")
    for (const name of ["Mary", "Grace"]) {
      await press(name, "tab", "x@example.com", "ctrl+r")
      await see("Name           ▏")
      await seeNo("x@example.com")
    }
  })

  test("belongs to its row", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("j", "e", "ctrl+u", "Rear Admiral", "esc")
    await see("Your input is kept: e restores it.")
    await press("j", "e")
    await see("Update linus@example.com", "Linus Torvalds▏")
    await press("esc", "k", "e")
    await see("Update grace@example.com", "Rear Admiral▏", "E-mail grace@example.com")
  })

  test("is not stored for an untouched form", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("j", "e", "tab", "esc")
    await see("Users 2 of 4")
    await seeNo("is kept", "Update grace")
  })

  test("is deleted after the form was sent", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("n", "Mary Jackson", "tab", "mary@example.com", "esc")
    await see(keptNotice)
    await press("n")
    await see(restored)
    await press("tab", "tab", "tab", "enter")
    await see("mary@example.com is provisioned and active.")
    await press("n")
    await see(/Name +▏/)
    await seeNo("Mary Jackson▏", "Your earlier input is restored")
  })

  test("is stored if the form was closed while it was sent, and that failed", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    const gate = Promise.withResolvers<void>()
    wire.disturb = (line, pass, request) =>
      line.startsWith("POST") && line.includes("/users")
        ? Effect.andThen(
            Effect.promise(() => gate.promise),
            Wire.noConnection(request)
          )
        : pass
    await press("n", "Mary Jackson", "tab", "mary@example.com", "tab", "tab", "tab", "enter")
    await see("◌ Provisioning …")
    await press("esc")
    await see("Still provisioning")
    gate.resolve()
    await see("Could not provision a user.")
    await press("n")
    await see(/Name +Mary Jackson/, restored)
  })

  test("is stored for a query that failed", async () => {
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4")
    await press("g", "t")
    await see("● live")
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("T", "tab", "user", "tab", "tab", "enter")
    await see("✗ No connection to")
    await press("esc")
    await seeNo("✗ No connection to")
    await press("T")
    await see(/type +user/, restored)
  })

  test("is stored without passwords", async () => {
    const { press, see, seeNo } = start()
    await see("Users 1 of 4")
    await press("g", "s")
    await see("Session 1 of 1")
    await press("e", "ada@example.com", "tab", "correct-horse", "esc")
    await see("Your input is kept, except for secrets: e restores it.")
    await press("e")
    await see(/ada@example.com▏?/, "Your earlier input is restored", /Password *$/m)
    await seeNo("correct", "•")
  })
})
