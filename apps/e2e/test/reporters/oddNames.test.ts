import { execFileSync } from "node:child_process"

import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"

import { folderOf, imports, ran } from "../support/reported.ts"

const name = "a\nnot ok 5 - injected\r\u001B[31m\u202E\u009B31m\u2028it's"
const files = folderOf({
  [`my/${name}.ts`]: `${imports}export default scenario(Effect.die(new Error(${JSON.stringify(name)})))\n`
})
const formats = ["pretty", "lines", "dot", "junit", "tap", "github"]
const steering = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u

let out = ""

beforeAll(async () => {
  const reporters = formats.flatMap((format) => ["-r", `${format}=out/${format}`])
  ;({ out } = await ran(["./my", ...reporters], files.folder))
}, 120_000)

afterAll(files.remove)

describe("a file whose name would steer a terminal or forge a line", { timeout: 60_000 }, () => {
  it.each(formats)("is told as text by %s", (format) => {
    const text = files.read(`out/${format}`)
    assert.include(text, "injected")
    assert.notMatch(text, steering)
    assert.notMatch(text, /^not ok 5/m)
  })

  it("is told as text by --list", async () => {
    const { code, out } = await ran(["./my", "--list"], files.folder)
    assert.match(out, /^a␊not ok 5 - injected.*\n$/)
    assert.notMatch(out, steering)
    assert.strictEqual(code, 0)
  })

  it("is run again by the line that says so", () => {
    const [, again = ""] = /again: remote-assist-e2e (.*)/.exec(out) ?? []
    const word = execFileSync("bash", ["-c", `printf %s ${again}`], { encoding: "utf8" })
    assert.strictEqual(word, `./my/${name}.ts`)
  })
})
