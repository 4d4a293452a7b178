import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { running } from "../root.ts"
import { SendsMany } from "../SendsMany.ts"
import { flags } from "./flags.ts"
import type { Flags } from "./flags.ts"

const run = running(
  () => import("./importUsers.ts"),
  (given: Flags, { importUsers }, sources) => importUsers(given, sources)
)

export const importUsers = Command.make("import", flags, (given) =>
  Effect.provideService(run(given), SendsMany, true)
).pipe(
  Command.withDescription(
    "Creates the users of a CSV file, four at a time. A results file keeps what became of each row: the same command resumes an import that stopped, and creates nobody twice."
  ),
  Command.withExamples([
    { command: "remote-assist users import new-hires.csv --dry-run", description: "Report what would be done" },
    {
      command: "remote-assist users import new-hires.csv --no-send-email --yes",
      description: "Do not ask, and send no welcome e-mails"
    }
  ])
)
