import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { coverageOf } from "../../src/coverage/Coverage.ts"
import { read, unmet } from "../../src/coverage/Demand.ts"
import { missingLines } from "../../src/coverage/text.ts"
import { discover, ownFolder } from "../../src/runner/discover.ts"
import * as Run from "../../src/runner/Run.ts"
import { inProcess } from "../../src/targets/inProcess.ts"
import { prefix } from "../support/running.ts"

/**
 * What the scenarios that come with the runner must show of the contract; raise it with them. Of the 97 statuses 22 are 500,
 * which no request leads to: an emulator answers them by a fault, and that is not counted.
 */
const least = "operations=36,statuses=75,fields=364"

describe("the scenarios", () => {
  it("show as much of the contract as is demanded", { timeout: 120_000 }, () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const all = yield* discover([ownFolder])
        const results = yield* Run.run(all, { id: "test", kind: inProcess(prefix), concurrency: 4, withJournal: true })
        const coverage = coverageOf(results)
        const demand = Result.getOrThrow(read(least))
        assert.deepStrictEqual(unmet(demand, coverage), [], missingLines(coverage).join("\n"))
      })
    )
  )
})
