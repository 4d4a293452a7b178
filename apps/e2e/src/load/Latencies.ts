import { createHistogram } from "node:perf_hooks"

/** What is known of latencies, in milliseconds. */
export interface Latency {
  readonly count: number
  readonly min: number
  readonly mean: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

const dayInMicros = 86_400_000_000

/** A histogram of latencies, which keeps their figures whatever their size: Node's, of the HDR kind. */
export interface Latencies {
  /** Takes a latency in milliseconds, to a microsecond and a day at the most. */
  readonly record: (millis: number) => void
  readonly count: () => number
  /** In milliseconds; `share` is of a hundred. Nothing where nothing was recorded. */
  readonly percentile: (share: number) => number | undefined
  readonly summary: () => Latency | undefined
}

/** Latencies of which none is known yet, kept with so many figures. */
export const make = (figures: 2 | 3 = 3): Latencies => {
  const histogram = createHistogram({ lowest: 1, highest: dayInMicros, figures })
  // the bucket of the highest value reaches beyond it
  const millis = (micros: number) => Math.min(micros, histogram.max) / 1000
  const percentile = (share: number) => (histogram.count === 0 ? undefined : millis(histogram.percentile(share)))
  return {
    record: (value) => histogram.record(Math.min(dayInMicros, Math.max(1, Math.round(value * 1000)))),
    count: () => histogram.count,
    percentile,
    summary: () =>
      histogram.count === 0
        ? undefined
        : {
            count: histogram.count,
            min: histogram.min / 1000,
            mean: histogram.mean / 1000,
            p50: millis(histogram.percentile(50)),
            p95: millis(histogram.percentile(95)),
            p99: millis(histogram.percentile(99)),
            max: histogram.max / 1000
          }
  }
}
