import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const opened = async () => {
  const program = start({ at: "2026-03-02T10:00:00Z", loggedOut: true, tokenLife: "1 hour" })
  const { advance, control, press, see } = program
  await see("Log in")
  await control("/snapshots/early", { method: "PUT" })
  await advance("1 hour")
  await press("ada@example.com", "tab", "correct-horse", "enter")
  await see("Users 1 of 4", "● live")
  return program
}

describe("the session", () => {
  test("is shown with its current expiry after an automatic renewal", async () => {
    const { advance, press, see } = await opened()
    await press("g", "s")
    await see(/Until +2026-03-02 12:00 UTC/, /Since +2026-03-02 11:00 UTC/)
    await advance("10 minutes")
    await press("r")
    await see("✓ The session is renewed.", /Until +2026-03-02 12:10 UTC/, /Since +2026-03-02 11:10 UTC/)
    await press("g", "u")
    await advance("2 hours")
    await see("stale since")
    await press("R")
    await see("Users 1 of 4", "● live")
    await press("g", "s")
    await see(/Until +2026-03-02 14:10 UTC/, /Since +2026-03-02 13:10 UTC/)
  })

  test("shows that its token is rejected after the world was restored, and to log in again", async () => {
    const { control, press, see } = await opened()
    await control("/snapshots/early/restore", { method: "POST" })
    await press("R")
    await see(
      "✗ The service refused to list the users: The token is not valid yet (code 1002).",
      "Log in again: gs, then l. Esc dismisses this."
    )
    await press("g", "s")
    await see("✗ refused", /Refused +The token is not/)
    await press("l")
    await see(/Password +▏/)
    await press("correct-horse", "enter")
    await see("● connected", /Until +2026-03-02/)
  })

  const notYet = { code: 1000, message: "The token is not valid yet.", name: "invalid" }

  test("logs in with the settings if the service takes its token for not yet valid", async () => {
    const { press, see, seeNo, wire } = start({ at: "2026-03-02T11:00:00Z" })
    const logIns = () => wire.requests.filter((line) => /^POST .*\/auth/.test(line)).length
    await see("Users 1 of 4", "● live")
    await press("j", "j")
    let times = 0
    wire.disturb = (line, pass, request) =>
      line.includes("/users") && times++ === 0 ? Wire.json(request, 400, notYet) : pass
    await press("R")
    await expect.poll(logIns).toBe(2)
    await see("Users 3 of 4", "● live")
    await seeNo("not valid yet", "refused")
  })

  test("tries the settings once if the service keeps rejecting the token", async () => {
    const { advance, press, see, wire } = start({ at: "2026-03-02T11:00:00Z" })
    const logIns = () => wire.requests.filter((line) => /^POST .*\/auth/.test(line)).length
    await see("Users 1 of 4", "● live")
    await advance("1 second")
    wire.disturb = (line, pass, request) => (line.includes("/users") ? Wire.json(request, 400, notYet) : pass)
    await press("R")
    await see("The token is not valid yet", "Log in again: gs, then l.")
    for (let times = 0; times < 3; times++) {
      await advance("10 seconds")
      await press("R")
      await see("The token is not valid yet")
    }
    expect(logIns()).toBe(2)
  })

  test("shows that it is offline after a renewal that timed out", async () => {
    const { advance, press, see, wire } = start({ at: "2026-03-02T11:00:00Z" })
    await see("Users 1 of 4", "● live")
    await press("g", "s")
    await see("Session 1 of 1", "● last answer 11:00:00")
    wire.disturb = () => Effect.never
    await press("r")
    for (let seconds = 0; seconds < 12; seconds++) await advance("10 seconds")
    await see("No answer after 30 s", /✗ offline since \d\d:\d\d:\d\d/)
    wire.disturb = undefined
    await press("r")
    await see("The session is renewed.", "● last answer")
  })

  test("shows that its token is rejected after a failed renewal", async () => {
    const { control, press, see } = await opened()
    await press("g", "s")
    await see("● connected")
    await control("/snapshots/early/restore", { method: "POST" })
    await press("r")
    await see("✗ The session could not be renewed", /refuses its token as\s+well/, /Log in\s+again:\s+l\./, "✗ refused")
  })

  test("does not show live before a request, after a rejection or without an answer", async () => {
    const program = await opened()
    const { control, press, see, seeNo } = program
    await press("g", "s")
    await see("Session 1 of 1", "● last answer 11:00:00")
    await seeNo("● live")
    await control("/snapshots/early/restore", { method: "POST" })
    await press("r")
    await see("✗ The session could not be renewed", "✗ refused", "✗ the token is refused")
    await seeNo("● live")
    program.wire.disturb = (_, __, request) => Wire.noConnection(request)
    await press("r")
    await see(/✗ no answer/, "offline since")
  })
})
