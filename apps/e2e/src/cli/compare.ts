import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import { pluralize } from "@remote-assist/core/Text"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

import { compareTargets } from "../compare/compareTargets.ts"
import { driftReport, formatReport } from "../compare/report.ts"
import { leftoverLines } from "../runner/failureText.ts"
import { describeFailure, messageOf } from "../runner/Result.ts"
import { collectUncaught } from "../runner/Run.ts"
import { choose } from "../targets/choose.ts"
import type { TargetKind } from "../targets/Target.ts"
import { prefixOf, runId, Target, UsageError, usageError, withControlTimeout, withNotice } from "../targets/Target.ts"
import { exitCodes } from "./exitCodes.ts"
import type { Compare } from "./flags.ts"
import { checkFile, writeFile } from "./outputFiles.ts"
import { checkLiveFlags, selectScenarios } from "./selection.ts"

/** Sets a choice such as `page.no-entries=0` in the tenant of an emulator. */
const applyGap = (target: Target["Service"], text: string) => {
  const [, id = "", choice = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  return Effect.flatMap(target.control, ({ gaps }) =>
    withControlTimeout(gaps.choose({ params: { id }, payload: { choice } }))
  )
}

/** Fails if no emulator has such a choice. */
const checkGap = Effect.fnUntraced(function* (flag: string, text: string) {
  if (!text.includes("="))
    return yield* usageError(`${flag} ${text} is invalid. Give id=choice, such as page.no-entries=0.`)
  const emulator = yield* choose("in-process", "e2e-flag")
  yield* Effect.flatMap(Target, (target) => applyGap(target, text)).pipe(
    Effect.provide(emulator.make("e2e-flag"), { local: true }),
    Effect.scoped,
    Effect.mapError((error) => new UsageError({ message: `${flag} ${text} is invalid. ${messageOf(error)}` }))
  )
})

/** Returns a function that makes one of the targets, without its control plane and with choices at gaps. */
const participant = Effect.fnUntraced(function* (target: string, flag: string, gaps: ReadonlyArray<string>) {
  if (target === "live" && gaps.length > 0)
    return yield* usageError(`${flag} is for emulators: a live region has no gaps.`)
  yield* Effect.forEach(gaps, (text) => checkGap(flag, text))
  const compared = Effect.gen(function* () {
    const own = yield* Target
    yield* Effect.forEach(gaps, (text) => applyGap(own, text))
    if (own.offers.length === 0) return own
    return { ...own, offers: own.offers.filter((need) => need !== "control") }
  })
  return (prefix: string) =>
    Effect.map(choose(target, prefix), (kind): TargetKind => ({
      ...kind,
      name: [kind.name, ...gaps].join(" "),
      make: (name) => Layer.effect(Target, compared).pipe(Layer.provideMerge(kind.make(name)))
    }))
})

/** Compares two targets. */
export const run = Effect.fnUntraced(function* ({ a, b, config, region, ...options }: Compare) {
  yield* checkLiveFlags([a, b], { ...options, config, region })
  const scenarios = yield* selectScenarios(options)
  const first = yield* participant(a, "--gap-a", options.gapA)
  const second = yield* participant(b, "--gap-b", options.gapB)
  const isLive = a === "live" || b === "live"
  const sameData = Option.getOrElse(options.data, () => (isLive ? "different" : "same")) === "same"
  const file = Option.toArray(options.json)
  yield* Effect.forEach(file, (one) => checkFile(one))
  const id = yield* runId
  const uncaught: Array<unknown> = []
  const { leftovers, report } = yield* Effect.gen(function* () {
    const kindA = yield* first(prefixOf(`${id}a0`))
    const kindB = yield* second(prefixOf(`${id}b0`))
    for (const { checkUsers = Effect.void } of [kindA, kindB]) yield* checkUsers
    const { leftovers, ...result } = yield* compareTargets(scenarios, first, second, {
      ...options,
      id,
      jobs: Option.getOrElse(options.jobs, () => 8),
      sameData,
      maxLatencyRatio: Option.getOrUndefined(options.maxLatencyRatio)
    })
    return { report: driftReport({ ...result, id, a: kindA.name, b: kindB.name, seed: options.seed }), leftovers }
  }).pipe(
    Effect.scoped,
    Settings.provide({ config, region }),
    withNotice(`Comparing ${a} with ${b}, in ${pluralize(scenarios.length, "scenario")}.`),
    Effect.onInterrupt(() =>
      Console.error("Interrupted, without a result. At an address or a live region, gc lists the leftovers.")
    ),
    (compared) => collectUncaught(compared, uncaught)
  )
  yield* Console.log(formatReport(report))
  yield* Effect.forEach(file, (file) => writeFile(file, `${JSON.stringify(report, undefined, 2)}\n`))
  yield* Effect.forEach(leftoverLines(leftovers), (line) => Console.error(line))
  const failures = uncaught.map((error) => describeFailure(Cause.die(error), ""))
  const texts = failures.map(({ at = "no line", message }) => `An error that no scenario caught: ${message} (at ${at})`)
  // both sides have the same
  yield* Effect.forEach(new Set(texts), (text) => Console.error(text))
  if (report.compared.length === 0)
    return yield* usageError("No scenario was compared. Select one that both targets run: --list shows all.")
  if (report.drift.length > 0) return yield* new Exit({ code: exitCodes.drift })
  if (uncaught.length > 0) return yield* new Exit({ code: exitCodes.failed })
  if (leftovers.length > 0) return yield* new Exit({ code: exitCodes.leftovers })
}, Effect.scoped)
