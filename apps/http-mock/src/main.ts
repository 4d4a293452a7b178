import "effect/schema/SchemaJITCompiler/enable"
import * as Process from "@remote-assist/cli/Process"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import manifest from "../package.json" with { type: "json" }
import { commonStart } from "./cli/commonStart.ts"
import * as Signals from "./cli/signals.ts"
import { start } from "./cli/start.ts"

// the tree of commands and what reads it are loaded when they are needed, which keeps them out of most starts
const anyCommand = Effect.flatMap(
  Effect.promise(() => import("./cli/anyCommand.ts")),
  ({ anyCommand }) => anyCommand(manifest.version)
)

const program = Option.match(commonStart(process.argv.slice(2), process.env), {
  onNone: () => anyCommand,
  onSome: (given) => Effect.catch(start(given), Process.report)
})

Process.run(program, { teardown: Signals.teardown() })
