import { describe, expect, test, vi } from "vitest"

import { start } from "../support/start.ts"

const at = "2026-03-02T10:00:00Z"

/** The program on the screen of the emulator, with all boxes in sight. */
const opened = async (options: Parameters<typeof start>[0] = {}) => {
  const program = start({ columns: 110, rows: 40, at, ...options })
  await program.see("Users 1 of 4", "● live")
  await program.press("g", "e")
  await program.see("c Clock", "m Outbox · 1 of 2", "j Journal", "OPERATION")
  return program
}

const list = "/us/api/v1r1/enterprise/users"

/** Text that was sent to the clipboard. */
const copied = (output: ReadonlyArray<string>) => {
  // oxlint-disable-next-line no-control-regex -- the control sequence is what is looked for
  const [, text = ""] = /\u001B\]52;c;([^\u0007]*)\u0007/.exec(output.join("")) ?? []
  return Buffer.from(text, "base64").toString()
}

describe("the screen of an emulator", () => {
  test("has a box for each of what can be controlled, and goes between them", async () => {
    const { press, see } = await opened()
    await see("[ge Emulator]", /│❯ +2026-03-02 10:00:00 +machine's time +stopped/)
    await press("tab")
    await see("┌ f Faults")
    await press("m", "down")
    await see("Outbox · 2 of 2", /❯ +new-email/)
    await press("shift+tab")
    await see(/❯ +initial/)
    await press("g", "u")
    await see("Users 1 of 4")
    await press("g", "e")
    await see(/❯ +initial/)
    await press("j", "up")
    await see(/❯ +\d+ .*Auth.logIn/)
  })

  test("is not there where the live service answers, and says so", async () => {
    const { press, see, text } = start({ columns: 110, place: "live" })
    await see("Users 1 of 4", "LIVE us")
    expect(text()).not.toContain("Emulator")
    await press("g", "e")
    await see("is the live service, which has no control plane", "remote-assist-mock")
    await press(":", "faults", "enter")
    await see("Emulator: ", "is the live service")
    expect(text()).toContain("Users 1 of 4")
  })

  test("is looked for again by its keys", async () => {
    const found: { place: "unknown" | "emulator" } = { place: "unknown" }
    const { press, see } = start({ columns: 110, at, place: () => found.place })
    await see("Users 1 of 4")
    await press("g", "e")
    await see("it is not known whether an emulator answers")
    found.place = "emulator"
    await press("g", "e")
    await see("c Clock", "▐EMULATOR us▌")
  })

  test("moves the clock, and back", async () => {
    const { press, see } = await opened()
    await press("D")
    await see("the clock is 31 days on", /2026-04-02 10:00:00 +machine \+31 d/)
    await press("h")
    await see("machine +31 d 1 h")
    await press("space")
    await see("×1")
    await press("z", "z")
    await see(/2026-04-02 10:00:00 +machine \+31 d /, "stopped")
    await press("z")
    await see(/2026-03-02 10:00:00 +machine's time/)
  })

  test("sets the clock, and tells of a time that is none", async () => {
    const { press, see } = await opened()
    await press("t", "soon", "tab", "tab", "enter")
    await see("✗ The emulator refused to set the clock: set: Expected a date-time")
    await press("shift+tab", "shift+tab", "ctrl+u", "2030-01-01T00:00:00Z", "tab", "tab", "enter")
    await see("the clock is set.", "2030-01-01 00:00:00")
    await press("z")
    await see(/2026-03-02 10:00:00 +machine's time/)
  })

  test.each(["fast", "2030-01-01"])("tells in the form of a speed that is none: %s", async (speed) => {
    const { press, see } = await opened()
    await press("t", "tab", "tab", speed, "enter")
    await see("✗ Nothing was sent to set the clock: speed: expected a finite number.", `${speed}▏`)
    await press("ctrl+u", "2", "enter")
    await see("the clock is set.", "×2")
  })

  test("makes faults, which requests meet, and takes them away and back", async () => {
    const { advance, press, see } = await opened()
    await press("f", "b")
    await see("✓ fault-1 is on.", /fault-1 +\* +503/)
    await press("g", "u", "R")
    // as long as the request is tried again by itself
    for (let seconds = 0; seconds < 10; seconds++) await advance("1 second")
    await see("✗ The service answered 503")
    await press("esc", "g", "e", "R")
    await see(/fault-1 +\* +503.* [1-9]\d*│/, /✗ 503 .*fault-1/)
    await press("D")
    await see("✓ fault-1 is removed", "There are no faults yet.")
    await press("z")
    await see("✓ Undone: ", /fault-2 +\* +503/)
    await press("Z")
    await see("There are no faults yet.")
  })

  test("says what is wrong with a fault that is typed", async () => {
    const { press, see } = await opened()
    await press("f", "n", "tab", "sometimes", ...Array<string>(7).fill("tab").slice(1), "enter")
    await see("What happens is a status such as 503")
  })

  test("goes back to a snapshot, and back from there as long as nothing has come since", async () => {
    const { control, press, see } = await opened()
    await press("s", "n", "mine", "enter")
    await see("✓ mine is taken.", "Snapshots · 1 of 2")
    await press("n", "mine", "enter")
    await see("there is a snapshot mine already")
    await press("esc", "g", "u", "down", "d")
    await see("grace@example.com is deactivated")
    await press("g", "e", "=")
    await see("What changed since initial", "/active")
    await press("esc", "down", "enter")
    await see("✓ mine is restored", "before-restore-1")
    await press("g", "u", "R")
    await see(/● active +Grace/)
    await press("z")
    await see("✓ Undone on Emulator: mine was restored, and is not any more")
    await press("R")
    await see(/○ inactive +Grace/)
    await press("Z")
    await see("mine is restored")
    await control("/undo", { method: "POST" })
    await press("z")
    await see("been made since, which would be lost")
  })

  test("selects the next fault once one is removed here, and the one before the last", async () => {
    const { press, see, seeNo } = await opened()
    await press("f")
    for (const does of ["503", "504", "505"]) {
      await press("n", "tab", does, "tab", "tab", "tab", "tab", "tab", "tab", "enter")
      await see(new RegExp(`fault-\\d +\\* +${does}`))
    }
    await press("home", "D")
    await see("is removed", "Faults · 1 of 2", /❯ +fault-2/)
    await seeNo("that was selected is gone")
    await press("D")
    await see("fault-2 is removed", "Faults · 1 of 1", /❯ +fault-3/)
    await press("D")
    await see("fault-3 is removed", "There are no faults yet.")
    await seeNo("that was selected is gone")
  })

  test("asks before it forgets a snapshot for good", async () => {
    const { press, see } = await opened()
    await press("s", "D")
    await see("initial is what the tenant began with, and stays")
    await press("n", "mine", "enter")
    await see("mine is taken.")
    await press("down", "D")
    await see("Forget mine for good?", "Type mine to confirm.")
    await press("mine", "enter")
    await see("✓ mine is forgotten.", "Snapshots · 1 of 1")
  })

  test("confirms e-mails, and takes that back", async () => {
    const { press, see } = await opened()
    await press("m", "enter")
    await see("✓ confirmation 1 to new@example.com is confirmed.", /Registration.confirm +✓ 200/)
    await press("z")
    await see("✓ Undone: confirmation 1 to new@example.com is not confirmed any more.")
    await press("Z")
    await see("✓ Done again: ")
    await press("down", "down", "up", "tab", "shift+tab", "z")
    await see("✓ Undone: ")
  })

  test("shows no secret of an e-mail unless asked, and copies its link", async () => {
    const { output, press, see, text } = await opened()
    const secret = "confirmation_token="
    await press("m", "o")
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

  test("follows the journal, with the reason of each refusal, until it is told to stand still", async () => {
    const { advance, control, press, see, seeNo } = await opened()
    const send = (path: string) => control(`/..${path}`)
    await press("j", "end")
    await see("following")
    await send(list)
    await advance("1 second")
    await see(/❯ +3 .*EnterpriseUsers.list +✗ 400/, /API key/)
    await press("space")
    await see("stands still, Space follows")
    await send(list)
    await advance("1 second")
    await seeNo("Journal 4 of 4")
    await press("space")
    await advance("1 second")
    await see("Journal 3 of 4")
  })

  test("begins the journal at its newest entry, and has no key up where the one down leaves the box", async () => {
    const { control, press, see, seeNo } = await opened()
    await control("/requests", { method: "GET" })
    await press("tab", "tab", "k")
    await press("j")
    await see(/❯ +\d+ .*EnterpriseUsers.list/)
    await press("up")
    await see(/❯ +\d+ .*Auth.logIn/)
    await press("k", "down")
    await see(/❯ +\d+ .*EnterpriseUsers.list/)
    await seeNo("k up")
  })

  test("filters the journal, and refuses what is no filter", async () => {
    const { control, press, see } = await opened()
    await control(`/..${list}`)
    await press("j", "/", "status=4xx region=us", "enter")
    await see("Journal 1 of 1", "filter status=4xx region=us")
    await press("/", "ctrl+u", "colour=red", "enter")
    await see("colour=red is no filter here; there are status=, region=,")
  })

  test("shows the whole of an entry without its secrets, as curl and as code of the SDK", async () => {
    const { output, press, see, text } = await opened({ rows: 60 })
    await press("j", "home", "enter")
    await see("Entry 1: Auth.logIn ✓ 200", "For curl", "$REMOTE_ASSIST_PASSWORD", "Answer")
    for (const secret of ["correct-horse", "demo-api-key", "eyJ"]) expect(text()).not.toContain(secret)
    await press("esc", "down", "y")
    await see("The line for curl is sent to the clipboard.")
    expect(copied(output)).toMatch(/^curl -sS -g -X GET 'http:\/\/emulator.internal\/us\/api\/v1r1\/enterprise\/users/)
    output.length = 0
    await press("Y")
    await see("The code is sent to the clipboard.")
    expect(copied(output)).toContain("enterpriseUsers.list(")
    expect(output.join("")).not.toMatch(/eyJ|demo-api-key/)
  })

  test("replays the journal on a fresh tenant", async () => {
    const { press, see } = await opened()
    await press("j", "p")
    await see("The journal replayed", /Equal +2/, /Different +0/, "replay-1")
  })

  test("replays nothing in a read-only profile, as a tenant would stay", async () => {
    const { press, see, wire } = await opened({
      profile: { name: "live-eu", readOnly: "the profile live-eu is read-only" }
    })
    await press("j", "p")
    await see("Nothing was done: the profile live-eu is read-only.")
    expect(wire.requests.filter((line) => line.includes("replay"))).toEqual([])
  })

  test("reads what is searched as well, and does what its keys say", async () => {
    const { advance, control, press, see } = await opened()
    await press("m", "/", "confirm", "enter")
    await see("Outbox · 1 of 1")
    await advance("3 seconds")
    const headers = { "content-type": "application/json", "x-service-api-key": "demo-api-key" }
    const user_info = { email: "mary@example.com", password: "Sesame-1234", name: "Mary Jackson" }
    await control("/../us/api/v1/register", { method: "POST", headers, body: JSON.stringify({ user_info }) })
    await advance("3 seconds")
    await see("Outbox · 1 of 2")
    await press("enter")
    await see("✓ confirmation 1 to new@example.com is confirmed.")
    await press("j", "/", "confirm", "enter")
    await see(/Journal \d of 1/)
    await press("m", "down", "enter")
    await see("✓ confirmation 3 to mary@example.com is confirmed.", /Journal \d of 2/)
  })

  test("reads what changes by itself while one looks, and nothing otherwise", async () => {
    const { advance, control, press, see, text, wire } = await opened()
    const fault = { operations: ["*"], latency: { fixed: 1 } }
    const headers = { "content-type": "application/json" }
    await control("/faults", { method: "POST", headers, body: JSON.stringify(fault) })
    await advance("3 seconds")
    await see("fault-1")
    await press("g", "u")
    await see("Users 1 of 4")
    await vi.waitFor(() => expect(text()).not.toContain("c Clock"))
    const before = wire.requests.length
    await advance("10 seconds")
    expect(wire.requests.length).toBe(before)
  })
})
