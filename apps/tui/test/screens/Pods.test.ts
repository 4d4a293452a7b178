import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

describe("pods", () => {
  test("lists the pods, and goes back to the users as they were", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("j", "g", "p")
    await see("Pods 1 of 2", /❯  Everyone .*★ default/, "Field Service", "gu users")
    await press("j")
    await see("Pods 2 of 2")
    await press("g", "u")
    await see("Users 2 of 4")
  })

  test("tells why they cannot be listed", async () => {
    const { press, see } = start({
      disturb: (line, pass, request) =>
        line.includes("/pods") ? Wire.json(request, 400, { code: 7, message: "not allowed", name: "generic" }) : pass
    })
    await see("Users 1 of 4")
    await press("g", "p")
    await see("✗ The service refused to list the pods: not allowed (code 7).")
  })

  test("has no keys that change users", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press("g", "p")
    await see("Pods 1 of 2")
    await press("d", "D", "/")
    await see("Pods 1 of 2")
    expect(wire.requests.some((line) => line.startsWith("PUT"))).toBe(false)
  })
})
