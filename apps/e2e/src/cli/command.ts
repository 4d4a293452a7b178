import * as Command from "effect/cli/Command"

import { compareCommand } from "./compare.ts"
import { exporting } from "./exportK6Command.ts"
import { fuzzCommand } from "./fuzz.ts"
import { gcCommand } from "./gc.ts"
import { newScenario } from "./new.ts"
import { run } from "./run.ts"

// what sub-commands do is loaded when one of them runs

/** The whole of the command line. */
export const command = run.pipe(
  Command.withSubcommands([compareCommand, exporting, fuzzCommand, gcCommand, newScenario])
)
