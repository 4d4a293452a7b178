import * as Contract from "@remote-assist/core/Contract"
import * as Result from "effect/Result"

/** What a load must keep to: `p95<200`, `errors<1%`, `Auth.logIn:p99<=0.5s`. */
export interface Threshold {
  /** As it was given. */
  readonly text: string
  readonly operation: string | undefined
  readonly metric: string
  readonly operator: "<" | "<=" | ">" | ">="
  /** In milliseconds where it is a latency. */
  readonly limit: number
  readonly unit: "ms" | "%" | "" | "/s"
}

const form = /^\s*(?:([\w.]+)\s*:)?\s*([a-z]+|p\d+(?:\.\d+)?)\s*(<=|>=|<|>)\s*(\d+(?:\.\d+)?)\s*(ms|s|%|\/s)?\s*$/

const usage = "give one such as p95<200 (milliseconds), max<2s, errors<1%, dropped<=0, rate>190 or Auth.logIn:p99<50"

const latencyMetric = /^(?:p(\d+(?:\.\d+)?)|min|mean|max)$/

const shares = new Set(["errors", "dropped", "unfinished"])

const isOperator = (text: string): text is Threshold["operator"] => ["<", "<=", ">", ">="].includes(text)

const unitOf = (metric: string, unit: string): Threshold["unit"] | undefined => {
  if (latencyMetric.test(metric)) return unit === "" || unit === "ms" || unit === "s" ? "ms" : undefined
  if (shares.has(metric)) return unit === "%" || unit === "" ? unit : undefined
  return metric === "rate" && (unit === "" || unit === "/s") ? "/s" : undefined
}

/** Reads a threshold; a failure says what is wrong with it. */
export const read = (text: string): Result.Result<Threshold, string> => {
  const [, operation, metric = "", operator = "", limit = "", unit = ""] = form.exec(text) ?? []
  const refused = (why: string) => Result.fail(`${text} ${why}: ${usage}.`)
  if (!isOperator(operator)) return refused("is no threshold")
  const kind = unitOf(metric, unit)
  if (kind === undefined) return refused(`has no ${metric} in ${unit === "" ? "numbers" : unit}`)
  if (Number(latencyMetric.exec(metric)?.[1] ?? 50) > 100) return refused("asks for more than all")
  if (operation !== undefined && Contract.byId(operation) === undefined)
    return refused(`names no operation of the contract (${operation})`)
  if (operation !== undefined && kind !== "ms") return refused("is of one operation, of which latencies can be asked")
  return Result.succeed({
    text,
    operation,
    metric,
    operator,
    limit: Number(limit) * (unit === "s" ? 1000 : 1),
    unit: kind
  })
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

const longest = 24 * 3_600_000

/** Whether a text is a duration such as `30s`, of a day at most. */
export const isDuration = (text: string): boolean => {
  const [, digits = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim()) ?? []
  return digits !== "" && Number(digits) * (units[unit] ?? 0) <= longest
}
