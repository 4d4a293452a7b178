import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const ctrlN = "\u000E"

const opened = async (options: Parameters<typeof start>[0] = {}) => {
  const program = start({ loggedOut: true, ...options })
  await program.see("Log in", "Ctrl-N register")
  await program.press(ctrlN)
  await program.see("Register 1 of 6", "not logged in")
  return program
}

const sent = (requests: ReadonlyArray<string>) => requests.filter((line) => line.includes("/register"))

describe("registration", () => {
  test("is available before the log-in, and returns to the log-in form", async () => {
    const { press, see, seeNo } = await opened()
    await see("Register an enterprise", "⏎ open", "q back to the log-in form")
    await seeNo("gu Users", "v mark")
    await press("?")
    await see("Help")
    await press("esc", "q")
    await see("E-mail or user name")
  })

  test("does not open with Ctrl-R, which clears the input of other forms", async () => {
    const { press, see, seeNo } = start({ loggedOut: true })
    await see("Log in")
    await press("ctrl+r", "ada")
    await see("ada▏")
    await seeNo("Register")
  })

  test("registers, shows where the e-mail went, and opens the confirmation with the same address", async () => {
    const { press, see, text, wire } = await opened()
    await press("enter")
    await see("Register an account", "before that, nobody can log in")
    await press(
      "mary@example.com",
      "enter",
      "Mary Jackson",
      "enter",
      "s3cret-words",
      "enter",
      "enter",
      "enter",
      "enter"
    )
    expect(text()).not.toContain("s3cret-words")
    await see("✓ mary@example.com is registered. A confirmation e-mail was sent", "Confirm an account", /Token +▏/)
    await press("not-mine", "enter")
    await see("✗ The service refused to confirm an account:")
    expect(text()).not.toContain("not-mine")
    await press("esc", "a")
    await see("Send the confirmation again", /E-mail +mary@example\.com/)
    await press("enter")
    await see("✓ mary@example.com was sent the confirmation again", "Confirm an account")
    expect(sent(wire.requests)).toEqual([
      "POST /v1r1/register",
      expect.stringContaining("POST /v1/register/confirm?"),
      expect.stringContaining("POST /v1/register/resend_confirmation?")
    ])
    await press("esc", "q")
    await see(/E-mail or user name +mary@example\.com/)
  })

  test("confirms an account, which can log in then", async () => {
    const { press, see } = await opened()
    await press("c", "confirm-demo-new", "enter")
    await see("The account is confirmed", "Status")
    await press("esc", "q", "new@example.com", "enter", "correct-horse", "enter")
    await see("new@example.com · ")
  })

  test("shows an error at its field, and sends nothing", async () => {
    const { press, see, wire } = await opened()
    await press("n", "mary", "tab", "Mary", "tab", "words", "tab", "tab", "tab", "enter")
    await see("✗ E-mail has no @.", /E-mail +mary▏/)
    await press("@", "shift+tab", "enter")
    await see("✗ E-mail is not an e-mail address, such as name@domain.")
    await press("example.com", "tab", "tab", "ctrl+u", "shift+tab", "shift+tab", "shift+tab", "enter")
    await see("✗ Password is empty.", /Password +▏/)
    expect(sent(wire.requests)).toEqual([])
  })

  test("keeps the input if the service rejects it or does not answer", async () => {
    const { press, see, wire } = await opened()
    await press("e", "Pumps", "tab", "Mary", "tab", "mary@example.com", "tab", "r-1")
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("enter")
    await see("✗ No connection to", /Enterprise name +Pumps/)
    wire.disturb = (line, pass, request) =>
      line.includes("/register")
        ? Wire.json(request, 400, { code: 9, message: "no such reseller", name: "generic" })
        : pass
    await press("enter")
    await see("✗ The service refused to register an enterprise: no such reseller (code 9).", /Enterprise name +Pumps/)
  })

  test("opens no other screen before the log-in", async () => {
    const { press, see, wire } = await opened()
    await press("g", "u", ":", "d", "D", "z")
    await see("Register 1 of 6")
    expect(wire.requests.filter((line) => !line.includes("__mock"))).toEqual([])
  })

  test("is a screen like others after the log-in", async () => {
    const { press, see } = start()
    await see("Users 1 of 4", "● live")
    await press("g", "r")
    await see("Register 1 of 6", "gu users")
    await press("j", "enter")
    await see("Register an account on /v1")
    await press("esc", "g", "u")
    await see("Users 1 of 4")
  })

  test("shows in a full sentence to whom no confirmation is sent again", async () => {
    const { press, see } = start()
    await see("Users 1 of 4", "● live")
    await press("g", "r", "a")
    await see("Send the confirmation again")
    await press("nobody@example.com", "enter")
    await see("The service refused to send the confirmation again: No e-mail was sent:")
  })
})
