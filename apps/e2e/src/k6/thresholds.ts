import * as Contract from "@remote-assist/core/Contract"
import * as Result from "effect/Result"

/** A threshold of k6: the metric, and its condition. */
export interface Threshold {
  readonly metric: string
  readonly condition: string
}

const form =
  /^\s*(?:([\w.]+)\s*:)?\s*(p(?:\d\d?(?:\.\d+)?|100)|min|mean|max|errors|dropped|rate)\s*(<=|>=|<|>)\s*(\d+(?:\.\d+)?)\s*(ms|s|%|\/s)?\s*$/

const inverse: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" }

const usage =
  "give one such as p95<200 (milliseconds), max<2s, errors<1%, dropped<=0 (a number), rate>190 or Auth.logIn:p99<50"

/** Reads a threshold such as `p95<200`; a failure says what is wrong with it. */
const read = (text: string): Result.Result<Threshold, string> => {
  const [, operation, name = "", operator = "", digits = "", unit = ""] = form.exec(text) ?? []
  const limit = Number(digits)
  if (name === "rate" && operation === undefined && (unit === "" || unit === "/s"))
    return Result.succeed({ metric: "iterations", condition: `rate${operator}${limit}` })
  if (name === "dropped" && operation === undefined && unit === "")
    return Result.succeed({ metric: "dropped_iterations", condition: `count${operator}${limit}` })
  if (name === "errors" && operation === undefined && (unit === "%" || (unit === "" && limit === 0)))
    return Result.succeed({
      metric: "checks",
      condition: `rate${inverse[operator]}${Number((1 - limit / 100).toFixed(6))}`
    })
  const isLatency = /^p|^m/.test(name) && /^(?:ms|s)?$/.test(unit)
  if (!isLatency || (operation !== undefined && Contract.byId(operation) === undefined))
    return Result.fail(`${text} is no threshold of k6: ${usage}.`)
  const statistic = name === "mean" ? "avg" : name.replace(/^p(.+)$/, "p($1)")
  return Result.succeed({
    metric: operation === undefined ? "iteration_duration" : `http_req_duration{name:${operation}}`,
    condition: `${statistic}${operator}${limit * (unit === "s" ? 1000 : 1)}`
  })
}

/** Reads thresholds. No request may fail unless one of them says how many may. */
export const readAll = (texts: ReadonlyArray<string>): Result.Result<ReadonlyArray<Threshold>, string> =>
  Result.map(Result.all(texts.map(read)), (thresholds) =>
    thresholds.some(({ metric }) => metric === "checks")
      ? thresholds
      : [...thresholds, { metric: "checks", condition: "rate>=1" }]
  )
