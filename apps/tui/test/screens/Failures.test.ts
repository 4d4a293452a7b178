import { tmpdir } from "node:os"
import { join } from "node:path"

import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const refresh = "/v1/auth/refresh"

test("! lists the failure of a list, also after it has gone", async () => {
  const { press, see, seeNo, wire } = start()
  await see("Users 1 of 4", "● live")
  wire.disturb = (_, __, request) => Wire.json(request, 503, {})
  await press("R")
  await see("✗ The service answered 503")
  wire.disturb = undefined
  await press("R")
  await seeNo("✗ The service answered 503")
  await press("!")
  await see("Notices", "Could not list the users. The service answered 503")
})

describe("failures", () => {
  test("show offline with the time, keep the rows, and retry with R", async () => {
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4", "● live")
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("R")
    await see("◌ refreshing", "grace@example.com")
    await see(
      /✗ offline since \d\d:\d\d:\d\d/,
      "✗ No connection to http://emulator.internal",
      "R tries again.",
      "grace@example.com"
    )
    wire.disturb = undefined
    await press("R")
    await see("● live")
    await seeNo("No connection")
  })

  test("show offline in the header after any lost request, until one is answered", async () => {
    const { press, see, seeNo, wire } = start()
    await see("Users 1 of 4", "● live")
    const offline = /✗ offline since \d\d:\d\d:\d\d/
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("j", "d")
    await see("✗ Could not deactivate grace@example.com. No connection to", offline, "Grace Hopper")
    wire.disturb = undefined
    await press("d")
    await see("✓ grace@example.com is deactivated", "● live")
    await seeNo("offline")
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("n", "Mary", "tab", "mary@example.com", "tab", "tab", "tab", "enter")
    await see("✗ No connection to", offline)
    await press("esc", "g", "s")
    await see("Session 1 of 1", offline)
    wire.disturb = undefined
    await press("r")
    await see("The session is renewed.", "● last answer")
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("r")
    await see("2 failures, the last: No connection to", offline)
  })

  test("show the time of the first lost request on every screen, and after each further one", async () => {
    const { advance, press, see, wire } = start({ at: "2026-03-02T10:00:00Z" })
    await see("Users 1 of 4", "● live")
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    const fail = async (...keys: ReadonlyArray<string>) => {
      await press(...keys)
      for (let seconds = 0; seconds < 8; seconds++) await advance("1 second")
      await see(/✗ offline since 10:00:0\d/)
    }
    await fail("R")
    await advance("1 minute")
    await fail("g", "p", "R")
    await fail("R")
  })

  test("say what to do on a screen of 40 columns and 12 rows, or name the key that does", async () => {
    const { press, resize, see, wire } = start({ columns: 40, rows: 12 })
    await see("Users 1 of 4", "● live")
    wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("j", "d")
    await see("✗ Could not deactivate", "base address, then", "try again.", "❯")
    resize({ columns: 30, rows: 8 })
    await see("(! shows all)")
    await press("!")
    await see("Notices")
  })

  test("show an answer that the contract does not describe", async () => {
    const { see } = start({
      disturb: (line, pass, request) => (line.includes("/users") ? Wire.json(request, 418, "teapot") : pass)
    })
    await see("✗ The service answered 418 (GET /us/api/v1r1/enterprise/users)", "Try again;")
  })

  test("open the log-in form after the session has ended, and return to the same place", async () => {
    const { advance, press, see, wire } = start({ users: 1000, tokenLife: "1 hour", loggedOut: true })
    await press("ada", "tab", "correct-horse", "enter")
    await see("Users 1 of 1,000", "● live")
    await press("3", "3", "3", "G")
    await see("Users 333 of 1,000", "● live")
    await advance("2 hours")
    wire.disturb = (line, pass, request) =>
      line.includes(refresh) ? Wire.json(request, 401, { code: 2, message: "refresh refused" }) : pass
    await press("R")
    await see("Log in", "The session has ended:", "refresh refused")
    wire.disturb = undefined
    await press("correct-horse", "enter")
    await see("Users 333 of 1,000", "ada · ● live")
  })

  test.each([
    ["an export", ["x", "ctrl+u", join(tmpdir(), "never-written.csv"), "enter"]],
    ["the choices of a field", ["n", "Mary", "tab", "mary@example.com", "tab", "tab", "tab", "\u0010"]]
  ])("the end of a session that %s finds leads to the form as well", async (_, keys) => {
    const { advance, press, see, wire } = start({ tokenLife: "1 hour", loggedOut: true })
    await press("ada", "tab", "correct-horse", "enter")
    await see("Users 1 of 4", "● live")
    await advance("2 hours")
    wire.disturb = (line, pass, request) =>
      line.includes(refresh) ? Wire.json(request, 401, { code: 2, message: "refresh refused" }) : pass
    await press(...keys)
    await see("Log in", "The session has ended:")
  })

  test("log in automatically with the settings after the session has ended", async () => {
    const { advance, press, see, wire } = start({ tokenLife: "1 hour" })
    await see("Users 1 of 4", "● live")
    await press("j")
    await advance("2 hours")
    let refused = 0
    wire.disturb = (line, pass, request) =>
      line.includes(refresh) && refused++ < 1 ? Wire.json(request, 401, { code: 2, message: "refused" }) : pass
    await press("R")
    await expect.poll(() => wire.requests.filter((line) => line.startsWith("POST /v1/auth")).length).toBe(3)
    await see("Users 2 of 4", "● live")
  })

  test("renew an expired token without a notice", async () => {
    const { advance, press, see, wire } = start({ tokenLife: "1 hour" })
    await see("Users 1 of 4", "● live")
    await advance("61 minutes")
    await press("R")
    await see("● live")
    await expect.poll(() => wire.requests.filter((line) => line.includes(refresh)).length).toBe(1)
    await see("● live")
  })

  test("open the log-in form for a change after the session has ended", async () => {
    const { advance, press, see, wire } = start({ tokenLife: "1 hour", loggedOut: true })
    await press("ada", "tab", "correct-horse", "enter")
    await see("Users 1 of 4", "● live")
    await advance("2 hours")
    wire.disturb = (line, pass, request) =>
      line.includes(refresh) ? Wire.json(request, 401, { code: 2, message: "refresh refused" }) : pass
    await press("j", "d")
    await see("Log in", "The session has ended:")
  })
})
