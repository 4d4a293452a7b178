import { describe, expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"

describe("a command that is not one", () => {
  test.each([
    [["users", "list", "--jsn", "--json"], "--jsn"],
    [["users", "show", "--json"], "Missing"],
    [["users", "list", "--json", "--limit", "many"], "many"],
    [["users", "lst", "--ndjson"], "lst"],
    [["users", "list", "--json", "--limit", "0", "--demo"], "--limit is at least 1"]
  ])("is told as JSON where that is asked for: %s", async (args, about) => {
    const { code, stderr, stdout } = await remoteAssist(args)
    expect(JSON.parse(stderr)).toEqual({ error: { code: 1, kind: "usage", message: expect.stringContaining(about) } })
    expect({ code, stdout, lines: stderr.split("\n").length }).toEqual({ code: 1, stdout: "", lines: 2 })
  })

  test("is told in sentences that a terminal does not obey", async () => {
    expect(await remoteAssist(["users", "list", "--limit", "\u001B[2J"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^[\x20-\x7E–’“”\uFFFD]+\n$/)
    })
  })
})
