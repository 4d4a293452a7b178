import * as Flag from "effect/cli/Flag"

import type { OutputFlags } from "../headless/Connection.ts"
import { booleanFlag } from "../headless/flags.ts"
import { command, local } from "../headless/globalCommands.ts"

interface McpFlags extends OutputFlags {
  readonly allow: ReadonlyArray<string>
  readonly yes: boolean
}

export const mcp = command(
  "mcp",
  {
    allow: Flag.String("allow").pipe(
      Flag.withMetavar("reversible,mails,final"),
      Flag.withDescription("Changes to permit; none implies another (default: only reading)"),
      Flag.atLeast(0)
    ),
    yes: booleanFlag("yes", "Skip the confirmation by a person before changes that cannot be undone")
  },
  local(
    () => import("./serve.ts"),
    (flags: McpFlags, { serve }, sources) => serve(flags, sources)
  ),
  "Serves agents by the Model Context Protocol on the standard input and output, until the input ends. Each action is a tool; without --allow, only tools that read are listed.",
  ["mcp", "Permit reading"],
  ["mcp --allow reversible,mails", "Permit reversible changes and e-mails too"]
)
