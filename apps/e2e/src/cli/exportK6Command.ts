import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { Misuse } from "./choosing.ts"
import { withEndings } from "./endings.ts"
import { flags } from "./exportK6Flags.ts"

/** Writes a scenario as a script of k6. */
const exportK6Command = Command.make("k6", flags, (given) =>
  Effect.flatMap(
    Effect.promise(() => import("./exportK6.ts")),
    ({ exportK6 }) => exportK6(given)
  )
).pipe(
  Command.withDescription(
    "Writes a script of k6 that sends what a scenario sends, recorded on an emulator in this process; what one answer gives is what later requests send. Secrets come from the environment."
  ),
  Command.withExamples([
    { command: "remote-assist-e2e export k6 users/provisions -o provisions.js", description: "Load past one machine" }
  ])
)

/** Writes scenarios in the form of other programs. */
export const exporting = Command.make("export", {}, () =>
  withEndings(new Misuse({ message: "export lacks the form to write: give k6. See remote-assist-e2e export --help." }))
).pipe(
  Command.withDescription("Writes scenarios in the form of other programs."),
  Command.withSubcommands([exportK6Command])
)
