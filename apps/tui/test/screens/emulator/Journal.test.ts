import { describe, expect, test } from "vitest"

import { opened, list, copied } from "./openEmulator.ts"

describe("the journal of an emulator", () => {
  test("follows the journal with the reason of each rejection, until it is paused", async () => {
    const { advance, control, press, see, seeNo } = await opened()
    const send = (path: string) => control(`/..${path}`)
    await press("j", "end")
    await see("following")
    await send(list)
    await advance("2 seconds")
    await see(/❯ +3 .*EnterpriseUsers.list +✗ 400/, /API key/)
    await press("space")
    await see("stands still, Space follows")
    await send(list)
    await advance("2 seconds")
    await seeNo("Journal 4 of 4")
    await press("space")
    await advance("2 seconds")
    await see("Journal 4 of 4")
  })

  test("starts at the newest entry, and has no key up where the key down leaves the box", async () => {
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

  test("filters the journal, and rejects an invalid filter", async () => {
    const { control, press, see } = await opened()
    await control(`/..${list}`)
    await press("j", "/", "status=4xx region=us", "enter")
    await see("Journal 1 of 1", "filter status=4xx region=us")
    await press("/", "ctrl+u", "colour=red", "enter")
    await see('the filter "colour=red" is invalid.')
  })

  test("shows a full entry without secrets, and copies it as a curl command", async () => {
    const { output, press, see, text } = await opened({ rows: 60 })
    await press("j", "home", "enter")
    await see("Entry 1: Auth.logIn ✓ 200", "As curl", "$PASSWORD", "Answer")
    for (const secret of ["correct-horse", "demo-api-key", "eyJ"]) expect(text()).not.toContain(secret)
    await press("esc", "down", "y")
    await see("The curl command is sent to the clipboard.")
    expect(copied(output)).toMatch(
      /^curl -sS -g --path-as-is -X 'GET' 'http:\/\/emulator.internal\/us\/api\/v1r1\/enterprise\/users/
    )
    expect(output.join("")).not.toMatch(/eyJ|demo-api-key/)
  })
})
