import { describe, expect, test } from "vitest"

import { opened, copied } from "./openEmulator.ts"

describe("the outbox of an emulator", () => {
  test("confirms e-mails, and undoes that", async () => {
    const { press, see } = await opened()
    await press("m", "a")
    await see("✓ confirmation 1 to new@example.com is confirmed.", /Registration.confirm +✓ 200/)
    await press("z")
    await see("✓ Undone: confirmation 1 to new@example.com is no longer confirmed.")
    await press("Z")
    await see("✓ Done again: ")
    await press("down", "down", "up", "tab", "shift+tab", "z")
    await see("✓ Undone: ")
  })

  test("shows that an e-mail was confirmed before, without advice to retry", async () => {
    const { press, see, text } = await opened()
    await press("m", "a")
    await see("✓ confirmation 1 to new@example.com is confirmed.")
    await press("a")
    await see(/it\s+was\s+already\s+confirmed,\s+or\s+a\s+newer/, /Confirm\s+the\s+newest\s+one\./)
    expect(text()).not.toMatch(/then try again|confirmation_token/)
  })

  test("asks for the name before your own new e-mail address is confirmed", async () => {
    const { press, see } = await opened()
    await press("g", "u", "e", "tab", "ctrl+u", "countess@example.com", "enter")
    await press("ada@example.com", "enter")
    await see("✓ ada@example.com is changed, except for the e-mail address")
    await press("g", "e", "m", "down", "down", "a")
    await see(
      "This is your own account. You then log in with the new address",
      "Type new-email 3 to countess@example.com"
    )
    await press("new-email 3 to countess@example.com", "enter")
    await see("✓ new-email 3 to countess@example.com is confirmed.")
  })

  test("masks the secrets of an e-mail, and copies its link", async () => {
    const { output, press, see, text } = await opened()
    const secret = "confirmation_token="
    await press("m", "enter")
    await see("Confirm your e-mail address", "••••••••")
    expect(text()).not.toContain(secret)
    await press("r")
    await see(secret)
    await press("esc", "y")
    await see("✓ The link is sent to the clipboard.")
    expect(copied(output)).toMatch(
      /^http:\/\/emulator.internal\/us\/api\/v1\/register\/confirm\?confirmation_token=\S+$/
    )
  })
})
