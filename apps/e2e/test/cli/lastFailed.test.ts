import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"

import { program, temporaryFolder } from "../support/program.ts"

const source = (sees: boolean) => `import { Expect, scenario } from "@remote-assist/e2e"
export default scenario(Expect.equal("it", true, ${sees}))
`

const again = (folder: string, ...args: ReadonlyArray<string>) =>
  program(["--last-failed", "--reporter", "lines", ...args], folder)

describe("--last-failed", { timeout: 120_000 }, () => {
  it("runs what failed in folders of one's own, though none is given, until nothing fails", async () => {
    const folder = temporaryFolder()
    for (const name of ["ours/users", "theirs"]) mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, "ours/users/arrives.ts"), source(true))
    writeFileSync(join(folder, "ours/users/leaves.ts"), source(false))
    writeFileSync(join(folder, "theirs/stays.ts"), source(false))
    const first = await program(["ours", "./theirs", "--reporter", "lines"], folder)
    assert.match(first.stdout, /1 passed, 2 failed/)
    writeFileSync(join(folder, "theirs/stays.ts"), source(true))
    const second = await again(folder)
    assert.match(second.stdout, /1 passed, 1 failed/, second.stderr)
    assert.strictEqual(second.code, 1)
    writeFileSync(join(folder, "ours/users/leaves.ts"), source(true))
    const third = await again(folder, "./ours")
    assert.match(third.stdout, /✓ users\/leaves[^]*\b1 passed, 0 failed/, third.stderr)
    const fourth = await again(folder)
    assert.strictEqual(fourth.stderr, "Nothing failed in the last run.\n")
    assert.match(fourth.stdout, /\b0 passed, 0 failed/)
    assert.strictEqual(fourth.code, 0)
  })
})
