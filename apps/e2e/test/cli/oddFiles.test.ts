import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it, onTestFinished } from "@effect/vitest"

import { folderOf, imports, ran } from "../support/reported.ts"

const passing = `${imports}export default scenario(Effect.void)\n`

const withFiles = (files: Readonly<Record<string, string>>) => {
  const made = folderOf(files)
  onTestFinished(made.remove)
  return made.folder
}

describe("a folder of scenarios", { timeout: 60_000 }, () => {
  it("may hold folders with the names of files, and links to folders, which are followed once", async () => {
    const folder = withFiles({ "my/one.ts": passing, "my/fake.ts/two.ts": passing, "elsewhere/three.ts": passing })
    symlinkSync("../elsewhere", join(folder, "my/linked"))
    symlinkSync("..", join(folder, "elsewhere/up"))
    symlinkSync(".", join(folder, "my/self"))
    symlinkSync("gone", join(folder, "my/_broken.ts"))
    symlinkSync("gone", join(folder, "my/gone.md"))
    const { code, err, out } = await ran(["./my", "--list"], folder)
    assert.deepStrictEqual(out.split("\n"), ["fake.ts/two   [fake.ts]", "linked/three  [linked]", "one", ""])
    assert.deepStrictEqual([code, err], [0, ""])
  })

  it("is refused with a sentence for each file that cannot be used, which says where in it", async () => {
    const folder = withFiles({
      "my/one.ts": passing,
      "my/syntax.ts": "const a = 1\nexport default scenario(\n",
      "my/throws.ts": "\n\nthrow new Error('boom at import')\n",
      "my/lacks.ts": `import "./absent.ts"\n`,
      "my/empty.ts": ""
    })
    symlinkSync("gone", join(folder, "my/broken.ts"))
    symlinkSync("self.ts", join(folder, "my/self.ts"))
    mkdirSync(join(folder, "my/below"))
    writeFileSync(Buffer.concat([Buffer.from(join(folder, "my/latin-")), Buffer.of(0xe9), Buffer.from(".ts")]), passing)
    const { code, err, out } = await ran(["./my"], folder)
    const lines = err.trimEnd().split("\n")
    const sentences = [
      /^my\/broken\.ts cannot be used: it is a link to what is not there\. Remove it/,
      /^my\/empty\.ts cannot be used: it has no scenario as its default export/,
      /^my\/lacks\.ts cannot be used: Cannot find module .*absent\.ts.* imported from \S+\/lacks\.ts/,
      /^my\/latin-\uFFFD\.ts cannot be used: its name is no UTF-8\. Rename it\.$/,
      /^my\/self\.ts cannot be used: it is a link that leads to itself/,
      /^my\/syntax\.ts cannot be used: Expression expected \(at my\/syntax\.ts:2\)\.$/,
      /^my\/throws\.ts cannot be used: boom at import \(at my\/throws\.ts:3:7\)\.$/
    ]
    assert.lengthOf(lines, sentences.length, err)
    for (const [index, sentence] of sentences.entries()) assert.match(lines[index] ?? "", sentence)
    assert.notInclude(err, "discover.ts")
    assert.deepStrictEqual([code, out], [2, ""])
  })
})
