import type * as Result from "effect/Result"

import { prngHex } from "../prng.ts"
import type { Refusal } from "../Refusal.ts"
import type { Part, parts } from "./parts.ts"
import type { Settings } from "./Settings.ts"

/** The state of one region: a value that transitions replace, so that a snapshot is a reference to it. */
export type World = { readonly settings: Settings } & {
  readonly [Name in keyof typeof parts]: (typeof parts)[Name] extends Part<infer Value> ? Value : never
}

/** A step of the world: the next world with an answer, or why the step is refused. */
export type Step<Answer> = Result.Result<readonly [World, Answer], Refusal>

/** 32 hexadecimal digits that no world of the tenant has given out yet. */
export const draw = (world: World): readonly [World, string] => [
  { ...world, drawn: world.drawn + 1 },
  prngHex(world.settings.seed, world.drawn, world.line)
]
