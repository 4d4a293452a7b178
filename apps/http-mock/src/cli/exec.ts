import { constants } from "node:os"

import * as Cli from "@remote-assist/cli"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as PlatformError from "effect/PlatformError"
import * as ChildProcess from "effect/process/ChildProcess"
import * as Schema from "effect/Schema"

import { Emulator } from "../Emulator.ts"
import { flags } from "../Flags.ts"
import * as Listen from "../flags/Listen.ts"
import { environmentOf } from "./Environment.ts"
import * as Logging from "./logging.ts"
import { optionsOf } from "./options.ts"

/** The command of `exec` cannot be started. */
export class CannotRun extends Schema.TaggedError<CannotRun>()("CannotRun", {
  command: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `Cannot run ${this.command} (${this.reason}). Give a program after --, as in exec -- npm test.`
  }
}

// what has not ended this long after it was told to is killed
const patience = "5 seconds"

/** What a shell makes of a signal that ended a process. */
const codeOf = ({ reason }: PlatformError.PlatformError) => {
  const [, name = ""] = /'(SIG[A-Z0-9]+)'/.exec(String(reason.cause)) ?? []
  return 128 + (Object.entries(constants.signals).find(([signal]) => signal === name)?.[1] ?? 0)
}

/** Runs a command with the emulator beside it, and ends as it ends. Neither outlives the other. */
const run = Effect.fnUntraced(function* (
  [program = "", ...args]: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>>
) {
  const child = yield* ChildProcess.make(program, args, {
    stdin: "inherit",
    stdout: "inherit",
    stderr: "inherit",
    env: environment,
    extendEnv: true,
    forceKillAfter: patience
  }).pipe(Effect.mapError(({ reason }) => new CannotRun({ command: program, reason: reason._tag })))
  const code = yield* Effect.catch(child.exitCode, (error) => Effect.succeed(codeOf(error)))
  return code === 0 ? undefined : yield* new Cli.Exit({ code })
}, Effect.scoped)

export const execCommand = Command.make(
  "exec",
  {
    ...flags,
    port: Listen.port(0),
    command: Argument.String("command").pipe(
      Argument.withDescription("The program to run and its arguments, after --"),
      Argument.atLeast(1)
    )
  },
  Effect.fnUntraced(function* ({ command, log, ...given }) {
    const options = yield* optionsOf(given)
    return yield* Effect.flatMap(Emulator, (emulator) =>
      run(command, environmentOf(emulator, given.apiKeyHeader))
    ).pipe(Effect.provide(Layer.provideMerge(Emulator.layerServer(options), Logging.layer(log))))
  })
).pipe(
  Command.withDescription(
    "Runs a command with a fresh emulator on a free port, its addresses and keys in the environment, and ends with its exit code."
  ),
  Command.withExamples([{ command: "remote-assist-mock exec -- npx vitest run", description: "Test against it" }])
)
