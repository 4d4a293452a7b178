import { describe, expect, test } from "vitest"

import { file, opening } from "../support/imported.ts"
import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

describe("pods", () => {
  test("list the pods, and return to the unchanged users", async () => {
    const { press, see } = start()
    await see("Users 1 of 4")
    await press("j", "g", "p")
    await see("Pods 1 of 2", /❯  Everyone .*★ default/, "Field Service", "gu users")
    await press("j")
    await see("Pods 2 of 2")
    await press("g", "u")
    await see("Users 2 of 4")
  })

  test("provision into the selected pod with the form of the users", async () => {
    const bodies: Array<string> = []
    const { press, see, wire } = start({
      disturb: (line, pass, { body }) => {
        if (line.startsWith("POST") && line.includes("/users") && body._tag === "Uint8Array")
          bodies.push(new TextDecoder().decode(body.body))
        return pass
      }
    })
    await see("Users 1 of 4", "● live")
    await press("g", "p")
    await see("Pods 1 of 2", "● live", "n provision into pod")
    await press("j", "n")
    await see("Provision a user", /Pods +2 +Field Service/)
    await press("Mary Jackson", "tab", "mary@example.com", "tab", "tab", "tab", "enter")
    await see("✓ mary@example.com is provisioned and active.", "Pods 2 of 2")
    expect(wire.requests.filter((line) => line.startsWith("POST") && line.includes("/users"))).toHaveLength(1)
    expect(bodies.map((body) => JSON.parse(body) as unknown)).toEqual([
      { name: "Mary Jackson", email: "mary@example.com", pod_ids: [2] }
    ])
  })

  test("count a provisioned user, as the list of users does", async () => {
    const { press, see } = start()
    await see("Users 1 of 4", "● live")
    await press("g", "p")
    await see("Pods 1 of 2", /❯ +Everyone +4 /)
    await press("n", "Mary Jackson", "tab", "mary@example.com", "tab", "tab", "tab", "enter")
    await see("✓ mary@example.com is provisioned and active.", /❯ +Everyone +5 /)
    await press("g", "u", "G")
    await see("Users 5 of 5", "● live")
  })

  test.each([
    { what: "a user", keys: ["j", "D", "grace@example.com", "enter"], told: "grace@example.com is deleted", left: 3 },
    {
      what: "users that are marked",
      keys: ["j", "v", "j", "v", "D", "delete 2", "enter"],
      told: "Deleted 2 users:",
      left: 2
    }
  ])("and calls are read again when they are looked at after $what is deleted", async ({ keys, left, told }) => {
    const { press, see, wire } = start({ columns: 140 })
    const requestCount = (path: string) => wire.requests.filter((line) => line.startsWith(`GET ${path}`)).length
    await see("Users 1 of 4", "● live")
    await press("g", "c")
    await see(/Calls \d/, "● live")
    await press("g", "p")
    await see(/❯ +Everyone +4 /, "● live")
    await press("g", "u", ...keys)
    await see(told)
    const before = { calls: requestCount("/v1/calls"), pods: requestCount("/v1r1/enterprise/pods") }
    await press("g", "p")
    await see(new RegExp(`❯ +Everyone +${left} `), "● live")
    await press("g", "c")
    await see(/Calls \d/, "● live")
    expect({ calls: requestCount("/v1/calls"), pods: requestCount("/v1r1/enterprise/pods") }).toEqual({
      calls: before.calls + 1,
      pods: before.pods + 1
    })
  })

  test("count the users of an import when their screen is opened", async () => {
    const program = start()
    const { press, see } = program
    await see("Users 1 of 4", "● live")
    await press("g", "p")
    await see(/❯ +Everyone +4 /, "● live")
    await press("g", "u")
    await opening(program, file("name,email\nMary,mary@plant.example\nAnn,ann@plant.example\n"))
    await press("enter", "create 2", "enter")
    await see("step 4 of 4: result", "2 created.")
    await press("esc")
    await see("Users 1 of 6")
    await press("g", "p")
    await see(/❯ +Everyone +6 /)
  })

  test("are read again if they are stale when their screen is opened", async () => {
    const { advance, press, see, wire } = start({ at: "2026-03-02T10:00:00Z" })
    const requestCount = () => wire.requests.filter((line) => /^GET .*\/users\?/.test(line)).length
    await see("Users 1 of 4", "● live")
    await press("j", "g", "p")
    await see("Pods 1 of 2", "● live")
    await press("g", "u")
    await see("Users 2 of 4", "● live")
    expect(requestCount()).toBe(1)
    await press("g", "p")
    await see("Pods 1 of 2")
    await advance("2 minutes")
    await see("stale since")
    await press("g", "u")
    await see("Users 2 of 4", "● live")
    expect(requestCount()).toBe(2)
  })

  test("provision no user in a read-only profile", async () => {
    const { press, see, seeNo } = start({ profile: { name: "live-eu", readOnly: "the profile live-eu is read-only" } })
    await see("Users 1 of 4", "● live")
    await press("g", "p")
    await see("Pods 1 of 2", "● live")
    await seeNo("provision into pod")
    await press("n")
    await see("Nothing was done: the profile live-eu is read-only.")
  })

  test("show why they cannot be listed", async () => {
    const { press, see } = start({
      disturb: (line, pass, request) =>
        line.includes("/pods") ? Wire.json(request, 400, { code: 7, message: "not allowed", name: "generic" }) : pass
    })
    await see("Users 1 of 4")
    await press("g", "p")
    await see("✗ The service refused to list the pods: not allowed (code 7).")
  })

  test("have no keys that change users", async () => {
    const { press, see, wire } = start()
    await see("Users 1 of 4")
    await press("g", "p")
    await see("Pods 1 of 2")
    await press("d", "D", "/")
    await see("Pods 1 of 2")
    expect(wire.requests.some((line) => line.startsWith("PUT"))).toBe(false)
  })
})
