import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import type { Told } from "../headless/Connection.ts"
import { flag } from "../headless/flags.ts"
import { runningHere } from "../headless/root.ts"

interface Given extends Told {
  readonly allow: ReadonlyArray<string>
  readonly yes: boolean
}

/** Serves agents. */
export const mcp = Command.make(
  "mcp",
  {
    allow: Flag.String("allow").pipe(
      Flag.withMetavar("reversible,mails,final"),
      Flag.withDescription("What may be done beyond reading; none of them implies another"),
      Flag.atLeast(0)
    ),
    yes: flag("yes", "Do not have anybody asked before what cannot be undone")
  },
  runningHere(
    () => import("./serve.ts"),
    (given: Given, { serve }, sources) => serve(given, sources)
  )
).pipe(
  Command.withDescription(
    "Serves agents by the Model Context Protocol, on the standard input and output, until the input ends. Each action is a tool; without --allow there are those that read."
  ),
  Command.withExamples([
    { command: "remote-assist mcp", description: "To look things up" },
    {
      command: "remote-assist mcp --allow reversible,mails",
      description: "Also to do what can be taken back, or mails"
    }
  ])
)
