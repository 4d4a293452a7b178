import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { doctorFlags, envFlags, execFlags, importFlags, startFlags } from "./Flags.ts"
import type { StartGiven } from "./Flags.ts"
import { variables, start } from "./start.ts"

// what the other commands do is loaded when one of them runs, which keeps it out of the start

const execCommand = Command.make("exec", execFlags, (given) =>
  Effect.flatMap(
    Effect.promise(() => import("./exec.ts")),
    ({ exec }) => exec(given)
  )
).pipe(
  Command.withShortDescription(
    "Runs a command with a fresh emulator on a free port, its addresses and keys in the environment, and ends with its exit code."
  ),
  Command.withDescription(
    `Runs a command with a fresh emulator on a free port, and ends with its exit code. Its addresses and keys are in the environment, as ${variables.join(", ")}.`
  ),
  Command.withExamples([{ command: "remote-assist-mock exec -- npx vitest run", description: "Test against it" }])
)

const envCommand = Command.make("env", envFlags, (given) =>
  Effect.flatMap(
    Effect.promise(() => import("./env.ts")),
    ({ env }) => env(given)
  )
).pipe(
  Command.withDescription("Prints the settings of clients of an emulator that runs, for a shell to evaluate."),
  Command.withExamples([
    { command: 'eval "$(remote-assist-mock env)"', description: "Set them in this shell" },
    { command: "remote-assist-mock env --shell fish | source", description: "The same in fish" }
  ])
)

const doctorCommand = Command.make("doctor", doctorFlags, (given) =>
  Effect.flatMap(
    Effect.promise(() => import("./doctor.ts")),
    ({ doctor }) => doctor(given)
  )
).pipe(Command.withDescription("Says what keeps the emulator or its clients from working on this machine."))

const importCommand = Command.make("import", importFlags, (given) =>
  Effect.flatMap(
    Effect.promise(() => import("./import.ts")),
    ({ importFiles }) => importFiles(given)
  )
).pipe(
  Command.withShortDescription("Make a world file of the users and pods of an enterprise."),
  Command.withDescription(
    "Makes a world file for --seed from JSON of the users and pods of an enterprise, as remote-assist or the SDK lists them. Secrets are not imported. Messages say what is left out."
  ),
  Command.withExamples([
    {
      command: "remote-assist-mock import users.json pods.json --out world.json",
      description: "Make world.json, for remote-assist-mock --seed world.json"
    }
  ])
)

export const commandServing = <E, R>(serve: (given: StartGiven) => Effect.Effect<void, E, R>) =>
  Command.make("remote-assist-mock", startFlags, serve).pipe(
    Command.withDescription("Emulates the remote-assistance service on this machine, in memory."),
    Command.withSubcommands([
      Command.make("start", startFlags, serve).pipe(
        Command.withDescription("Serves the emulator until Ctrl-C. So does remote-assist-mock without a command.")
      ),
      execCommand,
      envCommand,
      doctorCommand,
      importCommand
    ]),
    Command.withExamples([
      { command: "remote-assist-mock --port 0", description: "Start on a free port" },
      {
        command: "remote-assist-mock --seed users=100000,calls=5000",
        description: "Start with 100,000 users and 5,000 calls"
      }
    ])
  )

export const command = commandServing(start)
