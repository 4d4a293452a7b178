import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { flags } from "./fuzzFlags.ts"

/** Looks for differences between a target and the model. */
export const fuzzCommand = Command.make("fuzz", flags, (given) =>
  Effect.flatMap(
    Effect.promise(() => import("./fuzz.ts")),
    ({ fuzz }) => fuzz(given)
  )
).pipe(
  Command.withDescription(
    "Looks for sequences of commands that a target answers otherwise than the emulator of this version."
  ),
  Command.withExamples([
    {
      command: "remote-assist-e2e fuzz --runs 1000 --target http://127.0.0.1:4010",
      description: "Compare an emulator that runs"
    },
    { command: "remote-assist-e2e fuzz --concurrent", description: "Send several commands at once, too" }
  ])
)
