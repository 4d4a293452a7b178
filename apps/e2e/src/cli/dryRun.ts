import { curlOf } from "../reporters/curl.ts"
import { pathOf } from "../reporters/failureText.ts"
import { lastAttempt } from "../runner/Result.ts"
import type { Result } from "../runner/Result.ts"

const dryRunOf = (result: Result): ReadonlyArray<string> => {
  const attempt = lastAttempt(result)
  if (attempt === undefined) return []
  let step: number | undefined
  return [
    result.name,
    ...attempt.exchanges.flatMap((exchange) => {
      const isNew = exchange.step !== step
      step = exchange.step
      const title = pathOf(attempt, step).join(" › ")
      return [...(isNew && title !== "" ? [`  # ${title}`] : []), `  ${curlOf(exchange.request)}`]
    })
  ]
}

/** The requests of scenarios as curl lines, as they were sent to an emulator. */
export const dryRun = (results: ReadonlyArray<Result>): string => results.flatMap(dryRunOf).join("\n")
