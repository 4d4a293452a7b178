import { readFileSync } from "node:fs"

import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { beyondInterface } from "../../src/coverage/beyondInterface.ts"
import { coverageOf } from "../../src/coverage/Coverage.ts"
import type { Coverage } from "../../src/coverage/Coverage.ts"
import { missingLines, readMinimum, unmet } from "../../src/coverage/text.ts"
import { discover, ownFolder } from "../../src/runner/discover.ts"
import * as Run from "../../src/runner/Run.ts"
import { inProcess } from "../../src/targets/inProcess.ts"
import { prefix } from "../support/running.ts"

/** All that an emulator answers, as the README says: the next two tests say what the rest is. */
const most = "operations=36,statuses=75,fields=373"

describe("the scenarios", () => {
  let coverage: Coverage

  beforeAll(async () => {
    const run = Effect.gen(function* () {
      const all = yield* discover([ownFolder])
      return yield* Run.run(all, { id: "test", kind: inProcess(prefix), concurrency: 4, withJournal: true })
    })
    coverage = coverageOf(await Effect.runPromise(run))
  }, 120_000)

  it("show all of the contract that an emulator answers", () => {
    const demand = Result.getOrThrow(readMinimum(most))
    assert.deepStrictEqual(unmet(demand, coverage), [], missingLines(coverage).join("\n"))
    assert.include(readFileSync(new URL("../../README.md", import.meta.url), "utf8"), `--min-coverage ${most}`)
  })

  it("show each field but those that the interface leaves out, and none of these", () => {
    const missing = coverage.details.flatMap(({ fields, operation }) =>
      fields.filter(({ seen }) => seen !== "yes").map(({ path }) => `${operation.id} ${path}`)
    )
    const beyond = beyondInterface.flatMap(({ fields, operation }) => fields.map((path) => `${operation} ${path}`))
    assert.deepStrictEqual(missing.toSorted(), beyond.toSorted())
  })

  it("show each documented status but 500, which no request leads to and faults are not counted for", () => {
    const missing = coverage.details.flatMap(({ statuses }) => statuses.filter(({ served }) => served === 0))
    assert.deepStrictEqual([...new Set(missing.map(({ status }) => status))], [500])
    assert.isTrue(missing.every(({ injected }) => injected > 0))
  })
})
