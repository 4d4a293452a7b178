import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"

import { compareTargets } from "../compare/compareTargets.ts"
import { driftReport, formatReport } from "../compare/report.ts"
import type { Leftover } from "../recorder/Recorder.ts"
import { choose } from "../targets/choose.ts"
import type { TargetKind } from "../targets/Target.ts"
import { prefixOf, runId, Target } from "../targets/Target.ts"
import { withControlTimeout } from "../targets/timeLimit.ts"
import type { Compare } from "./flags.ts"
import { UsageError, exitCodes, usageError, optionalFileWriter } from "./results.ts"
import { selectScenarios } from "./selection.ts"

/** Choices by the ids of gaps. */
type Choices = ReadonlyMap<string, Schema.Json>

/** Sets choices in the tenant of an emulator. */
const applyChoices = (target: Target["Service"], choices: Choices) =>
  Effect.gen(function* () {
    const { gaps } = yield* target.control
    for (const [id, choice] of choices) yield* withControlTimeout(gaps.choose({ params: { id }, payload: { choice } }))
  })

/** An emulator with these choices in each tenant. */
const withChoices = (kind: TargetKind, choices: Choices): TargetKind =>
  choices.size === 0
    ? kind
    : {
        ...kind,
        make: (name) =>
          Layer.effect(
            Target,
            Effect.tap(Target, (target) => applyChoices(target, choices))
          ).pipe(Layer.provideMerge(kind.make(name)))
      }

/** A target without its control plane. */
const withoutControl = (kind: TargetKind): TargetKind => ({
  ...kind,
  make: (name) =>
    Layer.effect(
      Target,
      Effect.map(Target, (target) => ({ ...target, offers: target.offers.filter((need) => need !== "control") }))
    ).pipe(Layer.provideMerge(kind.make(name)))
})

/** One of the targets that are compared. */
interface Participant {
  /** As for `--target`. */
  readonly target: string
  readonly choices: ReadonlyMap<string, string>
}

const detailOf = (error: unknown) =>
  typeof error === "object" && error !== null && "detail" in error ? String(error.detail) : String(error)

const parseGap = Effect.fnUntraced(function* (flag: string, text: string) {
  const [, id = "", choice = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  const choices: Choices = new Map([[id, choice]])
  const emulator = yield* choose("in-process", "e2e-flag")
  yield* Effect.flatMap(Target, (target) => applyChoices(target, choices)).pipe(
    Effect.provide(emulator.make("e2e-flag"), { local: true }),
    Effect.scoped,
    Effect.mapError((error) => new UsageError({ message: `${flag} ${text} is invalid. ${detailOf(error)}` }))
  )
  return [id, choice] as const
})

/** A target with choices as `id=choice`, which only an emulator has. */
const participant = Effect.fnUntraced(function* (target: string, flag: string, gaps: ReadonlyArray<string>) {
  if (target === "live" && gaps.length > 0)
    return yield* usageError(`${flag} is for emulators: a live region has no gaps.`)
  const choices = new Map(yield* Effect.forEach(gaps, (text) => parseGap(flag, text)))
  const participant: Participant = { target, choices }
  return participant
})

/** Makes the target, until the scope ends. */
const kindOf = ({ choices, target }: Participant, prefix: string) =>
  Effect.map(choose(target, prefix), (kind): TargetKind => {
    const suffixes = [...choices].map(([id, choice]) => `${id}=${choice}`)
    return { ...withChoices(kind, choices), name: [kind.name, ...suffixes].join(" ") }
  })

const leftoverText = ({ id, kind, reason }: Leftover) => `Not removed: ${kind} ${id} (${reason})`

/** Compares two targets. */
export const run = Effect.fnUntraced(function* ({ a, b, config, region, ...options }: Compare) {
  const scenarios = yield* selectScenarios(options)
  const first = yield* participant(a, "--gap-a", options.gapA)
  const second = yield* participant(b, "--gap-b", options.gapB)
  const isLive = a === "live" || b === "live"
  const sameData = Option.getOrElse(options.data, () => (isLive ? "different" : "same")) === "same"
  const write = yield* optionalFileWriter(options.json)
  const id = yield* runId
  const { leftovers, report } = yield* Effect.gen(function* () {
    const kindA = yield* kindOf(first, prefixOf(`${id}a0`))
    const kindB = yield* kindOf(second, prefixOf(`${id}b0`))
    for (const { checkUsers = Effect.void } of [kindA, kindB]) yield* checkUsers
    const { compared, leftovers, notCompared, start } = yield* compareTargets(
      scenarios,
      (prefix) => Effect.map(kindOf(first, prefix), withoutControl),
      (prefix) => Effect.map(kindOf(second, prefix), withoutControl),
      {
        id,
        seed: options.seed,
        jobs: Option.getOrElse(options.jobs, () => 8),
        again: options.again,
        timeout: options.timeout,
        allowDestructive: options.allowDestructive,
        sameData,
        maxLatencyRatio: Option.getOrUndefined(options.maxLatencyRatio)
      }
    )
    const result = { id, a: kindA.name, b: kindB.name, seed: options.seed, startedAt: start, compared, notCompared }
    return { report: driftReport(result), leftovers }
  }).pipe(Effect.scoped, Settings.provide({ config, region }))
  yield* Console.log(formatReport(report))
  write(`${JSON.stringify(report, undefined, 2)}\n`)
  yield* Effect.forEach(leftovers, (leftover) => Console.error(leftoverText(leftover)))
  if (report.drift.length > 0) return yield* new Exit({ code: exitCodes.drift })
  if (leftovers.length > 0) return yield* new Exit({ code: exitCodes.leftovers })
}, Effect.scoped)
