import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"

import { Target } from "./Target.ts"
import type { TargetKind } from "./Target.ts"
import { answered } from "./within.ts"

/** What is chosen at gaps, by the ids of the register. */
export type Choices = ReadonlyMap<string, Schema.Json>

/** Chooses in the tenant of an emulator. */
export const choose = (target: Target["Service"], choices: Choices) =>
  Effect.gen(function* () {
    const { gaps } = yield* target.control
    for (const [id, choice] of choices) yield* answered(gaps.choose({ params: { id }, payload: { choice } }))
  })

/** An emulator with other choices at its gaps, in each tenant that scenarios get. */
export const withChoices = (kind: TargetKind, choices: Choices): TargetKind =>
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
