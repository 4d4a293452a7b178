import { program } from "@remote-assist/cli"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import manifest from "../package.json" with { type: "json" }
import type { Sources } from "./profiles/Sources.ts"
import { commands } from "./renderers/headless/commands.ts"
import { wrongly } from "./renderers/headless/output.ts"
import { root } from "./renderers/headless/root.ts"
import { mcp } from "./renderers/mcp/command.ts"
import type { Flags } from "./Settings.ts"

// loaded for the screen alone
const screen = (given: Sources & Flags) =>
  Effect.flatMap(
    Effect.promise(() => import("./open.ts")),
    ({ open }) => open(given)
  )

/** The command with all of its subcommands. */
export const command = root.pipe(
  Command.withHandler((given) => screen(given)),
  Command.withDescription(
    "Administers the users of the remote-assistance service: on the screen, or by a command in a script.\n\n" +
      "Settings: those of a profile, see remote-assist profiles; or REMOTE_ASSIST_REGION, REMOTE_ASSIST_US_URL or REMOTE_ASSIST_EU_URL, REMOTE_ASSIST_API_KEY; to log in " +
      "remote-assist login, or REMOTE_ASSIST_EMAIL and REMOTE_ASSIST_PASSWORD, or REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN."
  ),
  Command.withExamples([
    { command: "remote-assist --config live.env", description: "Connect with the settings in a file" },
    { command: "remote-assist --region eu", description: "Connect to the other region of the same settings" },
    { command: "remote-assist --screen-reader", description: "Have it said in lines instead of drawn" },
    { command: "remote-assist users list --filter active=false --json", description: "List without the screen" },
    { command: "remote-assist users deactivate grace@example.com --dry-run", description: "See what would be sent" },
    { command: "remote-assist mcp --allow reversible", description: "Serve tools for agents" }
  ]),
  Command.withSubcommands([...commands, mcp])
)

/** The program, with the arguments of this process unless they are given. */
export const remoteAssist = (args?: ReadonlyArray<string>) =>
  program(command, manifest.version, args, { formatUsageError: wrongly })
