import { expect, test } from "vitest"

import { remoteAssist } from "../../support/command.ts"
import { home } from "../../support/home.ts"

const list = ["users", "list", "--columns", "email"]

test("a demo has the world of its seed", async () => {
  const many = await remoteAssist([...list, "--demo", "--seed", "users=250"])
  expect(many.stdout.trim().split("\n")).toHaveLength(250)
  const { folder, write } = await home()
  await write(`${folder}/world.json`, { users: [{ email: "mary@example.com", name: "Mary" }] })
  const { code, stderr, stdout } = await remoteAssist([...list, "--demo", "--seed", `${folder}/world.json`])
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  expect(stdout).toContain("mary@example.com")
})

test.each([
  [["--seed", "users=10"], "--seed is the content of a demo. Add --demo."],
  [["--demo", "--seed", "users=x"], "--seed takes users=N"],
  [["--demo", "--seed", "/no/such.json"], "Cannot use /no/such.json as --seed: it does not exist. Check the path."]
])("reports the error of %j in one sentence", async (args, sentence) => {
  const { code, stderr, stdout } = await remoteAssist([...list, ...args])
  expect(stderr).toContain(sentence)
  expect({ code, lines: stderr.trim().split("\n").length, stdout }).toEqual({ code: 1, lines: 1, stdout: "" })
})
