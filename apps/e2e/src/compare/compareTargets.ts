import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import type { Leftover } from "../recorder/Recorder.ts"
import type { DiscoveredScenario } from "../runner/discovery.ts"
import type { Attempt } from "../runner/Result.ts"
import * as Run from "../runner/Run.ts"
import { TargetLost, prefixOf } from "../targets/Target.ts"
import type { TargetKind } from "../targets/Target.ts"
import { differenceOfAll, idKeyOf, keyOf, whole } from "./answers.ts"
import type { Difference } from "./answers.ts"
import { compareAttempts } from "./compareAttempts.ts"
import type { CompareOptions, Side } from "./compareAttempts.ts"
import { slowOperations } from "./latency.ts"
import type { SlowOperation } from "./latency.ts"

/** Makes the target of a round, whose names have their own prefix. */
export type MakeKind<E, R> = (prefix: string) => Effect.Effect<TargetKind, E, R>

export interface RoundOptions {
  readonly id: string
  readonly seed: number
  /** How many scenarios run in parallel, except on a live region and if times are compared. */
  readonly jobs: number
  /** How often scenarios that differ are rerun. */
  readonly again: number
  /** In seconds. */
  readonly timeout: number
  readonly allowDestructive: boolean
  /** Whether both targets hold the same users, calls and groups. */
  readonly sameData: boolean
  /** How many times as long as on A an operation may take on B. Default: times are not compared. */
  readonly maxLatencyRatio?: number | undefined
}

/** A scenario on both targets. */
export interface Compared {
  readonly found: DiscoveredScenario
  readonly differences: ReadonlyArray<Difference>
  /** Differences that come and go. */
  readonly unsteady: ReadonlyArray<Difference>
}

/** The allowed difference of times: the time between two runs, and ten seconds. */
const toleranceSince = (start: number) => Effect.map(Clock.currentTimeMillis, (now) => now - start + 10_000)

const answeredIn = ({ exchanges }: Attempt) => exchanges.some(({ answer }) => answer !== undefined)

/** Fails if a target answered no request. A scenario may also fail before it sends one. */
const checkReached = (kind: TargetKind, attempts: ReadonlyArray<Attempt>) => {
  const [reason] = attempts.flatMap(({ exchanges }) => exchanges.flatMap(({ lost }) => lost ?? []))
  return reason === undefined || attempts.some(answeredIn)
    ? Effect.void
    : new TargetLost({
        message: `No scenario was run: ${kind.name} answered no request (${reason}). Check its address and settings.`
      })
}

const sidesOf = Effect.fnUntraced(function* <E, R>(
  make: MakeKind<E, R>,
  scenarios: ReadonlyArray<DiscoveredScenario>,
  runId: string,
  { allowDestructive, jobs, maxLatencyRatio, seed, timeout }: RoundOptions
) {
  const prefix = prefixOf(runId)
  const kind = yield* make(prefix)
  const results = yield* Run.run(scenarios, {
    id: runId,
    kind,
    seed,
    allowDestructive,
    timeout: `${timeout} seconds`,
    // requests that wait for others would make times incomparable
    concurrency: kind.isLive || maxLatencyRatio !== undefined ? 1 : jobs,
    isNumbered: true
  })
  const attempts = results.map(({ attempt }) => attempt)
  yield* checkReached(kind, attempts)
  return attempts.map((attempt): Side => ({ attempt, prefix }))
}, Effect.scoped)

/** Kinds that may replace each other. */
const valueKinds = new Set(["value", "time", "identity"])

const changeOf = (difference: Difference) =>
  keyOf({ ...difference, kind: valueKinds.has(difference.kind) ? "value" : difference.kind })

/** Returns the differences that do not appear in each round, or that appear between two rounds of one target. */
const unsteadyIn = (
  rounds: ReadonlyArray<{ readonly a: Side; readonly b: Side }>,
  options: CompareOptions
): ReadonlyArray<Difference> => {
  const [first, ...others] = rounds
  if (first === undefined) return []
  const between = (one: Side, other: Side) => compareAttempts(one, other, options)
  const later = others.map(({ a, b }) => new Set(between(a, b).map(keyOf)))
  const alone = new Set(others.flatMap(({ a, b }) => [...between(first.a, a), ...between(first.b, b)]).map(changeOf))
  const all = new Map(rounds.flatMap(({ a, b }) => between(a, b)).map((one) => [keyOf(one), one]))
  const early = new Set(between(first.a, first.b).map(keyOf))
  return [...all.values()].filter(
    (one) => !early.has(keyOf(one)) || later.some((keys) => !keys.has(keyOf(one))) || alone.has(changeOf(one))
  )
}

type Round = ReadonlyMap<string, { readonly a: Side; readonly b: Side }>

