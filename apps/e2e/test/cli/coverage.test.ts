import { readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { commandLine } from "../support/commandLine.ts"
import { ownFolder } from "../support/folder.ts"
import { ran } from "../support/reported.ts"

describe("remote-assist-e2e --coverage", { timeout: 60_000 }, () => {
  it("exits with 5 below the minimum, prints what is missing and writes the file", async () => {
    const cwd = ownFolder()
    const minimum = ["--min-coverage", "operations=36,statuses=1", "--coverage-file", "out/cov.json"]
    const args = ["users/administrator-is-provisioned", ...minimum, "--show-missing"]
    const { code, err, out } = await ran(args, cwd)
    assert.strictEqual(code, 5, err)
    assert.match(out, /operations +4 of 36 +11\.1%\n +statuses .*\n +fields /)
    assert.match(out, /Too few operations are covered: 4 of 36\. The minimum is 36\./)
    assert.notMatch(out, /Too few statuses/)
    assert.match(out, /\nNot covered:\n/)
    const report = JSON.parse(readFileSync(join(cwd, "out/cov.json"), "utf8"))
    assert.deepStrictEqual([report.version, report.operations, report.details.length], [1, { seen: 4, of: 36 }, 36])
    assert.hasAllKeys(report.details[0], ["operation", "section", "statuses", "fields", "undocumented", "scenarios"])
  })

  it.effect.each([
    [["--min-coverage", "90%", "--list"], /--list does not measure coverage/],
    [["--min-coverage", "most"], /--min-coverage is invalid: "most" is invalid: give one percentage/]
  ] as const)("refuses %j and runs nothing", ([flags, message]) =>
    Effect.gen(function* () {
      const { code, err, out } = yield* commandLine("users/administrator-is-provisioned", ...flags)
      assert.match(err, message)
      assert.deepStrictEqual([code, out], [2, ""])
    })
  )
})
