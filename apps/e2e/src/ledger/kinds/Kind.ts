import type * as Effect from "effect/Effect"

import type { Left } from "../Line.ts"

/** What there is of a thing that a run left: nothing, what can be removed, or what nobody here can say. */
export type Found<R> =
  | { readonly _tag: "Gone" }
  | { readonly _tag: "There"; readonly remove: Effect.Effect<unknown, unknown, R> }
  | { readonly _tag: "Unclear"; readonly reason: string }

export const gone = { _tag: "Gone" } as const

/** How to go about it. */
export interface Asked {
  /** What the names begin with of what may be removed. */
  readonly prefix: string
  /** Whether what only may be of the run is removed too. */
  readonly allowDestructive: boolean
}

/** Looks for what a run left. */
export type Find<R> = (left: Left, asked: Asked) => Effect.Effect<Found<R>, unknown, R>
