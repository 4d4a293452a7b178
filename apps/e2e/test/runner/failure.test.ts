import * as Cause from "effect/Cause"
import { expect, test } from "vitest"

import { describeFailure } from "../../src/runner/Result.ts"

const failed = (stack: string, file: string) => {
  const error = new Error("it failed")
  error.stack = `Error: it failed (see a.ts:1:2)\n${stack}`
  return describeFailure(Cause.die(error), file).at
}

test.each(["/work/plain/b.ts", "/work/sp ü/b.ts", "/work/par(en)/b.ts", "/work/a (1)/b.ts"])(
  "describeFailure finds the location in %s",
  (file) => {
    const url = `file://${encodeURI(file)}`
    expect(failed(`    at step (${url}:7:12)`, file)).toBe(`${file}:7:12`)
    expect(failed(`    at ${url}:7:12`, file)).toBe(`${file}:7:12`)
    expect(failed(`    at async ${url}:7:12`, file)).toBe(`${file}:7:12`)
    expect(failed(`    at async Object.run (${file}:7:12)`, file)).toBe(`${file}:7:12`)
    expect(failed(`    at helper (/work/help.ts:2:44)\n    at ${file}:7:12`, file)).toBe(`${file}:7:12`)
  }
)

test("describeFailure also returns the location in a file that scenarios share", () => {
  const error = new Error("it failed")
  error.stack =
    "Error: it failed\n    at inner (node:internal/x.js:1:1)\n    at /work/_help.ts:2:44\n    at /work/b.ts:7:12"
  const { at, inside } = describeFailure(Cause.die(error), "/work/b.ts")
  expect([at, inside]).toEqual(["/work/b.ts:7:12", "/work/_help.ts:2:44"])
})

test("describeFailure returns the first location of the project for a failure outside of the scenario", () => {
  const stack = "    at inner (node:internal/x.js:1:1)\n    at helper (file:///work/sp%20a/_help.ts:2:44)"
  expect(failed(stack, "/work/sp a/b.ts")).toBe("/work/sp a/_help.ts:2:44")
})
