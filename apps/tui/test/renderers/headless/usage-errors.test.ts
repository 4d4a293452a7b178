import { describe, expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"

describe("a usage error", () => {
  test.each([
    [["users", "list", "--jsn", "--json"], "--jsn"],
    [["users", "show", "--json"], "Missing"],
    [["users", "show", "--json", ""], 'argument <user>: "". Expected: its id, e-mail address or user name'],
    [["users", "export", "--json", ""], 'argument <file>: "". Expected: a path'],
    [["users", "import", "--json", ""], 'argument <file>: "". Expected: a path'],
    [["users", "list", "--json", "--limit", "many"], "many"],
    [["users", "lst", "--ndjson"], "lst"],
    [["users", "list", "--json", "--limit", "0", "--demo"], "--limit is at least 1"]
  ])("is JSON with --json: %s", async (args, about) => {
    const { code, stderr, stdout } = await remoteAssist(args)
    expect(JSON.parse(stderr)).toEqual({ error: { code: 1, kind: "usage", message: expect.stringContaining(about) } })
    expect({ code, stdout, lines: stderr.split("\n").length }).toEqual({ code: 1, stdout: "", lines: 2 })
  })

  test.each([
    [["users", "list", "--demo", "--keys", "my.json"], "--keys has no effect on this command. Leave it out.\n"],
    [["mcp", "--demo", "--keys", "my.json"], "--keys has no effect on this command. Leave it out.\n"],
    [["profiles", "list", "--config", "live.env"], "--config has no effect on this command. Leave it out.\n"],
    [["profiles", "remove", "live", "--read-only"], "--read-only has no effect on this command. Leave it out.\n"],
    [["profiles", "set", "live", "--demo"], "--demo has no effect on this command. Leave it out.\n"],
    [["keys", "--profile", "live"], "--profile has no effect on this command. Leave it out.\n"],
    [["mcp", "--demo", "--yes"], "--yes skips confirmations of changes. Add --allow, or leave out --yes.\n"],
    [["users", "export", "--demo", "--force"], "--force overwrites a file. Give its path, or leave out --force.\n"],
    [["users", "list", "--demo", "--reveal"], expect.stringContaining("Unrecognized flag: --reveal")]
  ])("says that a flag has no effect: %j", async (args, stderr) => {
    expect(await remoteAssist(args)).toMatchObject({ code: 1, stdout: "", stderr })
  })

  test("is a sentence without control characters", async () => {
    expect(await remoteAssist(["users", "list", "--limit", "\u001B[2J"])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^[\x20-\x7E–’“”\uFFFD]+\n$/)
    })
  })
})
