import * as Command from "effect/cli/Command"

import { compare } from "./compare.ts"
import { exporting } from "./exportK6.ts"
import { fuzz } from "./fuzz.ts"
import { gc } from "./gc.ts"
import { load } from "./load.ts"
import { newScenario } from "./new.ts"
import { record } from "./record.ts"
import { run } from "./run.ts"

/** The whole of the command line. */
export const command = run.pipe(Command.withSubcommands([compare, load, exporting, fuzz, gc, record, newScenario]))
