import { afterAll, assert, describe, it } from "@effect/vitest"

import { folderOf, imports, ran } from "../support/reported.ts"

const files = folderOf({
  "loops/for-ever.ts": `${imports}
export default scenario(step("it loops", Effect.sync(() => {
  while (true) {}
})))`,
  "loads/for-ever.ts": "while (true) {}",
  "awaits/for-ever.ts": "setInterval(() => {}, 1000)\nawait new Promise(() => {})",
  "passes/soon.ts": `${imports}export default scenario(Effect.void)`
})

afterAll(files.remove)

describe("code that blocks the process", { timeout: 60_000 }, () => {
  it("ends it with 70, and the scenario is named", async () => {
    const { code, err } = await ran(["./loops", "--timeout", "1"], files.folder)
    assert.match(err, /^The scenario for-ever blocks the process at \S+loops\/for-ever\.ts:\d+: /)
    assert.strictEqual(code, 70)
  })

  it("ends it with 70 where a file never loads, and the file is named", async () => {
    const { code, err } = await ran(["./loads", "--timeout", "1"], files.folder)
    assert.match(err, /^What is loaded or done blocks the process at \S+loads\/for-ever\.ts:1: /)
    assert.strictEqual(code, 70)
  })

  it("ends it with 2 where a file waits for ever at its top, and the file is named", async () => {
    const { code, err } = await ran(["./awaits", "--timeout", "1"], files.folder)
    assert.match(err, /^awaits\/for-ever\.ts cannot be used: it was not loaded within 10 s\. /)
    assert.strictEqual(code, 2)
  })

  it("is looked for without keeping a process that is done", async () => {
    const { code, err, out } = await ran(["./passes"], files.folder)
    assert.match(out, /^1 passed/m)
    assert.deepStrictEqual([code, err], [0, ""])
  })
})
