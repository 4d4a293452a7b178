import * as Cli from "@remote-assist/cli"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as TestConsole from "effect/testing/TestConsole"

import { makeCommand } from "../../../src/cli/command.ts"
import type { StartArgs } from "../../../src/cli/Flags.ts"

/** What the tree of commands reads; nothing where it serves no emulator. */
export const readByTree = (args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    let read = Option.none<StartArgs>()
    const command = makeCommand((given) =>
      Effect.sync(() => {
        read = Option.some(given)
      })
    )
    yield* Effect.exit(Cli.program(command, "0.0.0", args))
    return read
  }).pipe(Effect.provide(TestConsole.layer))
