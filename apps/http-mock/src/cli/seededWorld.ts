import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { seedOf } from "./flags/seedText.ts"
import type { Seed } from "./flags/seedText.ts"

const fileOf = (file: string) =>
  Effect.flatMap(
    Effect.promise(() => import("./worldFile.ts")),
    ({ read }) => read(file)
  )

/** The options that a seed stands for; a file that it names is read. */
export const optionsOf = Effect.fnUntraced(function* ({ file, sizes }: Seed) {
  return { ...sizes, world: file === undefined ? undefined : yield* fileOf(file) }
})

/** The same of what `--seed` says, unless it is nothing that it takes. */
export const worldOf = (text: string) => Effect.transposeOption(Option.map(seedOf(text), optionsOf))
