import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { flags } from "./gcFlags.ts"

/** Lists what runs left behind, and removes it. */
export const gcCommand = Command.make("gc", flags, (given) =>
  Effect.flatMap(
    Effect.promise(() => import("./gc.ts")),
    ({ gc }) => gc(given)
  )
).pipe(
  Command.withDescription(
    "Lists what runs in this folder left behind at an emulator or a live region, as after a kill, and removes it."
  ),
  Command.withExamples([
    { command: "remote-assist-e2e gc", description: "List the runs that left something" },
    { command: "remote-assist-e2e gc --run k3f9x2", description: "Remove what one of them left" }
  ])
)
