import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"

import { choose as chooseTarget } from "../targets/choose.ts"
import { inProcess } from "../targets/inProcess.ts"
import { Target } from "../targets/Target.ts"
import type { TargetKind } from "../targets/Target.ts"
import { answered } from "../targets/within.ts"
import { Misuse } from "./choosing.ts"

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
export const opaque = (kind: TargetKind): TargetKind => ({
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
  yield* Effect.flatMap(Target, (target) => choose(target, choices)).pipe(
    Effect.provide(inProcess("e2e-flag").make("e2e-flag"), { local: true }),
    Effect.scoped,
    Effect.mapError((error) => new Misuse({ message: `${flag} ${text} cannot be chosen. ${detailOf(error)}` }))
  )
  return [id, choice] as const
})

/** A target, with choices as `id=choice`, which only an emulator has. */
export const participant = Effect.fnUntraced(function* (given: string, flag: string, gaps: ReadonlyArray<string>) {
  if (given === "live" && gaps.length > 0)
    return yield* new Misuse({ message: `${flag} is for emulators: a live region has no gaps to choose at.` })
  const choices = new Map(yield* Effect.forEach(gaps, (text) => readGap(flag, text)))
  const participant: Participant = { given, choices }
  return participant
})

/** The target itself, until the scope ends. */
export const kindOf = ({ choices, given }: Participant, prefix: string) =>
  Effect.map(chooseTarget(given, prefix), (kind): TargetKind => {
    const chosen = [...choices].map(([id, choice]) => `${id}=${choice}`)
    return { ...withChoices(kind, choices), name: [kind.name, ...chosen].join(" ") }
  })
