import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { describe, expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"

test("the example of the page about settings is valid", async () => {
  const { folder } = await home()
  const file = join(folder, "keys.json")
  const page = await readFile(new URL("../../../../../docs/tui/settings.md", import.meta.url), "utf8")
  const [, example = ""] = /## Your own keys\n\n```json\n([^`]+)```/.exec(page) ?? []
  await writeFile(file, example)
  expect(await remoteAssist(["--keys", file, "keys", "check"])).toMatchObject({
    code: 0,
    stdout: `The keys in ${file} are valid.\n`
  })
})

describe("--keys", () => {
  test("names the file for each keys command, once", async () => {
    const { folder } = await home()
    const file = join(folder, "mine.json")
    await writeFile(file, '{"nothing.such": "x"}')
    for (const args of [
      ["keys", "--keys", file],
      ["--keys", file, "keys", "check"],
      ["keys", "--keys", file, "check"],
      ["keys", "check", "--keys", file],
      ["keys", "check", file]
    ])
      expect(await remoteAssist(args)).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining("nothing.such")
      })
    const json = await remoteAssist(["keys", "--keys", file, "--json"])
    expect(JSON.parse(json.stderr)).toMatchObject({
      error: { kind: "usage", message: expect.stringContaining("nothing.such") }
    })
    expect(await remoteAssist(["keys", "check", file, "--keys", file])).toMatchObject({
      code: 1,
      stderr: "The file is named twice. Give the argument or --keys.\n"
    })
  })
})
