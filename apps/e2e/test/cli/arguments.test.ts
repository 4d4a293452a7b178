import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"

import { program, temporaryFolder } from "../support/program.ts"

const source = `import { scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
export default scenario(Effect.void)
`

/** A folder with scenarios in it: `mine/leaves`, `mine/deep/stays` and, under a name of the library, `users/arrives`. */
const project = () => {
  const folder = temporaryFolder()
  for (const [name, file] of [
    ["mine", "leaves.ts"],
    ["mine/deep", "stays.ts"],
    ["users", "arrives.ts"]
  ] as const) {
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, file), source)
  }
  mkdirSync(join(folder, "empty"))
  return folder
}

const names = (listing: string) => listing.split("\n").map((line) => line.split(" ")[0])

describe("the arguments of the command", { timeout: 120_000 }, () => {
  it.each<[args: string, sentence: RegExp]>([
    ["users/w ./nosuch", /^\.\/nosuch is not there\./],
    ["./mine ./nosuch.ts", /^\.\/nosuch\.ts is not there\./],
    ["./mnie", /^\.\/mnie is not there\. Did you mean \.\/mine\?/],
    ["users/w nosuch", /^nosuch chooses no scenario: none of \d+ has it/],
    ["./mine calls", /^calls chooses no scenario: none of 2 below \.\/mine has it/],
    ["registraton", /Did you mean registration\?/],
    ["mine leaevs", /Did you mean leaves\?/],
    ["./empty", /^\.\/empty has no scenario in it\./]
  ])("%s: each must choose something, else it is named and ends with 2", async (args, sentence) => {
    const { code, stderr } = await program(["--list", ...args.split(" ")], project())
    assert.match(stderr, sentence)
    assert.strictEqual(code, 2)
  })

  it("refuses an empty one, which would choose all", async () => {
    const { code, stderr } = await program(["--list", ""])
    assert.match(stderr, /^An argument is empty\./)
    assert.strictEqual(code, 2)
  })

  it.each(["mine", "mine/", "./mine", "mine/leaves.ts mine/deep", "mine s"])(
    "%s is a folder or a file, as no name has it in it",
    async (args) => {
      const { code, stderr, stdout } = await program(["--list", ...args.split(" ")], project())
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.sameMembers(names(stdout), args.includes(".ts") ? ["leaves", "stays", ""] : ["leaves", "deep/stays", ""])
    }
  )

  it("takes a name before a folder, and says so", async () => {
    const folder = project()
    const byName = await program(["--list", "users"], folder)
    assert.strictEqual(
      byName.stderr,
      "users is taken as a part of names. Write ./users for what is here under that name.\n"
    )
    assert.notInclude(names(byName.stdout), "arrives")
    const byPath = await program(["--list", "./users"], folder)
    assert.deepStrictEqual([byPath.stderr, names(byPath.stdout)], ["", ["arrives", ""]])
  })

  it("passes over what is hidden, installed or built, unless it is given", async () => {
    const folder = project()
    for (const name of [".hidden", "node_modules/x", "dist", "deep/dist", "deep/.cache"]) {
      mkdirSync(join(folder, "mine", name), { recursive: true })
      writeFileSync(join(folder, "mine", name, "never.ts"), 'throw new Error("not to be loaded")\n')
    }
    writeFileSync(join(folder, "mine/.settings.ts"), 'throw new Error("not to be loaded")\n')
    writeFileSync(join(folder, "mine/dist/built.ts"), source)
    const all = await program(["--list", "mine"], folder)
    assert.strictEqual(all.stderr, "")
    assert.sameMembers(names(all.stdout), ["leaves", "deep/stays", ""])
    const built = await program(["--list", "mine/dist/built.ts"], folder)
    assert.deepStrictEqual([built.stderr, names(built.stdout)], ["", ["built", ""]])
  })

  it("runs a part of few scenarios that has none, and says so", async () => {
    const { code, stderr, stdout } = await program(["mine", "--shard", "3/3"], project())
    assert.strictEqual(stderr, "No scenario is in part 3 of 3: there are 2 in all.\n")
    assert.match(stdout, /\b0 passed, 0 failed/)
    assert.strictEqual(code, 0)
    const listed = await program(["mine", "--shard", "3/3", "--list"], project())
    assert.deepStrictEqual([listed.code, listed.stdout.trim()], [0, ""])
  })
})
