import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { flags } from "./loadFlags.ts"

/** Puts a target under load. */
export const loadCommand = Command.make("load", flags, (given) =>
  Effect.flatMap(
    Effect.promise(() => import("./load.ts")),
    ({ load }) => load(given)
  )
).pipe(
  Command.withDescription(
    "Puts a target under load: a scenario begins at times that are fixed in advance, and each is measured from when it was to begin."
  ),
  Command.withExamples([
    {
      command: "remote-assist-e2e load users/provisions --rate 200 --duration 30s --threshold 'p95<200'",
      description: "200 a second for half a minute, 95 of a hundred within 200 ms"
    }
  ])
)
