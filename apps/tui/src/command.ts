import { program } from "@remote-assist/cli"
import * as Process from "@remote-assist/cli/Process"
import * as Signals from "@remote-assist/cli/Signals"
import { escapeJson, sanitize } from "@remote-assist/cli/Terminal"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"

import manifest from "../package.json" with { type: "json" }
import { commands } from "./renderers/headless/commands.ts"
import type { OutputFlags } from "./renderers/headless/Connection.ts"
import { booleanFlag } from "./renderers/headless/flags.ts"
import { command as makeCommand, described, local, root } from "./renderers/headless/globalCommands.ts"
import type { OpenScreen } from "./renderers/Loading.tsx"
import * as Terminal from "./renderers/Terminal.ts"

interface McpFlags extends OutputFlags {
  readonly allow: ReadonlyArray<string>
  readonly yes: boolean
}

export const mcp = makeCommand(
  "mcp",
  {
    allow: Flag.String("allow").pipe(
      Flag.withMetavar("reversible,mails,final"),
      Flag.withDescription("Changes to permit; none implies another (default: only reading)"),
      Flag.atLeast(0)
    ),
    yes: booleanFlag("yes", "Do not ask a person before a final change, or one of the logged-in account")
  },
  local(
    () => import("./renderers/mcp/serve.ts"),
    (flags: McpFlags, { serve }, sources) => serve(flags, sources)
  ),
  "Serves agents by the Model Context Protocol on the standard input and output, until the input ends. Each action is a tool; without --allow, only tools that read are listed.",
  ["mcp", "Permit reading"],
  ["mcp --allow reversible,mails", "Permit reversible changes and e-mails too"]
)

/** The command with all of its subcommands. Without a subcommand, it opens the screen, whose code is loaded on demand. */
export const command = root.pipe(
  Command.withHandler((flags) =>
    Effect.flatMap(
      Effect.promise(() => import("./open.ts")),
      ({ open }) => open(flags)
    )
  ),
  described(
    "Administers the users of the remote-assistance service: on the screen, or by a command in a script.\n\n" +
      "Settings come from a profile (see remote-assist profiles), or from REMOTE_ASSIST_REGION, REMOTE_ASSIST_US_URL or REMOTE_ASSIST_EU_URL, and REMOTE_ASSIST_API_KEY. " +
      "To log in, use remote-assist login, or set REMOTE_ASSIST_EMAIL and REMOTE_ASSIST_PASSWORD, or REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN.",
    ["--config live.env", "Connect with the settings in a file"],
    ["--region eu", "Connect to the other region of the same settings"],
    ["--screen-reader", "Print lines for a screen reader"],
    ["users list --filter active=false --json", "List without the screen"],
    ["users deactivate grace@example.com --dry-run", "Print the request"],
    ["mcp --allow reversible", "Serve tools for agents"]
  ),
  Command.withSubcommands([...commands, mcp])
)

const wantsJson = (args: ReadonlyArray<string>) => {
  const end = args.indexOf("--")
  const flags = end === -1 ? args : args.slice(0, end)
  return flags.some((arg) => /^--(?:nd)?json(?:=(?:true|yes|on|1|y))?$/.test(arg))
}

/** Formats an error in the arguments: a sentence, or JSON if `--json` is among them. */
const formatUsageError = (message: string, args: ReadonlyArray<string>): string =>
  wantsJson(args) ? escapeJson(JSON.stringify({ error: { code: 1, kind: "usage", message } })) : sanitize(message)

/** Runs the program with the given arguments (default: those of the process). */
export const remoteAssist = (args?: ReadonlyArray<string>) =>
  program(command, manifest.version, args, { formatUsageError })

/** Closes a screen before a message is printed, which nobody would see on it. */
const withConsole = ({ ink }: OpenScreen) =>
  Effect.updateService(Console.Console, (console) => ({
    ...console,
    error: (...args) => {
      ink.unmount()
      console.error(...args)
    }
  }))

/** Runs the program as this process, on a screen that may be open already. */
export const run = (screen?: OpenScreen): void =>
  Process.run(
    screen === undefined
      ? remoteAssist()
      : remoteAssist().pipe(withConsole(screen), Effect.provideService(Terminal.EarlyScreen, screen)),
    { teardown: Signals.teardown() }
  )
