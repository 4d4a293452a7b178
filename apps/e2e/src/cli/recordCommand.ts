import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { flags } from "./recordFlags.ts"

/** Writes what reached an emulator as a scenario. */
export const recordCommand = Command.make("record", flags, (given) =>
  Effect.flatMap(
    Effect.promise(() => import("./record.ts")),
    ({ record }) => record(given)
  )
).pipe(
  Command.withDescription(
    "Writes the journal of an emulator as a scenario: a session of an app, of the terminal UI, of a test."
  ),
  Command.withExamples([
    {
      command: "remote-assist-e2e record -o scenarios/my-session.ts",
      description: "Record what the emulator at port 4010 was asked"
    }
  ])
)
