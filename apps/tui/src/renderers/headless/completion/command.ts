import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { root } from "../root.ts"

/** Prints what a word can become; scripts of shells ask for it. */
export const complete = Command.make(
  "complete",
  {
    kind: Argument.String("kind"),
    word: Argument.String("word"),
    line: Argument.String("line").pipe(Argument.atLeast(0))
  },
  Effect.fnUntraced(function* (given) {
    const sources = yield* root
    const { complete } = yield* Effect.promise(() => import("./complete.ts"))
    return yield* complete(given, sources)
  })
).pipe(Command.unlisted)
