import { createRequire } from "node:module"
import { dirname } from "node:path"

import type * as Client from "@remote-assist/core/Client"
import type { Http } from "@remote-assist/core/Http"
import type { Region } from "@remote-assist/core/Region"
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"

import { CurrentRecorder, CurrentStep } from "../recorder/Recorder.ts"
import { needs } from "../targets/Target.ts"
import type { Need, Target } from "../targets/Target.ts"

/** Whether an Effect was made by another copy of Effect than this package's. */
export const isForeign = (act: Effect.Effect<unknown, unknown, unknown>): boolean =>
  act[Effect.TypeId] !== Effect.void[Effect.TypeId]

const folder = () => dirname(createRequire(import.meta.url).resolve("effect/package.json"))

/** An Effect was given that another copy of Effect than this package's made: the two would misbehave together. */
export class ForeignEffect extends TypeError {
  override readonly name = "ForeignEffect"
  constructor(where: string) {
    super(
      `${where} was given an Effect of another copy of effect than @remote-assist/e2e uses, which is in ${folder()}. Have one copy in the project: npm ls effect tells where another comes from, npm dedupe joins them if their versions allow it.`
    )
  }
}

/** Yields an Effect as it is, and throws if another copy of Effect made it; `where` it was given. */
export const sameEffect = <A, E, R>(where: string, act: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  if (isForeign(act)) throw new ForeignEffect(where)
  return act
}

const outcomeOf = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(exit) ? "passed" : Cause.hasInterruptsOnly(exit.cause) ? "interrupted" : "failed"

/** Does something under a title, which reports show with its requests, and which the documentation of a scenario is made of. */
export const step = <A, E, R>(title: string, act: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const own = sameEffect(`The step "${title}"`, act)
  return Effect.gen(function* () {
    const recorder = yield* CurrentRecorder
    const { end, id } = recorder.step(title, yield* CurrentStep)
    return yield* own.pipe(
      Effect.provideService(CurrentStep, id),
      Effect.onExit((exit) =>
        Effect.sync(() => end(outcomeOf(exit), Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined))
      )
    )
  })
}

/** What a scenario may ask for: every service of the SDK, who is known at the target, and a scope to clean up with. */
export type Services = Target | Client.Client | Region | Http | Scope.Scope

/** What is said of a scenario besides what it does. */
export interface Options {
  /** Words to choose scenarios by, such as `admin`, `smoke` or `journey`. */
  readonly tags?: ReadonlyArray<string>
  /** What the target must offer; one that lacks it skips the scenario. */
  readonly needs?: ReadonlyArray<Need>
  /** Whether it changes or removes what it did not create; a live region runs it only where that is allowed. */
  readonly destructive?: boolean
  /** Longest it may take; that of the run unless set. */
  readonly timeout?: Duration.Input
}

const kind = "~@remote-assist/e2e/Scenario"

/** Something a user of the service does, and what they must see. What it creates it removes with its `Scope`. */
export interface Scenario {
  readonly [kind]: true
  readonly tags: ReadonlyArray<string>
  readonly needs: ReadonlyArray<Need>
  readonly destructive: boolean
  readonly timeout: Duration.Input | undefined
  readonly run: Effect.Effect<void, unknown, Services>
}

/** Makes a scenario, to be the default export of its file, whose path is its name. */
export const scenario = (
  run: Effect.Effect<void, unknown, Services>,
  { destructive = false, needs = [], tags = [], timeout }: Options = {}
): Scenario => ({ [kind]: true, run: sameEffect("scenario", run), tags, needs, destructive, timeout })

/** Whether a value is a scenario, of this copy of the package or another. */
export const isScenario = (value: unknown): value is Scenario => Predicate.hasProperty(value, kind)

/** What is wrong with the needs of a scenario, where anything is. */
export const unknownNeed = ({ needs: asked }: Scenario): string | undefined => {
  const known: ReadonlyArray<string> = needs
  return asked.find((need) => !known.includes(need))
}
