import * as Struct from "effect/Struct"

import { parts } from "./parts.ts"
import type { Part } from "./parts.ts"
import type { Settings } from "./Settings.ts"
import type { World } from "./World.ts"

interface ToEmpty extends Struct.Lambda {
  <Value>(part: Part<Value>): Value
  readonly "~lambda.out": this["~lambda.in"] extends Part<infer Value> ? Value : never
}

/** A world without anything in it. */
export const emptyWorld = (settings: Settings): World => ({
  settings,
  ...Struct.map(
    parts,
    Struct.lambda<ToEmpty>(({ empty }) => empty)
  )
})
