import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const sent = (requests: ReadonlyArray<string>) => requests.filter((line) => /^(?:PUT|POST).*\/users/.test(line))

describe("a form", () => {
  test("provisions a user field by field, with help for each field", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press("n")
    await see(
      "Provision a user",
      "Name           ▏",
      "Name as others see it.",
      "gets a welcome e-mail by default",
      "⏎ next field"
    )
    await press("Mary Jackson", "enter", "mary@example.com", "enter", "enter", "no", "enter", "2")
    await see("⏎ send", "(default: the default pod), with commas between several.")
    await press("enter")
    await see("✓ mary@example.com is provisioned and active.")
    expect(sent(wire.requests)).toHaveLength(1)
    await see("Users 5 of 5", /❯ .+Mary Jackson/)
  })

  test("says which filter finds a new user who is not among the loaded rows", async () => {
    const { press, see, text } = start()
    await see("Users 1 of 4")
    await press("/", "name~=%G%", "enter")
    await see("Users 1 of 1")
    await press("n", "Mary", "enter", "mary@example.com", "enter", "enter", "no", "enter", "enter")
    await see("is not among the loaded rows. The filter email=mary@example.com", /❯ .+Grace/)
    await press("!")
    await see("Notices")
    expect(text().match(/mary@example\.com is provisioned/g)).toHaveLength(1)
  })

  test("focuses an invalid field, shows its error, and sends nothing", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press("n", "Mary", "shift+tab", "one", "enter")
    await see("✗ E-mail is empty.", /E-mail +▏/)
    await press("m@example.com", "shift+tab", "shift+tab", "enter")
    await see("✗ Pods takes numbers, with commas between them.")
    await press("esc")
    await see("Users 1 of 4")
    expect(sent(wire.requests)).toEqual([])
  })

  test("asks for the name before your own e-mail address is changed, and returns to the form on cancel", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press("e")
    await see("This is your own account. Others see the new name at once. You log in with the old address until")
    await press("tab", "ctrl+u", "countess@example.com", "enter")
    await see("This is your own account. An e-mail goes to countess@example.com", "Type ada@example.com to confirm.")
    expect(sent(wire.requests)).toEqual([])
    await press("esc")
    await see("Update ada@example.com", "countess@example.com▏")
    await press("enter")
    await see("ada@example.com to confirm")
    await press("ada@example.com", "enter")
    await see("✓ ada@example.com is changed, except for the e-mail address: countess@example.com must be")
    expect(sent(wire.requests)).toHaveLength(1)
    await press("z")
    await see("No change can be undone.")
    await press("e", "ctrl+u", "Countess", "tab", "enter")
    await see("This is your own account.", "Type ada@example.com to confirm.")
    expect(sent(wire.requests)).toHaveLength(1)
  })

  test("keeps the input after a rejection or without an answer", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press("n", "Grace", "enter", "grace@example.com", "tab", "tab", "tab", "enter")
    await see("✗ The service refused to provision a user:", "grace@example.com", "Correct it, or leave the form.")
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    // the field that the message names has the focus
    await see("grace@example.com▏")
    await press("tab", "tab", "tab", "enter")
    await see("✗ No connection to", "grace@example.com")
  })

  test("lists its failure by ! as well", async () => {
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4")
    wire.disturb = (line, pass, request) =>
      line.startsWith("GET") ? pass : Wire.json(request, 400, { code: 7, message: "not allowed", name: "generic" })
    await press("n", "Mary", "enter", "mary@example.com", "tab", "tab", "tab", "enter")
    await see("✗ The service refused to provision a user: not allowed")
    await press("esc")
    await seeNo("✗ The service refused")
    await press("j", "e", "ctrl+u", "Rear Admiral Hopper", "tab", "enter")
    await see("✗ The service refused to update grace@example.com: not allowed")
    await press("esc", "!")
    await see("Notices", "The service refused to provision a user", "The service refused to update grace@example.com")
  })

  test("changes only the edited fields of its row, and can be undone", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press("j", "e")
    await see("Update grace@example.com", "Name   Grace Hopper▏", "E-mail grace@example.com")
    await press("ctrl+u", "Rear Admiral Hopper", "enter", "enter")
    await see("✓ grace@example.com is changed.", "Rear Admiral Hopper")
    await press("z")
    await see("✓ Undone: grace@example.com is changed.", "Grace Hopper")
    expect(sent(wire.requests)).toHaveLength(2)
    await press("e", "enter", "enter")
    await see("Nothing was changed, so there is nothing to update.")
    expect(sent(wire.requests)).toHaveLength(2)
  })

  test("is sent once while Enter is held down, and cannot be edited meanwhile", async () => {
    const { press, see, wire } = start({ fast: true })
    await see("Users 1 of 4")
    wire.disturb = (line, pass) => (line.startsWith("POST") && line.includes("users") ? Effect.never : pass)
    await press("n", "Mary", "enter", "mary@example.com", "tab", "tab", "tab")
    for (let time = 0; time < 20; time++) await press("enter")
    await see("◌ Provisioning …")
    await press("7")
    expect(sent(wire.requests)).toHaveLength(1)
    await see(/^Pods$/m)
  })

  test("takes each Enter of a person, and ignores those of a held key with a message", async () => {
    const { advance, press, see, wire } = start({ fast: true, at: "2026-01-01T12:00:00Z" })
    await see("Users 1 of 4")
    const pressAfter = async (key: string, milliseconds: number) => {
      await advance(milliseconds)
      await press(key)
    }
    await press("n", "Mary", "enter", "mary@example.com", "tab", "tab", "enter")
    await see(/Pods +▏/)
    await pressAfter("enter", 500)
    await advance(200)
    await see("✓ mary@example.com is provisioned and active.")
    expect(sent(wire.requests)).toHaveLength(1)
    await press("n", "Edith", "enter", "edith@example.com", "tab", "tab", "enter")
    for (const milliseconds of [500, 30, 30]) await pressAfter("enter", milliseconds)
    await advance(2000)
    await see("⏎ is held down, and its repeats are ignored.")
    expect(sent(wire.requests)).toHaveLength(1)
    await press("enter")
    await see("✓ edith@example.com is provisioned and active.")
    await pressAfter("enter", 400)
    await advance(200)
    await see("edith@example.com is provisioned and active.", /⏎ is ignored until you pause/, /^d deactivate/m)
    await pressAfter("enter", 2000)
    await see("Tab back to the list")
  })

  test("of an invitation is sent once, and Enter opens another only after a while", async () => {
    const { advance, press, see, seeNo, wire } = start({ fast: true, at: "2026-01-01T12:00:00Z" })
    const invitations = () => wire.requests.filter((line) => /^(?:PUT|POST).*invit/.test(line))
    const pressAfter = async (milliseconds: number) => {
      await advance(milliseconds)
      await press("enter")
      await advance(200)
    }
    await see("Users 1 of 4")
    await press("g", "i")
    await see("Invite 1 of 2", "● live")
    await press("j", "r")
    await see("Invite somebody to your personal room", "⏎ next field")
    await press("ctrl+u", "guest@example.com", "tab", "Guest")
    await pressAfter(1000)
    await see("✓ guest@example.com is invited to your personal room by e-mail.")
    // each of them begins the pause again
    for (const milliseconds of [300, 150, 300, 1500, 1500]) {
      await pressAfter(milliseconds)
      await see("by e-mail. ⏎ is ignored until you pause for 2 seconds.")
      await seeNo("next field")
    }
    for (let repeat = 0; repeat < 3; repeat++) {
      await advance(50)
      await press("enter")
    }
    await seeNo("held down", "next field")
    await pressAfter(2000)
    await see("Invite somebody to your personal room", "⏎ next field")
    expect(invitations()).toHaveLength(1)
  })

  test("for one row is not opened without a selection", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("/", "email=nobody@example.com", "enter")
    await see("No user matches")
    await press("e")
    await see("Nothing to update: no user is selected.")
  })
})
