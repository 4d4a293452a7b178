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

  const formats = ["pretty", "lines", "dot", "junit", "tap", "github", "json"]
  const reporters = formats.flatMap((format) => ["-r", `${format}=out/${format}`])

  it.each([
    ["one line", `Expect.equal("big", "x".repeat(300_000) + "end", "y")`, /x{300000}end/],
    ["many lines", `Expect.equal("big", Array.from({ length: 30_000 }, (_, i) => i), [])`, /29999/],
    ["a message of many lines", `Effect.die(new Error("line\\n".repeat(60_000) + "end"))`, /end/]
  ])("of %s is told in short, with how much is left out and where all of it is", async (_, act, whole) => {
    const { out, read } = await told(act, ...reporters)
    const texts = [out, ...formats.slice(0, -1).map((format) => read(`out/${format}`))]
    for (const text of texts) {
      assert.isBelow(text.length, 20_000)
      assert.match(text, /… \d+ (?:lines|characters) are left out: -r json=file writes all …/)
      assert.match(text, /again: remote-assist-e2e \.\/long\.ts/)
    }
    assert.isAbove(read("out/json").length, 300_000)
    assert.match(read("out/json"), whole)
  })
})