const slowIn = (round: Round, ratio: number | undefined): ReadonlyArray<SlowOperation> => {
  const requestsOf = (side: "a" | "b") => [...round.values()].flatMap((pair) => pair[side].attempt.exchanges)
  return slowOperations(requestsOf("a"), requestsOf("b"), ratio)
}

const sends = (pair: { readonly b: Side } | undefined, wanted: string) =>
  pair?.b.attempt.exchanges.some(({ operation }) => operation === wanted) === true

const latencyOf = ({ a, b, operation }: SlowOperation) =>
  differenceOfAll({ ...whole("latency", `${a} ms`, `${b} ms`), operation })

/** Runs scenarios on two targets with the same seed, reruns those that differ, and compares the answers. */
export const compareTargets = Effect.fnUntraced(function* <E1, R1, E2, R2>(
  scenarios: ReadonlyArray<DiscoveredScenario>,
  makeA: MakeKind<E1, R1>,
  makeB: MakeKind<E2, R2>,
  options: RoundOptions
) {
  const start = yield* Clock.currentTimeMillis
  const leftovers: Array<Leftover> = []
  const round = Effect.fnUntraced(function* (selected: ReadonlyArray<DiscoveredScenario>, number: number) {
    const a = yield* sidesOf(makeA, selected, `${options.id}a${number}`, options)
    const b = yield* sidesOf(makeB, selected, `${options.id}b${number}`, options)
    leftovers.push(...[...a, ...b].flatMap(({ attempt }) => attempt.leftovers.filter(({ isGone }) => !isGone)))
    return new Map(
      Arr.zip(
        selected,
        Arr.zipWith(a, b, (a, b) => ({ a, b }))
      ).map(([{ name }, pair]) => [name, pair])
    )
  })
  const first = yield* round(scenarios, 1)
  // scenarios that one of the targets did not run
  const notCompared = [...first].flatMap(([name, { a, b }]) => {
    const attempts = [a.attempt, b.attempt]
    const outcome = attempts.map(({ outcome }) => outcome).find(({ _tag }) => _tag === "Skipped" || _tag === "Failed")
    if (outcome?._tag === "Failed" && !attempts.some(answeredIn))
      return [{ scenario: name, reason: `it fails before its first answer: ${outcome.failure.message}` }]
    if (outcome?._tag !== "Skipped") return []
    const isControlled = scenarios.some((one) => one.name === name && one.scenario.needs.includes("control"))
    return [
      { scenario: name, reason: isControlled ? "it needs a control plane, which compare never uses" : outcome.reason }
    ]
  })
  const skipped = new Set(notCompared.map(({ scenario }) => scenario))
  const tolerance = yield* toleranceSince(start)
  // some scenarios of each operation show whether it is slow again
  const timed = new Set(
    slowIn(first, options.maxLatencyRatio).flatMap(({ operation }) =>
      scenarios.filter(({ name }) => sends(first.get(name), operation)).slice(0, 3)
    )
  )
  const differing = scenarios.filter((one) => {
    const pair = first.get(one.name)
    return (
      pair !== undefined &&
      !skipped.has(one.name) &&
      (timed.has(one) || compareAttempts(pair.a, pair.b, { ...options, tolerance }).length > 0)
    )
  })
  const rounds: Array<Round> = [first]
  for (let number = 2; number <= options.again + 1 && differing.length > 0; number++)
    rounds.push(yield* round(differing, number))
  const [slow = [], ...later] = rounds.map((round) => slowIn(round, options.maxLatencyRatio))
  const latencies = slow.filter((one) => later.every((all) => all.some(({ operation }) => operation === one.operation)))
  const finalOptions = { sameData: options.sameData, tolerance: yield* toleranceSince(start) }
  const compareAll = (wrongIds: ReadonlySet<string>) =>
    scenarios.flatMap((found): ReadonlyArray<Compared> => {
      const pair = first.get(found.name)
      if (pair === undefined || skipped.has(found.name)) return []
      const unsteady = unsteadyIn(
        rounds.flatMap((round) => round.get(found.name) ?? []),
        finalOptions
      )
      const keys = new Set(unsteady.map(keyOf))
      const differences = compareAttempts(pair.a, pair.b, { ...finalOptions, unsteady: keys, wrongIds })
      const slower = latencies.filter(({ operation }) => sends(pair, operation))
      return [{ found, differences: [...differences, ...slower.map(latencyOf)], unsteady }]
    })
  // a wrong id looks right in a scenario that sees it for the first time; other data have other ids
  const wrongIds = compareAll(new Set()).flatMap(({ differences }) =>
    differences.filter(({ kind }) => options.sameData && kind === "identity").map(idKeyOf)
  )
  return {
    start,
    compared: compareAll(new Set(wrongIds.filter((key) => !key.includes("<redacted")))),
    notCompared,
    leftovers
  }
})
