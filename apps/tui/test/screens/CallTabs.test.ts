import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const ofCall = (line: string) => line.startsWith("GET /v1/calls/call_")

const opened = async (options: Parameters<typeof start>[0] = {}) => {
  const program = start({ columns: 140, ...options })
  await program.see("Users 1 of", "● live")
  await program.press("g", "c", "j", "j")
  await program.see("Calls 3 of 3", "● live", "[1 Call] 2 Events  3 Stats  4 JSON")
  return { ...program, asked: () => program.wire.requests.filter(ofCall) }
}

describe("the tabs of a call", () => {
  test("send no request before they are opened", async () => {
    const { asked, see } = await opened()
    await see(
      /Dialer +Ada Lovelace \(you\)/,
      /Receiver +Linus Torvalds/,
      /Recording +● finished/,
      /Ratings +Ada Lovelace 5/
    )
    expect(asked()).toEqual([])
  })

  test("show events, statistics and JSON by their digits", async () => {
    const { asked, press, see } = await opened({ rows: 90 })
    await press("tab", "2")
    await see(" 1 Call [2 Events] 3 Stats  4 JSON", /call started/, /call over/, /length +12:34/)
    await press("3")
    await see("[3 Stats]", /Overall +good \(\d\)/, /Average +good \(\d\)/, "Linus Torvalds")
    await press("4")
    await see("[4 JSON]", '"recordingUrl": "••••••••"')
    expect(asked().map((line) => line.replace(/^.*1(?=\/|$)/, ""))).toEqual(["/event_stream", "/events", ""])
    await press("3", "2")
    await see("[2 Events]", /call over/)
    expect(asked()).toHaveLength(3)
  })

  test("say that the statistics of a running call are not final", async () => {
    const { press, see } = await opened()
    await press("k", "k", "tab", "3")
    await see("Calls 1 of 3", "The call is running: these are the values so")
  })

  test("stay open for another call, which is read once the cursor rests on it", async () => {
    const { asked, press, see } = await opened()
    await press("tab", "3")
    await see(/Average +good/)
    await press("tab", "k")
    await see("Calls 2 of 3", "[3 Stats]", "Nothing was measured of this call.")
    await press("j")
    await see(/Average +good/)
    expect(asked()).toHaveLength(2)
  })

  test("are entered on Enter, as the details of a user, then fill the screen, and return", async () => {
    const { press, see, seeNo } = await opened()
    await press("enter")
    await see("║", "STARTED", "⏎ full screen")
    await press("3")
    await see("⏎ charts")
    await press("1", "enter")
    await seeNo("│", "STARTED", "⏎")
    await see("[1 Call]", /Id +call_00000000/)
    await press("4")
    await see('"callDuration": 754')
    await press("esc")
    await see("│", "STARTED", "[1 Call]", "Calls 3 of 3")
  })

  test("are commands by their names", async () => {
    const { press, see } = await opened()
    await press(":", "stats", "enter")
    await see("[3 Stats]", /Average +good/)
  })

  test("show why they are rejected, and retry", async () => {
    const { asked, press, see } = await opened({
      disturb: (line, pass, request) =>
        line.endsWith("/events") ? Wire.json(request, 403, "You were not in the call.") : pass
    })
    await press("tab", "3")
    await see("✗ The service refused to read", "not in the call.", "R tries")
    const before = asked().length
    await press("R")
    await expect.poll(() => asked().length).toBe(before + 1)
    await see("R tries")
  })

  test("keep their content without a connection, and retry automatically", async () => {
    const { press, see, wire } = await opened()
    await press("tab", "3")
    await see(/Overall +good/)
    wire.disturb = (line, pass, request) => (ofCall(line) ? Wire.noConnection(request) : pass)
    await press("R")
    await see("offline since", "next try", /Overall +good/, "No connection to")
    wire.disturb = undefined
    await see("● live", /Overall +good/)
  })

  test("ask for the log-in after the session has ended", async () => {
    const { press, see, wire } = await opened({ loggedOut: false })
    wire.disturb = (line, pass, request) =>
      ofCall(line) || line.includes("/auth") || line.includes("/oauth")
        ? Wire.json(request, 401, "Token expired")
        : pass
    await press("tab", "2")
    await see(/The session has ended|Log in/)
  })

  test("are read again after the call was annotated", async () => {
    const { press, see } = await opened()
    await press("tab", "4")
    await see('"alt1_id": ""')
    await press("e", "A-71", "tab", "tab", "tab", "enter")
    await see("is annotated.", '"alt1_id": "A-71"')
    await press("z")
    await see("Undone", '"alt1_id": ""')
  })
})
