import * as Contract from "@remote-assist/core/Contract"
import * as Result from "effect/Result"

import type { Loaded } from "./Load.ts"

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

/** A threshold, and what was measured; nothing where nothing was. */
export interface Checked {
  readonly threshold: Threshold
  readonly value: number | undefined
  readonly isMet: boolean
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

const latencyOf = ({ metric, operation }: Threshold, { measures }: Loaded) => {
  const latencies = operation === undefined ? measures.latencies : measures.operations.get(operation)?.latencies
  const [, share] = latencyMetric.exec(metric) ?? []
  if (share !== undefined) return latencies?.percentile(Math.max(Number(share), Number.MIN_VALUE))
  const summary = latencies?.summary()
  return metric === "min" ? summary?.min : metric === "max" ? summary?.max : summary?.mean
}

/** The value that a threshold is about. */
const valueOf = (threshold: Threshold, loaded: Loaded): number | undefined => {
  const { metric, unit } = threshold
  if (unit === "ms") return latencyOf(threshold, loaded)
  const { dropped, due, failed, passed, unfinished } = loaded.measures.counts
  if (unit === "/s") return loaded.elapsed() === 0 ? undefined : ((passed + failed) * 1000) / loaded.elapsed()
  const [part, whole] =
    metric === "errors" ? [failed, passed + failed] : [metric === "dropped" ? dropped : unfinished, due]
  return unit === "" ? part : whole === 0 ? undefined : (part * 100) / whole
}

const holds = (value: number, { limit, operator }: Threshold) =>
  operator === "<"
    ? value < limit
    : operator === "<="
      ? value <= limit
      : operator === ">"
        ? value > limit
        : value >= limit

/** Whether what was measured keeps to a threshold; where nothing was measured it does not. */
export const check = (threshold: Threshold, loaded: Loaded): Checked => {
  const value = valueOf(threshold, loaded)
  return { threshold, value, isMet: value !== undefined && holds(value, threshold) }
}
