import { readFileSync } from "node:fs"

import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { XmlDocument, XsdValidator } from "libxml2-wasm"
import { Parser } from "tap-parser"

import { RunReport, ScenarioReport } from "../../src/reporters/RunReport.ts"
import { folderOf, hostileScenarios, ran } from "../support/reported.ts"

const files = folderOf(hostileScenarios)
let told: Awaited<ReturnType<typeof ran>>

beforeAll(async () => {
  const formats = ["junit", "tap", "json", "ndjson", "github", "pretty", "dot"]
  const reporters = formats.flatMap((format) => ["-r", `${format}=out/${format}`])
  told = await ran(["./my", "--retries", "1", "--seed", "7", ...reporters], files.folder)
}, 120_000)

afterAll(files.remove)

const hostileName = `<script>alert('1')<&/a "b" # SKIP 100%, x:y`
const failed = ["dies", hostileName]

describe("reports as files", () => {
  it("ends with 1, and tells on standard output what happened", () => {
    assert.strictEqual(told.err, "")
    assert.strictEqual(told.code, 1)
    assert.match(told.out, /2 passed, 2 failed, 1 flaky/)
    assert.notInclude(told.out, "\u001B")
  })

  it("writes JUnit that its schema takes, with the verdict of each", () => {
    const schema = XmlDocument.fromString(readFileSync(new URL("./junit.xsd", import.meta.url), "utf8"))
    const document = XmlDocument.fromBuffer(Buffer.from(files.read("out/junit")))
    const validator = XsdValidator.fromDoc(schema)
    validator.validate(document)
    const names = (xpath: string) =>
      document.find(xpath).map((node) => ("value" in node ? String(node.value) : node.content))
    assert.sameMembers(names("//testcase[failure]/@name"), failed)
    assert.deepStrictEqual(names("//testcase[system-out]/@name"), ["flaky"])
    assert.strictEqual(document.find("//testcase").length, 5)
    for (const one of [validator, document, schema]) one.dispose()
  })

  it("writes TAP of which a parser reads as many tests, and none that a value forged", () => {
    const results = Parser.parse(files.read("out/tap"), { strict: true })
    const asserts = results.flatMap((item) => (item[0] === "assert" ? [item[1]] : []))
    const failures = asserts.filter(({ ok }) => !ok)
    assert.deepStrictEqual(
      results.flatMap((item) => (item[0] === "extra" ? [item[1]] : [])),
      []
    )
    assert.strictEqual(asserts.length, 5)
    assert.sameMembers(
      failures.map(({ name }) => name),
      failed
    )
    for (const { diag, skip, todo } of failures) {
      assert.strictEqual(skip || todo, false)
      assert.hasAllKeys(diag, ["message", "severity", "detail"])
    }
  })

  it("writes JSON that its schema takes, one document or a line each", () => {
    const report = Schema.decodeSync(Schema.fromJsonString(RunReport), { onExcessProperty: "error" })(
      files.read("out/json")
    )
    const verdicts = Object.fromEntries(report.scenarios.map(({ name, verdict }) => [name, verdict]))
    assert.deepStrictEqual(verdicts, {
      [hostileName]: "Failed",
      dies: "Failed",
      flaky: "Flaky",
      passes: "Passed",
      skipped: "Passed"
    })
    const lines = files
      .read("out/ndjson")
      .trimEnd()
      .split("\n")
      .map((line): unknown => JSON.parse(line))
    assert.strictEqual(lines.length, 7)
    for (const line of lines.slice(1, -1)) Schema.decodeUnknownSync(ScenarioReport)(line)
  })

  it("annotates in the grammar of GitHub's workflow commands, each in a line of its own", () => {
    const commands = files
      .read("out/github")
      .replaceAll(/^::stop-commands::([\w-]+)$[^]*?^::\1::$/gm, "")
      .split("\n")
      .filter((line) => /^\s*::|##\[/.test(line))
    const grammar =
      /^::(error|warning) file=((?:[^:,\r\n%]|%(?:25|0D|0A|3A|2C))+),line=(\d+),title=((?:[^:,\r\n%]|%(?:25|0D|0A|3A|2C))+)::((?:[^\r\n%]|%(?:25|0D|0A))+)$/
    const titles = commands.map((command) => {
      const [, level, , , title = ""] = grammar.exec(command) ?? []
      return `${level} ${decodeURIComponent(title)}`
    })
    assert.sameMembers(titles, [...failed.map((name) => `error ${name}`), "warning flaky is flaky"])
  })

  it("says how to run a scenario of one's own again, with what is not as usual", () => {
    assert.match(told.out, /again: remote-assist-e2e \.\/my\/dies\.ts --seed 7\n/)
    assert.include(
      told.out,
      `again: remote-assist-e2e './my/<script>alert('\\''1'\\'')<&/a "b" # SKIP 100%, x:y.ts' --seed 7`
    )
  })
})
