import * as Result from "effect/Result"

import type { Threshold } from "./Threshold.ts"

const inverse = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const

/** A threshold as k6 has it: the metric, and its condition. */
export interface Condition {
  readonly metric: string
  readonly condition: string
}

const latencyOf = (metric: string) =>
  metric.startsWith("p") ? `p(${metric.slice(1)})` : metric === "mean" ? "avg" : metric

/** A threshold as k6 has it; a failure says why it has none. */
export const conditionOf = ({
  limit,
  metric,
  operation,
  operator,
  text,
  unit
}: Threshold): Result.Result<Condition, string> => {
  if (unit === "ms")
    return Result.succeed({
      metric: operation === undefined ? "iteration_duration" : `http_req_duration{name:${operation}}`,
      condition: `${latencyOf(metric)}${operator}${limit}`
    })
  if (metric === "rate") return Result.succeed({ metric: "iterations", condition: `rate${operator}${limit}` })
  if (metric === "errors" && (unit === "%" || limit === 0))
    return Result.succeed({ metric: "checks", condition: `rate${inverse[operator]}${(100 - limit) / 100}` })
  if (metric === "dropped" && unit === "")
    return Result.succeed({ metric: "dropped_iterations", condition: `count${operator}${limit}` })
  return Result.fail(`${text} has no like in k6: give errors in %, and dropped as a number.`)
}
