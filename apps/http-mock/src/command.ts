import * as Command from "effect/cli/Command"

import { doctorCommand } from "./cli/doctor.ts"
import { envCommand } from "./cli/env.ts"
import { execCommand } from "./cli/exec.ts"
import { start, startCommand } from "./cli/start.ts"
import { flags } from "./Flags.ts"

/** The emulator on the command line. */
export const command = Command.make("remote-assist-mock", flags, start).pipe(
  Command.withDescription("Emulates the remote-assistance service on this machine, in memory."),
  Command.withSubcommands([startCommand, execCommand, envCommand, doctorCommand]),
  Command.withExamples([
    { command: "remote-assist-mock --port 0", description: "Start on a free port" },
    {
      command: "remote-assist-mock --seed users=100000,calls=5000",
      description: "Start with 100,000 users and 5,000 calls"
    }
  ])
)

