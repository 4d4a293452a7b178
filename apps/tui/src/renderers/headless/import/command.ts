import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { running } from "../root.ts"
import { SendsMany } from "../SendsMany.ts"
import { importing } from "./flags.ts"
import type { Importing } from "./flags.ts"

const run = running(
  () => import("./importUsers.ts"),
  (given: Importing, { importUsers }, sources) => importUsers(given, sources)
)

/** Creates the users of a file. */
export const importUsers = Command.make("import", importing, (given) =>
  Effect.provideService(run(given), SendsMany, true)
).pipe(
  Command.withDescription(
    "Creates the users of a CSV file, four at a time. What becomes of each row is written beside the file before and after it is sent: the same command goes on where an import stopped, and creates nobody twice."
  ),
  Command.withExamples([
    { command: "remote-assist users import new-hires.csv --dry-run", description: "What would be done" },
    {
      command: "remote-assist users import new-hires.csv --no-send-email --yes",
      description: "Without being asked, and without welcome e-mails"
    }
  ])
)
