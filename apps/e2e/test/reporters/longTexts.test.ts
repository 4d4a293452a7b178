import { assert, describe, it, onTestFinished } from "@effect/vitest"

import { folderOf, imports, ran } from "../support/reported.ts"

const scenarioOf = (act: string) => ({ "long.ts": `${imports}\nexport default scenario(${act})\n` })

const told = async (act: string, ...args: ReadonlyArray<string>) => {
  const files = folderOf(scenarioOf(act))
  onTestFinished(files.remove)
  return { ...(await ran(["./long.ts", ...args], files.folder)), read: files.read }
}

describe("a failure with a long text", { timeout: 60_000 }, () => {
  it("is told where it happened, in time that grows with its length alone", async () => {
    const { code, err, out } = await told(`Expect.equal("big", "x".repeat(1_000_000), "y".repeat(1_000_000))`)
    assert.match(out, /✗ long .*\n {2}big\n/)
    assert.match(out, /\n {2}at \S+\/long\.ts:\d+:\d+\n/)
    assert.deepStrictEqual([code, err], [1, ""])
  })
})
