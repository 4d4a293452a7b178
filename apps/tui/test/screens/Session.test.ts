import { describe, expect, test } from "vitest"

import { home } from "../support/home.ts"
import { partnerKey } from "../support/partnerKey.ts"
import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

/** From the log-in form to that of a way, which is found by some of its letters. */
const chosen = async (way: string, title: string, options: Parameters<typeof start>[0] = {}) => {
  const program = start({ loggedOut: true, columns: 140, ...options })
  await program.see("Log in with a password")
  await program.press("ctrl+o")
  await program.see("Log in with · 1 of 8")
  await program.press(way, "enter")
  await program.see(`Log in with ${title}`)
  return program
}

describe("the log-in methods", () => {
  test.each([
    ["personal", "a personal access token", ["pat-demo-ada"], "POST /v1r1/auth/pat", "personal access token · ● live"],
    [
      "v1r1",
      "a password, on /v1r1",
      ["ada@example.com", "enter", "correct-horse"],
      "POST /v1r1/auth",
      "ada@example.com"
    ],
    ["invite", "an invite URL", ["https://invite.example/w/demo"], "POST /v1r1/auth/from_url", "invite URL ·"],
    ["no account", "no account", ["Visitor"], "POST /v1/anonymous/auth", "Visitor (anonymous) ·"],
    [
      "alias",
      "the refresh token of an alias",
      ["alias-demo-ada"],
      "POST /v1/auth/exchange",
      "log-in user of an alias ·"
    ],
    [
      "enterprise",
      "the enterprise",
      ["ada@example.com", "enter", "correct-horse"],
      "POST /v1/enterprise/auth",
      "enterprise of ada@example.com ·"
    ]
  ] as const)("%s: asks for what it takes and logs in", async (way, title, typed, request, who) => {
    const { press, see, text, wire } = await chosen(way, title)
    await press(...typed)
    const last = typed.at(-1) ?? ""
    await see(way === "no account" ? last : "•".repeat(last.length))
    expect(text().includes(last)).toBe(way === "no account")
    await press("enter")
    await see(who)
    expect(wire.requests.filter((line) => line.includes("auth"))).toEqual([request])
  })

  test("sign each request with a partner key, which is not stored", async () => {
    const { folder, write } = await home()
    const file = `${folder}/site.pem`
    await write(file, partnerKey.privateKey)
    const program = await chosen("partner", "a partner key", { partnerKey: partnerKey.publicKey })
    const { press, see, wire } = program
    await press(file, "enter", "8888", "enter", "emulator", "enter", "emulator", "enter")
    await see("partner key of site 8888 · ● live", "Users 1 of 4")
    await press("g", "s")
    await see("Subject", "Partner:8888", "not needed: each request is signed")
    await press("r")
    await see("There is nothing to renew: each request is signed.")
    expect(wire.requests.filter((line) => line.includes("auth"))).toEqual([])
  })

  test("reject a partner key that others can read, and keep the input", async () => {
    const { folder, write } = await home()
    const file = `${folder}/site.pem`
    await write(file, partnerKey.privateKey, 0o644)
    const { press, see } = await chosen("partner", "a partner key", { partnerKey: partnerKey.publicKey })
    await press(file, "enter", "8888", "enter", "me", "enter", "you", "enter")
    await see("Other users can read the secrets in", "8888", "me", "you")
  })

  test("show how the clock differs if a partner key is rejected", async () => {
    const { folder, write } = await home()
    const file = `${folder}/site.pem`
    await write(file, partnerKey.privateKey)
    const { press, see } = await chosen("partner", "a partner key", {
      partnerKey: partnerKey.publicKey,
      frozenAt: "2031-01-01T00:00:00Z"
    })
    await press(file, "enter", "8888", "enter", "emulator", "enter", "emulator", "enter")
    await see("The service refused to take the partner key", "the clock of this machine", "It shows 20")
  })

  test("keep the input of each method after a rejection, except for the refused secret", async () => {
    const { press, see, seeNo, text } = await chosen("personal", "a personal access token")
    await press("nonsense", "enter")
    await see("✗ The service refused to log you in", "Check that the personal access token is complete")
    await seeNo("•••")
    await press("ctrl+o", "no account", "enter")
    await see("Log in with no account")
    await press("Visitor", "ctrl+o", "personal", "enter")
    await see("Log in with a personal access token")
    await press("ctrl+o", "no account", "enter")
    await see("Visitor▏")
    expect(text()).not.toContain("nonsense")
  })

  test("close the menu of methods on Esc without changes", async () => {
    const { press, see } = start({ loggedOut: true })
    await see("Log in with a password")
    await press("ada", "ctrl+o")
    await see("Log in with · 1 of 8")
    await press("esc")
    await see("Log in with a password", "ada▏")
  })

  test("show the limits and the expiry of an anonymous session", async () => {
    const { press, see } = await chosen("no account", "no account")
    await see("The session cannot be renewed, and ends with its token. It lasts until you quit.")
    await press("enter")
    await see("✗ The service refused to list the users", "The session is anonymous and may do little.")
    await press("g", "s")
    await see("Until", "not possible: log in again")
    await press("r")
    await see("came without a refresh token, and cannot be renewed. It goes on until 20")
    await see("anonymous ·")
  })
})

