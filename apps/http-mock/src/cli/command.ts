import { describing } from "@remote-assist/cli"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { doctorFlags, envFlags, execFlags, importFlags, startFlags } from "./Flags.ts"
import type { StartArgs } from "./Flags.ts"
import { variables, start } from "./start.ts"

// the other commands are loaded on demand, to keep the start fast
const fromModule = <Module, E, R>(module: Promise<Module>, run: (module: Module) => Effect.Effect<void, E, R>) =>
  Effect.flatMap(
    Effect.promise(() => module),
    run
  )

const described = describing("remote-assist-mock")

const execCommand = Command.make("exec", execFlags, (args) =>
  fromModule(import("./exec.ts"), ({ exec }) => exec(args))
).pipe(
  Command.withShortDescription("Run a command with a new emulator on a free port."),
  described(
    `Run a command with a new emulator on a free port, and exit with its exit code. The environment variables ${variables.join(", ")} have the settings of a client.`,
    ["exec -- npx vitest run", "Test against it"]
  )
)

const envCommand = Command.make("env", envFlags, (args) => fromModule(import("./env.ts"), ({ env }) => env(args))).pipe(
  described(
    "Print the environment variables for clients of a running emulator, to evaluate in a shell.",
    ['env)"', "Set them in this shell", 'eval "$('],
    ["env --shell fish | source", "The same in fish"]
  )
)

const doctorCommand = Command.make("doctor", doctorFlags, (args) =>
  fromModule(import("./doctor.ts"), ({ doctor }) => doctor(args))
).pipe(described("Check the installation, the port and the settings of clients."))

const importCommand = Command.make("import", importFlags, (args) =>
  fromModule(import("./import.ts"), ({ importFiles }) => importFiles(args))
).pipe(
  Command.withShortDescription("Create a world file from the users and pods of an enterprise."),
  described(
    "Create a world file for --seed from JSON lists of users and pods, as listed by remote-assist or the SDK. Secrets are not imported. Messages list omitted values.",
    ["import users.json pods.json --out world.json", "Create world.json, for remote-assist-mock --seed world.json"]
  )
)

export const makeCommand = <E, R>(serve: (args: StartArgs) => Effect.Effect<void, E, R>) =>
  Command.make("remote-assist-mock", startFlags, serve).pipe(
    described(
      "Emulate the remote-assistance service on this machine, in memory.",
      ["--port 0", "Start on a free port"],
      ["--seed users=100000,calls=5000", "Start with 100,000 users and 5,000 calls"]
    ),
    Command.withSubcommands([
      Command.make("start", startFlags, serve).pipe(
        described("Run the emulator until Ctrl-C. This is the default command.")
      ),
      execCommand,
      envCommand,
      doctorCommand,
      importCommand
    ])
  )

export const command = makeCommand(start)
