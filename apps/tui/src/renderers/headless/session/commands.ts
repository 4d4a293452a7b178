import * as Command from "effect/cli/Command"

import { running } from "../root.ts"
import { json, loggingIn } from "./flags.ts"

/** Logs in, for all commands that follow. */
export const login = Command.make(
  "login",
  loggingIn,
  running(
    () => import("./session.ts"),
    (given, { logIn }) => logIn(given),
    "always"
  )
).pipe(
  Command.withDescription(
    "Logs in, and keeps the session in a file that only you can read, until remote-assist logout. The password or token is asked for on a terminal, else it is the first line of the standard input."
  ),
  Command.withExamples([
    { command: "remote-assist login --email ada@example.com", description: "With a password that is asked for" },
    { command: "echo $TOKEN | remote-assist login --pat", description: "With a personal access token, in a script" }
  ])
)

/** Logs out. */
export const logout = Command.make(
  "logout",
  { json },
  running(
    () => import("./session.ts"),
    (given, { logOut }) => logOut(given),
    "always"
  )
).pipe(
  Command.withDescription(
    "Removes the file of the session that is kept. The service has no log-out, so its tokens live on until they expire."
  ),
  Command.withExamples([
    { command: "remote-assist logout", description: "At the address that is connected to" },
    { command: "remote-assist logout --profile live-eu", description: "At that of a profile" }
  ])
)

const show = Command.make(
  "show",
  { json },
  running(
    () => import("./session.ts"),
    (given, { show }) => show(given)
  )
).pipe(
  Command.withDescription("Shows who is logged in, where, until when, and whether that is the service or an emulator."),
  Command.withExamples([{ command: "remote-assist session show --json", description: "The same as JSON" }])
)

/** The commands about the session. */
export const session = Command.make("session").pipe(
  Command.withDescription("Tells of the session."),
  Command.withExamples([{ command: "remote-assist session show", description: "Who is logged in, and where" }]),
  Command.withSubcommands([show])
)
