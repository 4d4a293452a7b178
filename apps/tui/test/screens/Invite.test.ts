import * as Effect from "effect/Effect"
import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const call = "call_00000000-0000-4000-8000-000000000003"

const opened = async (options: Parameters<typeof start>[0] = {}) => {
  const bodies: Array<string> = []
  const program = start({
    ...options,
    disturb: (line, pass, request) => {
      const { body } = request
      if (line.includes("/invite") && body._tag === "Uint8Array") bodies.push(new TextDecoder().decode(body.body))
      return options.disturb?.(line, pass, request) ?? pass
    }
  })
  await program.see("Users 1 of 4", "● live")
  await program.press("g", "i")
  await program.see("Invite 1 of 2", "● live")
  return { ...program, bodies }
}

const sent = (requests: ReadonlyArray<string>) => requests.filter((line) => line.includes("/invite"))

describe("invitations", () => {
  test("list running calls and recent contacts without their tokens", async () => {
    const { press, see, text } = await opened()
    await see("● running", "Grace Hopper", "grace@example.com", "⏎ open", "r invite to your room", "c invite to a call")
    await press("j", "tab")
    await see("Last call")
    expect(text()).not.toContain("contact-")
  })

  test("invite a contact to the personal room with a prefilled form", async () => {
    const { bodies, press, see, wire } = await opened()
    await press("j", "enter")
    await see(
      "Invite somebody to your personal room",
      /E-mail +grace@example\.com/,
      /Name +Grace Hopper/,
      "It cannot be withdrawn"
    )
    await press("enter", "enter")
    await see("✓ grace@example.com is invited to your personal room by e-mail.")
    expect(sent(wire.requests)).toEqual(["POST /v1/personal_room/invite"])
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
      { email: "grace@example.com", name: "Grace Hopper" }
    ])
  })

  test("invite once, even if Enter is pressed several times", async () => {
    const { press, see, wire } = await opened({ fast: true })
    await press("j", "r", "tab")
    wire.disturb = (line, pass) => (line.includes("/invite") ? Effect.delay(pass, "50 millis") : pass)
    for (let time = 0; time < 30; time++) await press("enter")
    await see("✓ grace@example.com is invited")
    for (let time = 0; time < 30; time++) await press("enter")
    expect(sent(wire.requests)).toHaveLength(1)
  })

  test.each([500, 502, 503, 504])(
    "ask to look first where the service answers %i and may have sent it",
    async (status) => {
      const { press, see, text, wire } = await opened()
      await press("j", "r", "tab")
      wire.disturb = (line, pass, request) =>
        line.includes("/invite") ? Effect.andThen(pass, Wire.json(request, status, "bad gateway")) : pass
      await press("enter")
      await see(`✗ The service answered ${status}`, "It may have happened anyway: check before you try")
      expect(text()).not.toContain("Try again")
      expect(sent(wire.requests)).toHaveLength(1)
    }
  )

  test("invite a contact to the running call by a hidden token", async () => {
    const { bodies, press, see, text, wire } = await opened()
    await press("j", "c")
    await see("Invite contacts to a running call", new RegExp(`Call +${call}`), /Contacts +grace@example\.com/)
    await press("tab", "tab", "enter")
    await see(`✓ ${call} invites the contacts by e-mail`)
    expect(sent(wire.requests)).toEqual(["POST /v1/session/invite"])
    expect(JSON.parse(bodies[0] ?? "")).toEqual({ call_id: call, contact_tokens: ["contact-102"] })
    expect(text()).not.toContain("contact-102")
  })

  test("report unknown and missing contacts, and send nothing", async () => {
    const { press, see, wire } = await opened()
    await press("enter", "tab", "linus", "tab", "enter")
    await see("✗ Nothing was sent to invite contacts to a running call: linus is not a contact of your recent calls")
    await press("esc", "enter", "ctrl+r", "tab", "tab", "enter")
    await see("no contact is named. Give a contact of a recent call")
    await press("esc", "r", "ctrl+u", "nobody", "tab", "Nobody", "enter")
    await see("✗ E-mail has no @.", /E-mail +nobody▏/)
    expect(sent(wire.requests)).toEqual([])
  })

  test("distinguish two contacts with one name by their ids", async () => {
    const person = (id: string) => ({
      contact: { id, name: "Alex", email: `${id}@example.com`, token: `t-${id}` },
      start_time: "2026-03-01T10:00:00Z"
    })
    const { press, see } = await startWith([person("7"), person("8")])
    await press("enter", "tab", "alex", "tab", "enter")
    await see("alex matches several contacts. Give the id, 7 or 8")
  })

  test("list only running calls for a user without contacts", async () => {
    const { press, see } = await startWith([])
    await see("Invite 1 of 1")
    await press("j", "R")
    await see("● running")
  })
})

const startWith = async (recent: ReadonlyArray<unknown>) => {
  const program = start({
    disturb: (line, pass, request) => (line.includes("/calls/recent") ? Wire.json(request, 200, recent) : pass)
  })
  await program.see("Users 1 of 4", "● live")
  await program.press("g", "i")
  await program.see("Invite 1 of", "● live")
  return program
}
