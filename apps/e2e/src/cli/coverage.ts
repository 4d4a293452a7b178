import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { coverageOf, coverageReport } from "../coverage/Coverage.ts"
import { missingLines, readMinimum, summaryLines, unmet } from "../coverage/text.ts"
import type { Result as RunResult } from "../runner/Result.ts"
import { Misuse } from "./choosing.ts"
import { toFileIfAny } from "./files.ts"
import type { Run } from "./flags.ts"

export type Options = Pick<Run, "coverage" | "minCoverage" | "showMissing" | "coverageFile">

/** Whether anything of the coverage is asked for. */
const isAsked = ({ coverage, coverageFile, minCoverage, showMissing }: Options): boolean =>
  coverage || showMissing || Option.isSome(minCoverage) || Option.isSome(coverageFile)

/** Refuses the flags beside a flag with which nothing runs. */
export const refuse = (options: Options, flag: string): Effect.Effect<void, Misuse> =>
  isAsked(options)
    ? Effect.fail(new Misuse({ message: `${flag} measures no coverage: leave it out, or the flags on coverage.` }))
    : Effect.void

/**
 * Checks the flags, then `report` prints the coverage of a run and writes its file, and `isMet` says whether results show what
 * `--min-coverage` asks for.
 */
export const telling = Effect.fnUntraced(function* (options: Options) {
  const minimums = yield* Result.match(readMinimum(Option.getOrElse(options.minCoverage, () => "0%")), {
    onSuccess: Effect.succeed,
    onFailure: (reason) => Effect.fail(new Misuse({ message: `--min-coverage cannot be used: ${reason}` }))
  })
  const write = yield* toFileIfAny(options.coverageFile)
  const report = Effect.fnUntraced(function* (results: ReadonlyArray<RunResult>) {
    if (!isAsked(options)) return
    const coverage = coverageOf(results)
    const lines = [
      "",
      ...summaryLines(coverage),
      ...unmet(minimums, coverage),
      ...(options.showMissing ? missingLines(coverage) : [])
    ]
    yield* Console.log(lines.join("\n"))
    write(`${JSON.stringify(coverageReport(coverage), undefined, 2)}\n`)
  })
  const isMet = (results: ReadonlyArray<RunResult>) => unmet(minimums, coverageOf(results)).length === 0
  return { report, isMet, needsJournal: isAsked(options) }
})
