import { describe, expect, test } from "vitest"

import { list, opened } from "./openEmulator.ts"

describe("the boxes of an emulator below an overlay", () => {
  test.each([
    { what: "the help", keys: ["?"], there: "Help\n", gone: ["esc"] },
    { what: "the notices", keys: ["!"], there: "Notices", gone: ["esc"] },
    { what: "all commands", keys: ["ctrl+p"], there: "1 of ", gone: ["esc"] },
    { what: "a form", keys: ["c", "t"], there: "Set the clock", gone: ["esc"] }
  ])("asks for nothing under $what, and catches up once that is closed", async ({ gone, keys, there }) => {
    const { advance, control, press, see, seeNo, wire } = await opened()
    await advance("3 seconds")
    await press(...keys)
    await see(there)
    await seeNo("s Snapshots")
    const headers = { "content-type": "application/json" }
    await control(`/..${list}`)
    await control("/faults", {
      method: "POST",
      headers,
      body: JSON.stringify({ operations: ["*"], latency: { fixed: 1 } })
    })
    const before = wire.requests.length
    await advance("10 seconds")
    expect(wire.requests.slice(before)).toEqual([])
    await press(...gone)
    // by itself, though the time stands still
    await see("fault-1", /EnterpriseUsers.list +✗ 400/)
  })

  test("have a palette with only the keys that run its commands here", async () => {
    const { press, see } = await opened()
    await press("ctrl+p", "sort")
    await see("> sort▏", /❯ sort +sort the loaded rows by a column, or off$/m)
    await press("esc", "ctrl+p", "snapshots")
    await see(/❯ snapshots +s$/m)
  })

  test("keep reading the visible rows above a question", async () => {
    const { advance, control, press, see } = await opened()
    await press("m", "/")
    const headers = { "content-type": "application/json" }
    const fault = { operations: ["*"], latency: { fixed: 1 } }
    await control("/faults", { method: "POST", headers, body: JSON.stringify(fault) })
    await advance("3 seconds")
    await see("fault-1")
  })
})
