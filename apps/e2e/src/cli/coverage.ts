import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { coverageOf, coverageReport } from "../coverage/Coverage.ts"
import { missingLines, readMinimum, summaryLines, unmet } from "../coverage/text.ts"
import type { Result as RunResult } from "../runner/Result.ts"
import { Misuse } from "./selection.ts"
import { toFileIfAny } from "./outputFiles.ts"
import type { Run } from "./flags.ts"

/**
 * Checks the flags on coverage. Returns a function that prints the coverage of a run, writes its file, and says whether results
 * show what `--min-coverage` asks for.
 */
export const reporting = Effect.fnUntraced(function* (options: Run) {
  const minimums = yield* Result.match(readMinimum(Option.getOrElse(options.minCoverage, () => "0%")), {
    onSuccess: Effect.succeed,
    onFailure: (reason) => Effect.fail(new Misuse({ message: `--min-coverage cannot be used: ${reason}` }))
  })
  const write = yield* toFileIfAny(options.coverageFile)
  return Effect.fnUntraced(function* (results: ReadonlyArray<RunResult>) {
    const coverage = coverageOf(results)
    const tooFew = unmet(minimums, coverage)
    const lines = ["", ...summaryLines(coverage), ...tooFew, ...(options.showMissing ? missingLines(coverage) : [])]
    yield* Console.log(lines.join("\n"))
    write(`${JSON.stringify(coverageReport(coverage), undefined, 2)}\n`)
    return tooFew.length === 0
  })
})
