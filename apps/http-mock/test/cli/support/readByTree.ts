import * as Cli from "@remote-assist/cli"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestConsole from "effect/testing/TestConsole"

import { makeCommand } from "../../../src/cli/command.ts"
import type { StartArgs } from "../../../src/cli/Flags.ts"

/** The flags that the command parses; `None` unless it would start an emulator. */
export const readByTree = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    let read = Option.none<StartArgs>()
    const command = makeCommand((flags) =>
      Effect.sync(() => {
        read = Option.some(flags)
      })
    )
    yield* Effect.exit(Cli.program(command, "0.0.0", args))
    return read
  }).pipe(Effect.provide(TestConsole.layer))
