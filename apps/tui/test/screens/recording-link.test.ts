import { describe, expect, test } from "vitest"

import { start } from "../support/start.ts"
import * as Wire from "../support/wire.ts"

const address =
  /^http:\/\/emulator\.internal\/us\/recordings\/call_00000000-0000-4000-8000-000000000001\.mp4\?expires=\d+&signature=[\w-]+$/

const opened = async (options: Parameters<typeof start>[0] = {}) => {
  const program = start({ columns: 140, ...options })
  await program.see("Users 1 of", "● live")
  await program.press("g", "c")
  await program.see("Calls 1 of 3", "● live")
  return program
}

const answering = (recordingUrl: string): NonNullable<Parameters<typeof start>[0]>["disturb"] => {
  return (line, pass, request) =>
    line.startsWith("GET /v1/calls/call_") ? Wire.json(request, 200, { session: "call_1", recordingUrl }) : pass
}

describe("the recording of a call", () => {
  test("is opened in the browser without showing its address", async () => {
    const { opened: all, output, press, see } = await opened()
    await press("j", "j", "o")
    await see("is opened in your browser.")
    expect(all).toEqual([expect.stringMatching(address)])
    expect(output.join("")).not.toMatch(/recordings\/|signature/)
  })

  test("is copied if no browser can open it", async () => {
    const { output, press, see } = await opened({ whyUnopened: "There is no desktop here." })
    await press("j", "j", "o")
    await see("was not opened. There is no desktop here.")
    const [, copied = ""] = /52;c;([\w+/=]+)/.exec(output.join("")) ?? []
    expect(Buffer.from(copied, "base64").toString()).toMatch(address)
  })

  test("is not opened or copied if its address is not a web address", async () => {
    const { output, press, see } = await opened({
      whyUnopened: "Its address is not one of the web, and so it is not opened.",
      disturb: answering("file:///etc/passwd")
    })
    await press("j", "j", "o")
    await see("Its address is not one of the web")
    expect(output.join("")).not.toContain("52;c;")
  })

  test("shows why there is no recording", async () => {
    const { opened: all, press, see } = await opened()
    await press("o")
    await see("There is no recording yet: the call is running.")
    await press("j", "o")
    await see("This call was not recorded.")
    expect(all).toEqual([])
  })

  test("shows why the service rejects the request", async () => {
    const { press, see } = await opened({
      disturb: (line, pass, request) =>
        line.startsWith("GET /v1/calls/call_") ? Wire.json(request, 403, "Access denied.") : pass
    })
    await press("j", "j", "o")
    await see("was not opened. The service refused to read call with Linus Torvalds", "Access denied.")
  })
})
