import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { CoverageReport } from "../../src/coverage/CoverageReport.ts"
import { ownFolder } from "../support/folder.ts"
import { program } from "../support/program.ts"

const decode = Schema.decodeUnknownSync(Schema.fromJsonString(CoverageReport))

describe("remote-assist-e2e --coverage", { timeout: 60_000 }, () => {
  it("ends with 5 where too little was seen, after it has said what and written the file", async () => {
    const cwd = ownFolder()
    const args = [
      "users/administrator-is-provisioned",
      "--min-coverage",
      "operations=36,statuses=1",
      "--coverage-file",
      "out/cov.json"
    ]
    const { code, stderr, stdout } = await program(args, cwd)
    assert.strictEqual(code, 5, stderr)
    assert.match(stdout, /operations +4 of 36 +11\.1%\n +statuses .*\n +fields /)
    assert.match(stdout, /Too few operations were seen: 4 of 36, and 36 must be\./)
    assert.notMatch(stdout, /Too few statuses/)
    const report = decode(readFileSync(join(cwd, "out/cov.json"), "utf8"))
    assert.deepStrictEqual([report.operations, report.details.length], [{ seen: 4, of: 36 }, 36])
  })

  it("lists what is missing with a scenario to begin with", async () => {
    const { code, stdout } = await program(["users/administrator-is-provisioned", "--show-missing"], ownFolder())
    assert.strictEqual(code, 0)
    assert.match(
      stdout,
      /Calls\.read \(§4\.4, 3\): never answered\n +statuses: 200, 401, 403, 500\n +fields: alt1_id, /
    )
    assert.match(stdout, /\/\/ scenarios\/calls\/shows-read\.ts\nimport \{ CallId, Calls \}/)
    assert.match(stdout, /\nNot seen either, and not of the interface:\n.*\n.*\n +Calls\.list: \[\]\.dialerId \(/)
    assert.lengthOf(stdout.match(/\[\]\.dialerId/g) ?? [], 1)
  })

  it("is refused beside --list, which measures none", async () => {
    const { code, stderr, stdout } = await program(
      ["users/administrator-is-provisioned", "--min-coverage", "90%", "--list"],
      ownFolder()
    )
    assert.deepStrictEqual([code, stdout], [2, ""])
    assert.include(stderr, "--list measures no coverage")
  })

  it("refuses what it cannot read, and runs nothing", async () => {
    const cwd = ownFolder()
    const { code, stderr, stdout } = await program(
      ["users/administrator-is-provisioned", "--min-coverage", "most"],
      cwd
    )
    assert.deepStrictEqual([code, stdout, existsSync(join(cwd, ".remote-assist-e2e"))], [2, "", false])
    assert.match(stderr, /--min-coverage cannot be used: most names none of operations, statuses, fields: give one/)
  })
})
