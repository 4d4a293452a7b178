import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { flags } from "./compareFlags.ts"

/** Compares two targets. */
export const compareCommand = Command.make("compare", flags, (given) =>
  Effect.flatMap(
    Effect.promise(() => import("./compare.ts")),
    ({ compare }) => compare(given)
  )
).pipe(
  Command.withDescription(
    "Runs the same scenarios on an emulator and on another service, and says where they differ and which gaps explain it."
  ),
  Command.withExamples([
    { command: "remote-assist-e2e compare in-process live", description: "What the live region does in another way" },
    {
      command: "remote-assist-e2e compare in-process in-process --gap-b page.no-entries=0",
      description: "See what a choice at a gap changes"
    }
  ])
)
