import * as Command from "effect/cli/Command"

import { running } from "../root.ts"
import { json, loggingIn } from "./flags.ts"

/** Logs in, for all commands that follow. */
export const login = Command.make(
  "login",
  loggingIn,
  running(
    () => import("./logIn.ts"),
    (given, { logIn }) => logIn(given),
    "always"
  )
).pipe(
  Command.withDescription(
    "Logs in, and keeps the session in a file that only you can read, until remote-assist logout. What is secret (a password, a token, an invite URL) is asked for on a terminal, else it is the first line of the standard input. /v1 and /v1r1 log in the same, for who has either closed. Of a partner key it is kept where it is; nothing else of it, as it signs each request."
  ),
  Command.withExamples([
    { command: "remote-assist login --email ada@example.com", description: "With a password that is asked for" },
    { command: "echo $TOKEN | remote-assist login --pat", description: "With a personal access token, in a script" },
    { command: "echo $INVITE_URL | remote-assist login --url", description: "As the guest of a workbox" },
    { command: 'remote-assist login --anonymous --name "Visitor"', description: "Without an account" },
    { command: "remote-assist login --enterprise --email ada@example.com", description: "As the enterprise" },
    {
      command: "remote-assist login --partner-key site.pem --site-id 8888 --issuer emulator --audience emulator",
      description: "As a site, whose key signs each request"
    }
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

const exchange = Command.make(
  "exchange",
  { json },
  running(
    () => import("./logIn.ts"),
    (given, { exchange }) => exchange(given),
    "always"
  )
).pipe(
  Command.withDescription(
    "Trades the refresh token of an alias for the session of its log-in user, as workspace migrations need it, and keeps that as remote-assist login does. The token is asked for on a terminal, else it is the first line of the standard input."
  ),
  Command.withExamples([
    { command: "echo $ALIAS_TOKEN | remote-assist session exchange", description: "With the token of a variable" }
  ])
)

const refresh = Command.make(
  "refresh",
  { json },
  running(
    () => import("./logIn.ts"),
    (given, { refresh }) => refresh(given)
  )
).pipe(
  Command.withDescription(
    "Renews the session now, and says until when it lasts; it is renewed by itself as well. Where that is refused, it goes on as it was."
  ),
  Command.withExamples([{ command: "remote-assist session refresh", description: "So that it lasts anew" }])
)

/** The commands about the session, besides those of its resource. */
export const ofSession = [show, refresh, exchange] as const
