import type { Exchange, Leftover } from "../recorder/Recorder.ts"
import type { Failure } from "../runner/Result.ts"
import * as Latencies from "./Latencies.ts"

/** What became of an arrival. */
export type Ending =
  | { readonly _tag: "Passed" }
  | { readonly _tag: "Unfinished" }
  | { readonly _tag: "Failed"; readonly failure: Pick<Failure, "kind" | "message"> }

/** What was measured of an operation: its answers by status, and how many requests got none. */
export interface OperationMeasures {
  readonly latencies: Latencies.Latencies
  readonly statuses: Map<number, number>
  lost: number
}

/** A part of the time, by when its arrivals were to begin. */
export interface Interval {
  /** In milliseconds from the start of what is measured. */
  readonly start: number
  readonly latencies: Latencies.Latencies
  due: number
  failed: number
  dropped: number
}

/** What is measured under load, while it goes on. */
export interface Measures {
  /** Of whole iterations. */
  readonly latencies: Latencies.Latencies
  readonly operations: ReadonlyMap<string, OperationMeasures>
  readonly errors: ReadonlyMap<string, { readonly count: number; readonly message: string }>
  readonly intervals: ReadonlyArray<Interval>
  /** Those that are kept of `leftBehind`. */
  readonly leftovers: ReadonlyArray<Leftover>
  readonly counts: Readonly<Counts>
  /** An arrival that was due, at a time in milliseconds. */
  readonly due: (at: number) => void
  /** One that was due and could not begin. */
  readonly drop: (at: number) => void
  /** A request; `lag` is how much later than intended it left. */
  readonly exchanged: (exchange: Exchange, lag: number) => void
  readonly ended: (at: number, latency: number, ending: Ending) => void
  /** What could not be removed, of warm-up too. */
  readonly left: (leftovers: ReadonlyArray<Leftover>) => void
}

/** How many arrivals there were, and what became of them. */
export interface Counts {
  due: number
  passed: number
  failed: number
  /** Not begun, as too many were under way. */
  dropped: number
  /** Begun and interrupted. */
  unfinished: number
  leftBehind: number
}

const mostIntervals = 120

const mostLeftovers = 100

const otherOperations = "other"

/** How long an interval is, in milliseconds: a second or more, so that there are not too many. */
export const intervalOf = (length: number): number => Math.max(1000, Math.ceil(length / mostIntervals / 1000) * 1000)

/** Measures of which nothing is known yet, for a time in milliseconds. */
export const make = (length: number): Measures => {
  const width = intervalOf(length)
  const latencies = Latencies.make()
  const operations = new Map<string, OperationMeasures>()
  const errors = new Map<string, { count: number; message: string }>()
  const leftovers: Array<Leftover> = []
  const counts: Counts = { due: 0, passed: 0, failed: 0, dropped: 0, unfinished: 0, leftBehind: 0 }
  const intervals = Array.from({ length: Math.max(1, Math.ceil(length / width)) }, (_, index): Interval => ({
    start: index * width,
    latencies: Latencies.make(2),
    due: 0,
    failed: 0,
    dropped: 0
  }))
  const at = (time: number) => intervals[Math.floor(time / width)]
  const operationOf = (id: string) => {
    const known = operations.get(id) ?? { latencies: Latencies.make(), statuses: new Map<number, number>(), lost: 0 }
    operations.set(id, known)
    return known
  }
  const fail = ({ kind, message }: Pick<Failure, "kind" | "message">) => {
    const known = errors.get(kind)
    if (known === undefined) errors.set(kind, { count: 1, message })
    else known.count++
  }
  return {
    latencies,
    operations,
    errors,
    intervals,
    leftovers,
    counts,
    due: (time) => {
      counts.due++
      const interval = at(time)
      if (interval !== undefined) interval.due++
    },
    drop: (time) => {
      counts.dropped++
      const interval = at(time)
      if (interval !== undefined) interval.dropped++
    },
    exchanged: ({ answer, duration, operation }, lag) => {
      const measures = operationOf(operation ?? otherOperations)
      if (answer === undefined) measures.lost++
      else measures.statuses.set(answer.status, (measures.statuses.get(answer.status) ?? 0) + 1)
      measures.latencies.record((duration ?? 0) + lag)
    },
    ended: (time, latency, ending) => {
      if (ending._tag === "Unfinished") {
        counts.unfinished++
        return
      }
      latencies.record(latency)
      const interval = at(time)
      interval?.latencies.record(latency)
      if (ending._tag === "Passed") counts.passed++
      else {
        counts.failed++
        if (interval !== undefined) interval.failed++
        fail(ending.failure)
      }
    },
    left: (more) => {
      counts.leftBehind += more.length
      leftovers.push(...more.slice(0, Math.max(0, mostLeftovers - leftovers.length)))
    }
  }
}
