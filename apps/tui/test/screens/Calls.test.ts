import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const opened = async (options: Parameters<typeof start>[0] = {}) => {
  const program = start({ columns: 140, ...options })
  await program.see("Users 1 of", "● live")
  await program.press("g", "c")
  await program.see("Calls 1 of", "● live")
  return program
}

describe("calls", () => {
  test("list the calls of the default world with direction and result", async () => {
    const { see } = await opened()
    await see("Calls 1 of 3", /❯ .*Grace Hopper +↗ +◌ running/, /0:00 +Grace Hopper +↙ +✗ timed out/)
    await see(/12:34 +Linus Torvalds +↗ +✓ ended +●/)
  })

  test("show how long a running call has taken, without a change for a watch", async () => {
    const { advance, press, see, seeNo, wire } = await opened({ at: "2026-01-01T00:00:00Z" })
    await see(/ 5:00 +Grace Hopper +↗ +◌ running/)
    const reads = () => wire.requests.filter((line) => /calls\?/.test(line)).length
    const before = reads()
    await press("w")
    await see("watching every")
    await advance("5 seconds")
    await expect.poll(reads).toBeGreaterThan(before)
    await see(/ 5:05 +Grace Hopper/)
    await seeNo("1 changed")
    await press("w", "l")
    await see("Recent calls 1 of", / 5:05 +Grace Hopper +↗ +◌ running/)
  })

  test.each([
    ["2026-01-01T09:54:59Z", "9:59:59"],
    ["2026-01-01T09:55:00Z", "10 h"],
    ["2026-11-26T00:00:00Z", "329 d"],
    ["2025-12-31T23:00:00Z", "…"]
  ])("show at %s that a running call has taken %s", async (at, length) => {
    const { see } = await opened({ at })
    await see(new RegExp(` ${length} +Grace Hopper +↗ +◌ running`))
  })

  test("show in 80 columns how long a call took that ended after 10 hours or more", async () => {
    const calls = [36_000, 36_000 * 9].map((callDuration, at) => ({
      session: `call_${at}`,
      timeCallStarted: 1,
      timeCallEnded: 1 + callDuration,
      reasonCallEnded: "ended",
      receiverName: `R${at}`,
      callDuration
    }))
    const disturb: Wire.Wire["disturb"] = (line, pass, request) =>
      line.includes("/calls?") ? Wire.json(request, 200, calls) : pass
    const { see } = await opened({ columns: 80, disturb })
    await see(/ 10 h .+ R0/, / 3 d .+ R1/)
  })

  test("are read again with R while the page ahead is still loading", async () => {
    const { press, see, wire } = start({ columns: 140 })
    await see("Users 1 of", "● live")
    wire.disturb = (line, pass) => (line.includes("page=2") ? Effect.never : pass)
    await press("g", "c")
    await see("Calls 1 of", "● live")
    const reads = () => wire.requests.filter((line) => /calls\?(?:.*&)?page=1(?:&|$)/.test(line)).length
    expect(reads()).toBe(1)
    await press("R")
    await expect.poll(reads).toBe(2)
  })

  test("show that there is no total, and find the end", async () => {
    const { press, see, wire } = await opened({ calls: 2345 })
    await see("Calls 1 of at least 100", "total unknown: G finds the end")
    await press("5", "0", "%")
    await see("How many calls there are is not known")
    await press("G")
    await see("Calls 2,345 of 2,345")
    expect(wire.requests.filter((line) => line.includes("/calls")).length).toBeLessThan(15)
    await press("5", "0", "%")
    await see("Calls 1,173 of 2,345")
  })

  test("move to a row that is not loaded yet", async () => {
    const { press, see } = await opened({ calls: 2345 })
    await press("1", "5", "0", "0", "G")
    await see("Calls 1,500 of at least 1,600")
  })

  test("ask the service for a filter and an order", async () => {
    const { press, see, wire } = await opened()
    await press("/", "receiverName~=%Tor%", "enter")
    await see("Calls 1 of 1", "filter receiverName~=%Tor%")
    await press("esc")
    await see("Calls 1 of 3")
    await press(":", "order callDuration", "enter")
    await see("ordered by LENGTH", "● live")
    expect(wire.requests.some((line) => line.includes("order=callDuration"))).toBe(true)
    await press("esc")
    await see("Calls 1 of 3", /❯ .*running/)
  })

  test("offer the orders of the service and those of the loaded rows", async () => {
    const { press, see } = await opened()
    await press("s")
    await see("Sort calls by", /STARTED, all rows +by the service, ascending/, "STARTED, loaded rows")
    await press("enter")
    await see("ordered by STARTED", /❯ .*Linus Torvalds/)
  })

  test("switch between all calls and recent calls by the same key", async () => {
    const { press, see, wire } = await opened({ gaps: { "calls.recent": "list" } })
    await press("l")
    await see("Recent calls 1 of 3", "[gc Calls]", /❯ .*Grace Hopper +↗ +◌ running/, "l all calls")
    expect(wire.requests.filter((line) => line.includes("/calls/recent"))).toHaveLength(1)
    await press("j", "enter")
    await see("Recent calls 2 of 3", /Reason +Timed out/)
    await press("l")
    await see("Calls 1 of 3", "[1 Call]")
    await press(":", "recent", "enter")
    await see("Recent calls 2 of 3")
    await press("esc")
    await see("Calls 1 of 3")
  })

  test("are searched for a word in the recent calls, which have no filter", async () => {
    const { press, see, wire } = await opened({ gaps: { "calls.recent": "list" } })
    await press("l")
    await see("Recent calls 1 of 3")
    await press("/", "reason=x", "enter")
    await see("The service has no filter for recent calls: type a word", "/ reason=x▏")
    await press("ctrl+u", "grace", "enter")
    await see(`2 with "grace": all 3 loaded`)
    await press("esc")
    await see("Recent calls 1 of 3")
    expect(wire.requests.filter((line) => line.includes("/calls/recent"))).toHaveLength(1)
  })

  test("show why the last one cannot be found", async () => {
    const { press, see } = await opened({
      disturb: (line, pass, request) =>
        line.endsWith("/recent") ? Wire.json(request, 401, { code: 1, message: "You have had no call yet." }) : pass
    })
    await press("l")
    await see("✗ The service refused to list the recent calls: You have had no call yet (code 1).")
  })

  test("are annotated with a character count, and the annotation can be undone", async () => {
    const { press, see, wire } = await opened()
    await press("j", "j", "e", "A-71")
    await see(/Alt 1 +A-71.* 4\/512/)
    await press("enter", "enter", "enter", "two", "enter")
    await see("is annotated.", /✓ ended ✱? *● +A-71/, /Extra +two/)
    await press("e", "ctrl+u", "enter", "enter", "enter", "enter")
    await see(/Alt 1 +–/)
    await press("z")
    await see("Undone", /Alt 1 +A-71/)
    await press("z")
    await see(/Extra +–/, /Alt 1 +–/)
    expect(wire.requests.filter((line) => line.startsWith("PUT"))).toHaveLength(4)
  })

  test("show at once that a note is too long, and do not send it", async () => {
    const { press, see, wire } = await opened()
    await press("e")
    await press(`\u001B[200~${"é".repeat(513)}\u001B[201~`)
    await see("513/512", "Alt 1 takes at most 512 characters.")
    await press("tab", "tab", "tab", "enter")
    await see("Alt 1 has 513 of at most 512 characters.")
    await press("backspace", "tab", "tab", "tab", "enter")
    await see("is annotated.")
    expect(wire.requests.filter((line) => line.startsWith("PUT"))).toHaveLength(1)
  })

  test("keep the lines of a note", async () => {
    const bodies: Array<unknown> = []
    const { press, see } = await opened({
      disturb: (line, pass, request) => {
        if (line.startsWith("PUT") && request.body._tag === "Uint8Array")
          bodies.push(JSON.parse(new TextDecoder().decode(request.body.body)))
        return line.startsWith("GET /v1/calls?")
          ? Wire.json(request, 200, [{ session: "call_1", extra_info: "one\n two " }])
          : pass
      }
    })
    await see(/Extra +one +two/)
    await press("e", "A", "enter", "enter", "enter")
    await see(/Extra +one⏎ two/)
    await press("enter")
    await see("✗")
    await press("esc", "e", "ctrl+r", "enter", "enter", "enter", "!", "enter")
    await see("✗")
    expect(bodies).toEqual([{ alt1_id: "A" }, { extra_info: "one\n two !" }])
  })

  test("take the lines and tabs of a pasted note, and start a new line by a key", async () => {
    const bodies: Array<unknown> = []
    const { press, see, seeNo } = await opened({
      disturb: (line, pass, request) => {
        if (line.startsWith("PUT") && request.body._tag === "Uint8Array")
          bodies.push(JSON.parse(new TextDecoder().decode(request.body.body)))
        return pass
      }
    })
    await press("e")
    await see("Annotate", "⏎ next field")
    await seeNo("Ctrl-N new line")
    await press("\u001B[200~A-71\r\tB\r\n\u001B[201~")
    await see(/Alt 1 +A-71 B▏/)
    await press("tab", "tab", "tab")
    await see("Ctrl-N new line")
    await press("\u001B[200~Line one\rLine two\tend\r\u001B[201~", "\u000E", "three")
    await see("Line one⏎Line two⇥end⏎three▏")
    await press("enter")
    await see("is annotated.")
    expect(bodies).toEqual([{ alt1_id: "A-71 B", extra_info: "Line one\nLine two\tend\nthree" }])
  })
})
