import { program } from "@remote-assist/cli"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as TestConsole from "effect/testing/TestConsole"

import { command } from "../../src/cli/command.ts"
import { exitCodes } from "../../src/cli/exitCodes.ts"
import { programName } from "../../src/runner/failureText.ts"

/** Runs a command line in this process, and yields its exit code and what it printed. */
export const commandLine = (...args: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(
      program(command, "0.0.0", args, { usageCode: exitCodes.usage, startedAs: programName })
    )
    const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
    if (error !== undefined && !Predicate.hasProperty(error, "code")) return yield* Effect.die(error)
    return {
      code: error === undefined ? 0 : Number(error.code),
      out: (yield* TestConsole.logLines).join("\n"),
      err: (yield* TestConsole.errorLines).join("\n")
    }
  }).pipe(Effect.provide(TestConsole.layer, { local: true }))
