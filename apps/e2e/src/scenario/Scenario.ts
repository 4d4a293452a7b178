import type * as Client from "@remote-assist/core/Client"
import type { Http } from "@remote-assist/core/Http"
import type { Region } from "@remote-assist/core/Region"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import type * as Scope from "effect/Scope"

import { needs } from "../targets/Need.ts"
import type { Need } from "../targets/Need.ts"
import type { Target } from "../targets/Target.ts"
import { sameEffect } from "./sameEffect.ts"

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
