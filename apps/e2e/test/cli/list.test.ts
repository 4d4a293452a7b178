import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"

import { ownFolder } from "../support/folder.ts"
import { program } from "../support/program.ts"

const scenario = `import { scenario } from "@remote-assist/e2e"
import * as Effect from "effect/Effect"
`

const written = `${scenario}
/**
 * Pumps are listed, version 1.5 and later,
 * by whoever may (interface §4.4, 1 and §9, 2). The rest is told
 * elsewhere.
 */
export default scenario(Effect.void, { tags: ["smoke"], destructive: true })
`

describe("remote-assist-e2e --list", { timeout: 60_000 }, () => {
  it("shows each scenario in a line with the first sentence of its comment and its tags", async () => {
    const folder = ownFolder()
    writeFileSync(join(folder, "lists-pumps.ts"), written)
    writeFileSync(join(folder, "says-nothing-at-all.ts"), `${scenario}export default scenario(Effect.void)\n`)
    const { code, stderr, stdout } = await program(["--list", folder])
    assert.deepStrictEqual(stdout.split("\n"), [
      "lists-pumps          Pumps are listed, version 1.5 and later, by whoever may.  [smoke destructive]",
      "says-nothing-at-all",
      ""
    ])
    assert.strictEqual(code, 0, stderr)
  })
})