describe("the session screen", () => {
  const opened = async (options: Parameters<typeof start>[0] = {}) => {
    const program = start({ columns: 140, ...options })
    await program.see("Users 1 of 4")
    await program.press("g", "s")
    await program.see("Session 1 of 1", "Logs in", "with a password", "User:101", "until you quit")
    return program
  }

  test("renews the session, and shows its expiry", async () => {
    const { press, see, wire } = await opened()
    await press("r")
    await see("✓ The session is renewed. It lasts until 20")
    expect(wire.requests.filter((line) => line.includes("refresh"))).toEqual(["POST /v1/auth/refresh"])
  })

  test("keeps the session after a rejected renewal", async () => {
    const { press, see } = await opened({
      disturb: (line, pass, request) => (line.includes("refresh") ? Wire.noConnection(request) : pass)
    })
    await press("r")
    await see("✗ No connection to", "It goes on until 20", "ada@example.com ·")
    await press("g", "u", "R")
    await see("Users 1 of 4", "● live")
  })

  test("keeps the session if another log-in is rejected or cancelled", async () => {
    const { press, see, seeNo, text } = await opened()
    await press("l")
    await see("Log in with a password", "Esc cancel")
    await press("grace@example.com", "enter", "wrong-secret", "enter")
    await see("✗ The service refused to log you in", "grace@example.com")
    await press("esc")
    await see("Session 1 of 1", "ada@example.com")
    await seeNo("refused")
    await press("l")
    await see(/E-mail or user name +grace@example\.com/)
    expect(text()).not.toContain("••••")
  })

  test("logs in as another user, and shows no data of the previous one", async () => {
    const { press, see, seeNo } = await opened()
    await press("l", "ctrl+o", "no account", "enter")
    await see("Log in with no account")
    await press("Visitor", "enter")
    await see("Visitor (anonymous)")
    await seeNo("Grace Hopper", "ada@example.com")
  })

  test("logs out with o, and no longer with g o", async () => {
    const { press, see, text } = await opened()
    await press("g", "u", "g", "o", "?")
    await see("Help")
    expect(text()).not.toContain("Log out?")
    await press("esc", "g", "s", "o")
    await see("Log out?")
    await press("enter")
    await see("Log in with a password", "not logged in")
  })

  test("gets the token of the enterprise, masked until the user reveals it", async () => {
    const { press, see, text } = await opened()
    await press("e", "ada@example.com", "enter", "correct-horse", "enter")
    await see("The token of the enterprise", /Token +••••••••/, "Enterprise:")
    expect(text()).not.toContain("eyJ")
    await press("r")
    await see(/Token +eyJ/)
  })

  test("shows the details of the connection on Enter", async () => {
    const { press, see } = start({ columns: 60, rows: 20 })
    await see("Users 1 of 4")
    await press("g", "s")
    await see("Session 1 of 1")
    await press("enter")
    await see("Renewal", "automatic, with the refresh token")
  })
})

describe("a session that ends", () => {
  test("while a form is open restores the input after the same user has logged in", async () => {
    let isOver = false
    const { advance, press, see } = start({
      columns: 140,
      at: "2026-03-02T10:00:00Z",
      loggedOut: true,
      disturb: (line, pass, request) =>
        isOver && line.includes("/auth/refresh") ? Wire.json(request, 401, { code: 1, message: "used up" }) : pass
    })
    await see("Log in with a password")
    await press("ada@example.com", "enter", "correct-horse", "enter")
    await see("Users 1 of 4")
    await press("n", "Mary Jackson", "enter", "mary@example.com")
    await see("Mary Jackson", "mary@example.com▏")
    isOver = true
    await advance("40 days")
    await press("enter", "enter", "enter", "enter")
    await see("The session has ended", /E-mail or user name +ada@example\.com/)
    await press("correct-horse")
    await see("•••••••••••••")
    await press("enter")
    await see("Mary Jackson", "mary@example.com")
  })
})
