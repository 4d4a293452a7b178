import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { coverageOf } from "../coverage/Coverage.ts"
import { coverageReport } from "../coverage/CoverageReport.ts"
import { read, unmet } from "../coverage/Demand.ts"
import { missingLines, skeletonLines, summaryLines } from "../coverage/text.ts"
import type { Result as RunResult } from "../runner/Result.ts"
import { Misuse } from "./choosing.ts"
import { toFile } from "./files.ts"

/** The flags that say what to tell of the coverage of the contract. */
export const flags = {
  coverage: Flag.Boolean("coverage").pipe(
    Flag.withDescription("Tell how many operations, documented statuses and fields of answers were seen"),
    Flag.withDefault(false)
  ),
  minCoverage: Flag.String("min-coverage").pipe(
    Flag.withDescription(
      "What must be seen, or it ends with 5: 90% of all three, or operations=36,statuses=100%,fields=95%"
    ),
    Flag.withMetavar("least"),
    Flag.optional
  ),
  showMissing: Flag.Boolean("show-missing").pipe(
    Flag.withDescription("List what was not seen, with scenarios to begin with that would show it"),
    Flag.withDefault(false)
  ),
  coverageFile: Flag.String("coverage-file").pipe(
    Flag.withDescription("Write the coverage there as JSON"),
    Flag.withMetavar("file"),
    Flag.optional
  )
}

/** What {@link flags} yield. */
export interface Asked {
  readonly coverage: boolean
  readonly minCoverage: Option.Option<string>
  readonly showMissing: boolean
  readonly coverageFile: Option.Option<string>
}

/** Whether anything of the coverage is asked for. */
export const isAsked = ({ coverage, coverageFile, minCoverage, showMissing }: Asked): boolean =>
  coverage || showMissing || Option.isSome(minCoverage) || Option.isSome(coverageFile)

/** Refuses to tell of coverage where nothing is measured. */
export const refuse = (asked: Asked, flag: string): Effect.Effect<void, Misuse> =>
  isAsked(asked)
    ? Effect.fail(new Misuse({ message: `${flag} measures no coverage: leave it out, or the flags on coverage.` }))
    : Effect.void

/**
 * Checks the flags, then `report` prints the coverage of a run and writes its file, and `isMet` says whether results show what
 * `--min-coverage` asks for.
 */
export const telling = Effect.fnUntraced(function* (asked: Asked) {
  const demand = yield* Result.match(read(Option.getOrElse(asked.minCoverage, () => "0%")), {
    onSuccess: Effect.succeed,
    onFailure: (reason) => Effect.fail(new Misuse({ message: `--min-coverage cannot be used: ${reason}` }))
  })
  const file = Option.isSome(asked.coverageFile) ? yield* toFile(asked.coverageFile.value) : undefined
  const report = Effect.fnUntraced(function* (results: ReadonlyArray<RunResult>) {
    if (!isAsked(asked)) return
    const coverage = coverageOf(results)
    const lines = [
      "",
      ...summaryLines(coverage),
      ...unmet(demand, coverage),
      ...(asked.showMissing ? [...missingLines(coverage), ...skeletonLines(coverage)] : [])
    ]
    yield* Console.log(lines.join("\n"))
    file?.write(`${JSON.stringify(coverageReport(coverage), undefined, 2)}\n`)
  })
  const isMet = (results: ReadonlyArray<RunResult>) => unmet(demand, coverageOf(results)).length === 0
  return { report, isMet, needsJournal: isAsked(asked) }
})
