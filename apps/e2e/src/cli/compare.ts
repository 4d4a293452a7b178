import { Exit } from "@remote-assist/cli"
import * as Settings from "@remote-assist/cli/Settings"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"

import { compareTargets } from "../compare/compareTargets.ts"
import { driftReport, text } from "../compare/report.ts"
import type { Leftover } from "../recorder/Recorder.ts"
import { choose as chooseTarget } from "../targets/choose.ts"
import type { TargetKind } from "../targets/Target.ts"
import { prefixOf, runId, Target } from "../targets/Target.ts"
import { answered } from "../targets/timeLimit.ts"
import { chosen, Misuse } from "./selection.ts"
import { exitCodes } from "./exitCodes.ts"
import { toFileIfAny } from "./outputFiles.ts"
import type { Compare } from "./flags.ts"

/** What is chosen at gaps, by the ids of the register. */
type Choices = ReadonlyMap<string, Schema.Json>

/** Chooses in the tenant of an emulator. */
const choose = (target: Target["Service"], choices: Choices) =>
  Effect.gen(function* () {
    const { gaps } = yield* target.control
    for (const [id, choice] of choices) yield* answered(gaps.choose({ params: { id }, payload: { choice } }))
  })

/** An emulator with other choices at its gaps, in each tenant that scenarios get. */
const withChoices = (kind: TargetKind, choices: Choices): TargetKind =>
  choices.size === 0
    ? kind
    : {
        ...kind,
        make: (name) =>
          Layer.effect(
            Target,
            Effect.tap(Target, (target) => choose(target, choices))
          ).pipe(Layer.provideMerge(kind.make(name)))
      }

/** A target of which nothing is known beyond what scenarios ask it for: no journal, and no choices. */
const opaque = (kind: TargetKind): TargetKind => ({
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
  readonly given: string
  readonly choices: ReadonlyMap<string, string>
}

const detailOf = (error: unknown) =>
  typeof error === "object" && error !== null && "detail" in error ? String(error.detail) : String(error)

const readGap = Effect.fnUntraced(function* (flag: string, text: string) {
  const [, id = "", choice = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  const choices: Choices = new Map([[id, choice]])
  const emulator = yield* chooseTarget("in-process", "e2e-flag")
  yield* Effect.flatMap(Target, (target) => choose(target, choices)).pipe(
    Effect.provide(emulator.make("e2e-flag"), { local: true }),
    Effect.scoped,
    Effect.mapError((error) => new Misuse({ message: `${flag} ${text} cannot be chosen. ${detailOf(error)}` }))
  )
  return [id, choice] as const
})

/** A target, with choices as `id=choice`, which only an emulator has. */
const participant = Effect.fnUntraced(function* (given: string, flag: string, gaps: ReadonlyArray<string>) {
  if (given === "live" && gaps.length > 0)
    return yield* new Misuse({ message: `${flag} is for emulators: a live region has no gaps to choose at.` })
  const choices = new Map(yield* Effect.forEach(gaps, (text) => readGap(flag, text)))
  const participant: Participant = { given, choices }
  return participant
})

/** The target itself, until the scope ends. */
const kindOf = ({ choices, given }: Participant, prefix: string) =>
  Effect.map(chooseTarget(given, prefix), (kind): TargetKind => {
    const chosen = [...choices].map(([id, choice]) => `${id}=${choice}`)
    return { ...withChoices(kind, choices), name: [kind.name, ...chosen].join(" ") }
  })

const leftoverText = ({ id, kind, reason }: Leftover) => `Left behind: ${kind} ${id} (${reason})`

/** Compares two targets. */
export const run = Effect.fnUntraced(function* ({ a, b, config, region, ...options }: Compare) {
  const scenarios = yield* chosen(options)
  const first = yield* participant(a, "--gap-a", options.gapA)
  const second = yield* participant(b, "--gap-b", options.gapB)
  const isLive = a === "live" || b === "live"
  const sameData = Option.getOrElse(options.data, () => (isLive ? "different" : "same")) === "same"
  const write = yield* toFileIfAny(options.json)
  const id = yield* runId
  const { leftovers, report } = yield* Effect.gen(function* () {
    const kindA = yield* kindOf(first, prefixOf(`${id}a0`))
    const kindB = yield* kindOf(second, prefixOf(`${id}b0`))
    const { compared, leftovers, notCompared, start } = yield* compareTargets(
      scenarios,
      (prefix) => Effect.map(kindOf(first, prefix), opaque),
      (prefix) => Effect.map(kindOf(second, prefix), opaque),
      {
        id,
        seed: options.seed,
        jobs: Option.getOrElse(options.jobs, () => 8),
        again: options.again,
        timeout: options.timeout,
        allowDestructive: options.allowDestructive,
        sameData
      }
    )
    const result = { id, a: kindA.name, b: kindB.name, seed: options.seed, startedAt: start, compared, notCompared }
    return { report: driftReport(result), leftovers }
  }).pipe(Effect.scoped, Settings.provide({ config, region }))
  yield* Console.log(text(report))
  write(`${JSON.stringify(report, undefined, 2)}\n`)
  yield* Effect.forEach(leftovers, (leftover) => Console.error(leftoverText(leftover)))
  if (report.drift.length > 0) return yield* new Exit({ code: exitCodes.drift })
  if (leftovers.length > 0) return yield* new Exit({ code: exitCodes.leaked })
}, Effect.scoped)
