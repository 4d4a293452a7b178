import { describe, expect, test } from "vitest"

import { start } from "../../support/start.ts"
import { at, opened } from "./openEmulator.ts"

describe("the screen of an emulator", () => {
  test("has a box for each subject, and moves between them", async () => {
    const { press, see } = await opened()
    await see("[ge Emulator]", /║❯ +2026-03-02 10:00:00 +machine's time +stopped/)
    await press("tab")
    await see("╔═ f Faults")
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

  test("is not available on the live service, and shows why", async () => {
    const { press, see, text } = start({ columns: 110, place: "live" })
    await see("Users 1 of 4", "LIVE us")
    expect(text()).not.toContain("Emulator")
    await press("g", "e")
    await see("is the live service, which has no control plane", "remote-assist-mock")
    await press(":", "faults", "enter")
    await see("Emulator: ", "is the live service")
    expect(text()).toContain("Users 1 of 4")
  })

  test("is detected again by its keys", async () => {
    const found: { place: "unknown" | "emulator" } = { place: "unknown" }
    const { press, see } = start({ columns: 110, at, place: () => found.place })
    await see("Users 1 of 4")
    await press("g", "e")
    await see("it is not known whether an emulator answers")
    found.place = "emulator"
    await press("g", "e")
    await see("c Clock", "▐EMULATOR us▌")
  })

  test("reads searched rows as well, and runs its keys", async () => {
    const { advance, control, press, see } = await opened()
    await press("m", "/", "confirm", "enter")
    await see("Outbox · 1 of 1")
    await advance("3 seconds")
    const headers = { "content-type": "application/json", "x-service-api-key": "demo-api-key" }
    const user_info = { email: "mary@example.com", password: "Sesame-1234", name: "Mary Jackson" }
    await control("/../us/api/v1/register", { method: "POST", headers, body: JSON.stringify({ user_info }) })
    await advance("3 seconds")
    await see("Outbox · 1 of 2")
    await press("a")
    await see("✓ confirmation 1 to new@example.com is confirmed.")
    await press("j", "/", "confirm", "enter")
    await see(/Journal \d of 1/)
    await press("m", "down", "a")
    await see("✓ confirmation 3 to mary@example.com is confirmed.", /Journal \d of 2/)
  })

  test("reads changing data only while it is visible", async () => {
    const { advance, control, press, see, seeNo, wire } = await opened()
    const fault = { operations: ["*"], latency: { fixed: 1 } }
    const headers = { "content-type": "application/json" }
    await control("/faults", { method: "POST", headers, body: JSON.stringify(fault) })
    await advance("3 seconds")
    await see("fault-1")
    await press("g", "u")
    await see("Users 1 of 4")
    await seeNo("c Clock")
    const before = wire.requests.length
    await advance("10 seconds")
    expect(wire.requests.length).toBe(before)
  })
})
