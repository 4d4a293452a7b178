import * as Process from "@remote-assist/cli/Process"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import manifest from "../../package.json" with { type: "json" }
import { commonStart } from "./commonStart.ts"
import { start } from "./start.ts"

// the tree of commands and what reads it are loaded when they are needed, which keeps them out of most starts
const anyCommand = (args: ReadonlyArray<string>) =>
  Effect.flatMap(
    Effect.promise(() => Promise.all([import("@remote-assist/cli"), import("./command.ts")])),
    ([Cli, { command }]) => Cli.program(command, manifest.version, args)
  )

export const remoteAssistMock = (args: ReadonlyArray<string>) =>
  Option.match(commonStart(args, process.env), {
    onNone: () => anyCommand(args),
    onSome: (given) => Effect.catch(start(given), Process.report)
  })
