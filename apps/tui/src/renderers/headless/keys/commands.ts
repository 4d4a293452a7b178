import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { keysFlag } from "../../../Settings.ts"
import { flag } from "../flags.ts"
import { runningHere } from "../root.ts"

const json = flag("json", "As JSON")

/** The command without its subcommand, with what both take. */
const root = Command.make("keys", { json }).pipe(Command.withSharedFlags({ keys: keysFlag }))

const check = Command.make(
  "check",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("Which file; keys.json of the settings unless given"),
      Argument.optional
    ),
    json
  },
  runningHere(
    () => import("./show.ts"),
    (given, { check }) => Effect.flatMap(root, ({ keys }) => check(given, keys))
  )
).pipe(
  Command.withDescription("Says what is wrong with a file of keys, a line each, or that nothing is."),
  Command.withExamples([{ command: "remote-assist keys check", description: "Before it is put to use" }])
)

/** The command that shows which keys there are. */
export const keys = root.pipe(
  Command.withHandler(
    runningHere(
      () => import("./show.ts"),
      (given, { show }) => show(given)
    )
  ),
  Command.withDescription("Shows all commands of the screen with their keys, as the file of keys has them."),
  Command.withExamples([{ command: "remote-assist keys --json", description: "All commands and keys as JSON" }]),
  Command.withSubcommands([check])
)
