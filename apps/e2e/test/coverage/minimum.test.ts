import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import type { Coverage } from "../../src/coverage/Coverage.ts"
import { parseMinimums, unmetMinimums } from "../../src/coverage/Coverage.ts"

const coverage: Coverage = {
  operations: { seen: 35, of: 36 },
  statuses: { seen: 96, of: 100 },
  fields: { seen: 387, of: 387 },
  onlyInjected: 0,
  details: []
}

const unmetBy = (text: string) =>
  Result.map(parseMinimums(text), (minimums) => unmetMinimums(minimums, coverage).length)

describe("minimums of coverage", () => {
  it.each([
    ["0%", 0],
    ["96", 0],
    ["97.3%", 2],
    ["100%", 2],
    ["operations=35", 0],
    ["operations=36", 1],
    ["operations=36, statuses=97%, fields=100%", 2],
    ["fields=387", 0]
  ])("reads %s, which %i kinds do not meet", (text, kinds) => {
    assert.deepStrictEqual(unmetBy(text), Result.succeed(kinds))
  })

  it.each([
    "",
    "x",
    "-1",
    "101%",
    "1e3",
    "operations",
    "operations=",
    "calls=3",
    "fields=1.5",
    "fields=1,fields=2",
    ","
  ])("refuses '%s' with what to give", (text) => {
    const refused = parseMinimums(text)
    assert.isTrue(Result.isFailure(refused))
    assert.match(Result.isFailure(refused) ? refused.failure : "", /operations=36,statuses=100%,fields=95%\.$/)
  })
})
