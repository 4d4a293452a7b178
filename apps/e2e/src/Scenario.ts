import type * as Client from "@remote-assist/core/Client"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

import type { Need, Target } from "./Target.ts"

/** Something a user of the service does, and what they must see. What it creates it removes with its `Scope`. */
export interface Scenario {
  /** Path of its file below `scenarios/`, without the ending. */
  readonly name: string
  readonly needs: ReadonlyArray<Need>
  readonly run: Effect.Effect<void, unknown, Target | Client.Client | Scope.Scope>
}

export const scenario = (
  name: string,
  run: Scenario["run"],
  options: { readonly needs?: ReadonlyArray<Need> } = {}
): Scenario => ({ name, needs: options.needs ?? [], run })
