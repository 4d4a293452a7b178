import { join } from "node:path"

import { describe, expect, test } from "vitest"

import { remoteAssist } from "../support/command.ts"
import { served } from "./served.ts"

describe("a file that cannot be imported", () => {
  test.each([
    [
      "no e-mail column",
      "name,phone\nA,1\n",
      "None of the 2 columns is the email. Say which one is, such as --columns-map"
    ],
    ["no header", "Mary,mary@plant.example\n", "The first line names no columns, but has an e-mail address."],
    ["two of one kind", "name,full name,email\nA,A,a@b\n", "can each be the name"],
    [
      "a quote that is not closed",
      'name,email\nA,a@b\n"B,b@b\nC,c@b\n',
      "In line 3, a quote opens that is never closed."
    ],
    ["nothing", "", "The file is empty."]
  ])("is told with its line or columns, and what to do: %s", async (_, text, said) => {
    const { run, write } = await served()
    await write(text)
    const { code, stderr, stdout } = await run("--yes")
    expect(stderr).toContain(said)
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  })

  test("is there not, is a folder, or the standard input", async () => {
    const { env, folder } = await served()
    for (const file of [join(folder, "none.csv"), folder, "-"]) {
      const ended = await remoteAssist(["users", "import", file, "--yes"], { env })
      expect(ended).toMatchObject({ code: 1, stdout: "" })
      expect(ended.stderr.trim().split("\n")).toHaveLength(1)
    }
  })
})
