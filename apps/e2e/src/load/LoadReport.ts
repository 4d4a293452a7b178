import * as Schema from "effect/Schema"

import { shapes } from "./arrivals.ts"
import type { Latencies } from "./Latencies.ts"
import type { LoadOptions, Loaded } from "./Load.ts"
import { check } from "./Threshold.ts"
import type { Threshold } from "./Threshold.ts"

const Millis = Schema.Finite

const Latency = Schema.Struct({
  count: Schema.Int,
  min: Millis,
  mean: Millis,
  p50: Millis,
  p95: Millis,
  p99: Millis,
  max: Millis
})

const Point = Schema.Struct({ share: Schema.Finite, latency: Millis })

const Interval = Schema.Struct({
  /** In milliseconds from the start of what is measured. */
  start: Millis,
  due: Schema.Int,
  failed: Schema.Int,
  dropped: Schema.Int,
  latency: Schema.optionalKey(Latency)
})

/** What a load measured, as a file; all times are in milliseconds, and what did not happen is left out. */
export const LoadReport = Schema.Struct({
  /** Of the format. */
  version: Schema.Literal(1),
  id: Schema.String,
  scenario: Schema.String,
  target: Schema.String,
  started_at: Schema.String,
  interrupted: Schema.Boolean,
  options: Schema.Struct({
    rate: Schema.Finite,
    arrivals: Schema.Literals(shapes),
    duration: Millis,
    warm_up: Millis,
    max_in_flight: Schema.Int,
    seed: Schema.Int,
    isolate: Schema.Boolean
  }),
  /** How much of the duration there was. */
  elapsed: Millis,
  /** Arrivals, and what became of them: `due` is the sum of the others. */
  arrivals: Schema.Struct({
    due: Schema.Int,
    passed: Schema.Int,
    failed: Schema.Int,
    dropped: Schema.Int,
    unfinished: Schema.Int
  }),
  /** Of iterations, from when they were to begin. */
  latency: Schema.optionalKey(Latency),
  percentiles: Schema.Array(Point),
  operations: Schema.Array(
    Schema.Struct({
      operation: Schema.String,
      latency: Schema.optionalKey(Latency),
      statuses: Schema.Record(Schema.String, Schema.Int),
      lost: Schema.Int
    })
  ),
  errors: Schema.Array(Schema.Struct({ kind: Schema.String, count: Schema.Int, message: Schema.String })),
  intervals: Schema.Array(Interval),
  thresholds: Schema.Array(
    Schema.Struct({ threshold: Schema.String, value: Schema.optionalKey(Schema.Finite), met: Schema.Boolean })
  ),
  left_behind: Schema.Int,
  leftovers: Schema.Array(Schema.Struct({ kind: Schema.String, id: Schema.String, reason: Schema.String }))
}).annotate({ identifier: "LoadReport" })
export type LoadReport = typeof LoadReport.Type

const shares = [1, 5, 10, 25, 50, 75, 80, 90, 95, 97.5, 99, 99.5, 99.9, 99.99, 100]

const latencyOf = (latencies: Latencies) => {
  const latency = latencies.summary()
  return latency === undefined ? {} : { latency }
}

const percentilesOf = (latencies: Latencies) =>
  shares.flatMap((share) => {
    const latency = latencies.percentile(share)
    return latency === undefined ? [] : [{ share, latency }]
  })

/** What a load measured. */
export const loadReport = (
  { duration, found, id, isolate, kind, maxInFlight, rate, seed, shape, warmUp }: LoadOptions,
  loaded: Loaded,
  { interrupted, thresholds }: { readonly interrupted: boolean; readonly thresholds: ReadonlyArray<Threshold> }
): LoadReport => {
  const { counts, errors, intervals, latencies, leftovers, operations } = loaded.measures
  const { leftBehind, ...arrivals } = counts
  const elapsed = loaded.elapsed()
  return {
    version: 1,
    id,
    scenario: found.name,
    target: kind.name,
    started_at: new Date(loaded.startedAt).toISOString(),
    interrupted,
    options: { rate, arrivals: shape, duration, warm_up: warmUp, max_in_flight: maxInFlight, seed, isolate },
    elapsed,
    arrivals,
    ...latencyOf(latencies),
    percentiles: percentilesOf(latencies),
    operations: [...operations].map(([operation, { latencies, lost, statuses }]) => ({
      operation,
      ...latencyOf(latencies),
      statuses: Object.fromEntries([...statuses].map(([status, count]) => [String(status), count])),
      lost
    })),
    errors: [...errors].map(([kind, error]) => ({ kind, ...error })),
    intervals: intervals
      .filter(({ start }) => start < elapsed)
      .map(({ dropped, due, failed, latencies, start }) => ({ start, due, failed, dropped, ...latencyOf(latencies) })),
    thresholds: thresholds.map((threshold) => {
      const { isMet, value } = check(threshold, loaded)
      return { threshold: threshold.text, ...(value === undefined ? {} : { value }), met: isMet }
    }),
    left_behind: leftBehind,
    leftovers
  }
}
