import { readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import { operations } from "@remote-assist/core/Contract"
import * as Effect from "effect/Effect"

import { commandLine } from "../support/commandLine.ts"
import { ownFolder } from "../support/folder.ts"
import { ran } from "../support/reported.ts"

const count = operations.length

describe("remote-assist-e2e --coverage", { timeout: 60_000 }, () => {
  it("exits with 5 below the minimum, prints what is missing and writes the file", async () => {
    const cwd = ownFolder()
    const minimum = ["--min-coverage", `operations=${count},statuses=1`, "--coverage-file", "out/cov.json"]
    const args = ["users/administrator-is-provisioned", ...minimum, "--show-missing"]
    const { code, err, out } = await ran(args, cwd)
    assert.strictEqual(code, 5, err)
    assert.match(out, new RegExp(`operations +4 of ${count} +\\d+\\.\\d%\\n +statuses .*\\n +fields `))
    assert.match(out, new RegExp(`Too few operations are covered: 4 of ${count}\\. The minimum is ${count}\\.`))
    assert.notMatch(out, /Too few statuses/)
    assert.match(out, /\nNot covered:\n/)
    const report = JSON.parse(readFileSync(join(cwd, "out/cov.json"), "utf8"))
    assert.deepStrictEqual(
      [report.version, report.operations, report.details.length],
      [1, { seen: 4, of: count }, count]
    )
    assert.hasAllKeys(report.details[0], ["operation", "section", "statuses", "fields", "undocumented", "scenarios"])
  })

  it.effect.each([
    [["--min-coverage", "90%", "--list"], /--list does not measure coverage/],
    [["--min-coverage", "200%"], /--min-coverage is invalid: "200%" is not a minimum\./],
    [["--min-coverage", "most"], /--min-coverage is invalid: "most" is not a minimum\. Give one percentage/]
  ] as const)("refuses %j and runs nothing", ([flags, message]) =>
    Effect.gen(function* () {
      const { code, err, out } = yield* commandLine("users/administrator-is-provisioned", ...flags)
      assert.match(err, message)
      assert.deepStrictEqual([code, out], [2, ""])
    })
  )
})
