import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

describe("log-in", () => {
  test("takes e-mail and password, shows no password, and opens the users", async () => {
    const { press, see, text } = start({ loggedOut: true })
    await see("Log in", "E-mail or user name ▏", "not logged in")
    await press("ada@example.com", "tab", "correct-horse")
    await see("•••••••••••••")
    expect(text()).not.toContain("correct-horse")
    await press("enter")
    await see("Users 1 of 4", "ada@example.com · ● live")
  })

  test("takes keys and text that arrive in one chunk", async () => {
    const { press, see } = start({ loggedOut: true })
    await see("Log in")
    await press("ada\tcorrect-horse\r")
    await see("Users 1 of 4")
  })

  test("takes pasted text into the field", async () => {
    const { press, see } = start({ loggedOut: true })
    await see("Log in")
    await press("\u001B[200~ada@example.com\u001B[201~")
    await see("ada@example.com▏")
  })

  test("takes a paste as text, in several chunks and with keys in it", async () => {
    const { press, see, seeNo } = start({ loggedOut: true })
    await see("Log in")
    await press("\u001B[200~ada\u001B[A\r\t@exam", "ple.com\u001B[20", "1~", "!")
    await see("ada[A @example.com!▏")
    await seeNo("Logging in")
  })

  test("keeps a long text of any characters in its line, with the cursor visible", async () => {
    const { lines, press, see } = start({ loggedOut: true, columns: 40, rows: 12 })
    await see("Log in")
    await press(`\u001B[200~first${"👩‍🚀\u202E山".repeat(20)}last\u001B[201~`)
    await see(/^E-mail or user name .*last▏$/m)
    await press("home")
    await see("E-mail or user name ▏first□�山□�山□�")
    await press("\u001B[D", "\u001B[C", "\u001B[C")
    await see("E-mail or user name fi▏rst□�山□�山□�")
    expect(lines()[4]).toBe("Password")
  })

  test("shows what was rejected and what to do, and keeps the input but the password", async () => {
    const { press, see } = start({ loggedOut: true })
    await see("Log in")
    await press("ada@example.com", "tab", "wrong", "enter")
    await see(
      /user name or password\s+is wrong \(code 1001\)\.\s+Check the e-mail address or user name, the password, the\s+region,/,
      "ada@example.com"
    )
    await press("correct-horse", "enter")
    await see("Users 1 of 4")
  })

  test("focuses the first empty field", async () => {
    const { press, see, wire } = start({ loggedOut: true })
    await see("Log in")
    await press("ada", "enter")
    await see(/Password +▏/)
    await press("shift+tab")
    await see("ada▏")
    expect(wire.requests).toEqual([])
  })

  test("shows what Enter does in each field, and what is missing", async () => {
    const { press, see, seeNo, wire } = start({ loggedOut: true })
    await see("Log in", "⏎ next  ")
    await seeNo("⏎ log in")
    await press("enter")
    await see("⏎ log in", /Password +▏/)
    await press("enter")
    await see("✗ E-mail or user name is empty.", /E-mail or user name ▏/)
    expect(wire.requests).toEqual([])
  })

  test("opens nothing else while it logs in", async () => {
    const { press, see, seeNo, wire } = start({ loggedOut: true })
    await see("Log in")
    wire.disturb = (line, pass) => (line.includes("/auth") ? Effect.never : pass)
    await press("ada@example.com", "tab", "correct-horse", "enter")
    await see("Logging in")
    await press("ctrl+n", "ctrl+p", "ctrl+o")
    await see("Logging in")
    await seeNo("Register an account", "There are no profiles")
  })

  test("shows no key to log in while it logs in", async () => {
    const { press, see, seeNo } = start({ loggedOut: true, disturb: () => Effect.never })
    await see("Log in")
    await press("ada", "tab", "correct-horse", "enter")
    await see("Logging in …", "Ctrl-C quit")
    await seeNo("⏎ log in", "another way", "register")
  })

  test("keeps the e-mail for another method, whose menu starts with the current one", async () => {
    const { press, see, text } = start({ loggedOut: true })
    await see("Log in")
    await press("ada@example.com", "tab", "secret", "ctrl+o")
    await see("Log in with")
    await press("enterprise", "enter")
    await see("Log in with the enterprise", /E-mail or user name +ada@example\.com/, /Password +▏/)
    expect(text()).not.toContain("•")
    await press("ctrl+o")
    await see(/❯ *the enterprise/i)
  })

  test("distinguishes a lost connection from rejected credentials", async () => {
    const { press, see } = start({ loggedOut: true, disturb: (_, __, request) => Wire.noConnection(request) })
    await see("Log in")
    await press("ada", "tab", "correct-horse", "enter")
    await see("✗ No connection to http://emulator.internal", "Check the network and the base address")
  })

  test("types q as a letter, and quits with Ctrl-C", async () => {
    const { ended, press, see } = start({ loggedOut: true })
    await see("Log in")
    await press("q")
    await see("q▏")
    await press("ctrl+c")
    expect(await ended()).toMatchObject({ _tag: "Success" })
  })
})
