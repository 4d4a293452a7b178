import * as Effect from "effect/Effect"

import * as Output from "./Output.ts"
import { Stopped } from "./Stopped.ts"

/** Fails where what was done could not be told. */
export const allTold = Effect.fnUntraced(function* ({ lost }: Output.Results) {
  const why = lost()
  if (why === undefined) return
  return yield* new Stopped({
    kind: "partly",
    message: `The output cannot be written (${why}): what was done is done.`
  })
})

/** Writes what was done to the standard output; fails where it cannot be. */
export const writeDone = Effect.fnUntraced(function* (text: string) {
  const results = yield* Output.results
  yield* results.write(text)
  return yield* allTold(results)
})
