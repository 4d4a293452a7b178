import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { keysFlag } from "../../Settings.ts"
import { json, loggingIn, profileName, setting } from "./flags.ts"
import { command, running, runningHere } from "./root.ts"

const ofSessions = () => import("./session.ts")
const ofProfiles = () => import("./profiles.ts")
const ofKeys = () => import("./keys.ts")

/** Logs in, for all commands that follow. */
export const login = command(
  "login",
  loggingIn,
  running(ofSessions, (given, { logIn }) => logIn(given), "always"),
  "Logs in, and keeps the session in a file that only you can read, until remote-assist logout. What is secret (a password, a token, an invite URL) is asked for on a terminal, else it is the first line of the standard input. /v1 and /v1r1 log in the same, for who has either closed. Of a partner key it is kept where it is; nothing else of it, as it signs each request.",
  ["login --email ada@example.com", "With a password that is asked for"],
  ["login --pat", "With a personal access token, in a script", "echo $TOKEN | "],
  ["login --url", "As the guest of a workbox", "echo $INVITE_URL | "],
  ['login --anonymous --name "Visitor"', "Without an account"],
  ["login --enterprise --email ada@example.com", "As the enterprise"],
  [
    "login --partner-key site.pem --site-id 8888 --issuer emulator --audience emulator",
    "As a site, whose key signs each request"
  ]
)

/** Logs out. */
export const logout = command(
  "logout",
  { json },
  running(ofSessions, (given, { logOut }) => logOut(given), "always"),
  "Removes the file of the session that is kept. The service has no log-out, so its tokens live on until they expire.",
  ["logout", "At the address that is connected to"],
  ["logout --profile live-eu", "At that of a profile"]
)

/** The commands about the session, besides those of its resource. */
export const ofSession = [
  command(
    "show",
    { json },
    running(ofSessions, (given, { show }) => show(given)),
    "Shows who is logged in, where, until when, and whether that is the service or an emulator.",
    ["session show --json", "The same as JSON"]
  ),
  command(
    "refresh",
    { json },
    running(ofSessions, (given, { refresh }) => refresh(given)),
    "Renews the session now, and says until when it lasts; it is renewed by itself as well. Where that is refused, it goes on as it was.",
    ["session refresh", "So that it lasts anew"]
  ),
  command(
    "exchange",
    { json },
    running(ofSessions, (given, { exchange }) => exchange(given), "always"),
    "Trades the refresh token of an alias for the session of its log-in user, as workspace migrations need it, and keeps that as remote-assist login does. The token is asked for on a terminal, else it is the first line of the standard input.",
    ["session exchange", "With the token of a variable", "echo $ALIAS_TOKEN | "]
  )
] as const

export const profiles = Command.make("profiles").pipe(
  Command.withDescription("Keeps how regions are reached, by a name for each."),
  Command.withExamples([{ command: "remote-assist profiles list", description: "Which there are" }]),
  Command.withSubcommands([
    command(
      "list",
      { json },
      runningHere(ofProfiles, (given, { list }) => list(given)),
      "Lists the profiles.",
      ["profiles list --json", "The profiles as JSON"]
    ),
    command(
      "show",
      { name: Argument.optional(profileName), json },
      runningHere(ofProfiles, (given, { show }, sources) => show(given, sources)),
      "Shows a profile, and which secrets are kept for it, but none of these; the default one unless named.",
      ["profiles show live-eu", "How live-eu is set"]
    ),
    command(
      "set",
      setting,
      runningHere(ofProfiles, (given, { set }, sources) => set(given, sources)),
      "Makes a profile, or changes what is given of one, with --region and --read-only too. Secrets are kept in a file of their own that only you can read.",
      [
        "profiles set live-eu --region eu --base-url https://eu.example.com --read-only",
        "A profile that changes nothing"
      ],
      ["profiles set live-eu --api-key-stdin", "Keep its API key", "echo $KEY | "]
    ),
    command(
      "use",
      { name: profileName, json },
      runningHere(ofProfiles, (given, { use }) => use(given)),
      "Makes a profile the one that is meant unless another is named.",
      ["profiles use live-eu", "Connect as live-eu from now on"]
    ),
    command(
      "remove",
      { name: profileName, json },
      runningHere(ofProfiles, (given, { remove }) => remove(given)),
      "Removes a profile with its secrets and its session.",
      ["profiles remove live-eu", "Forget live-eu"]
    )
  ])
)

/** The command without its subcommand, with what both take. */
const keysRoot = Command.make("keys", { json }).pipe(Command.withSharedFlags({ keys: keysFlag }))

export const keys = keysRoot.pipe(
  Command.withHandler(runningHere(ofKeys, (given, { show }) => show(given))),
  Command.withDescription("Shows all commands of the screen with their keys, as the file of keys has them."),
  Command.withExamples([{ command: "remote-assist keys --json", description: "All commands and keys as JSON" }]),
  Command.withSubcommands([
    command(
      "check",
      {
        file: Argument.String("file").pipe(
          Argument.withDescription("Which file; keys.json of the settings unless given"),
          Argument.optional
        ),
        json
      },
      runningHere(ofKeys, (given, { check }) => Effect.flatMap(keysRoot, ({ keys }) => check(given, keys))),
      "Says what is wrong with a file of keys, a line each, or that nothing is.",
      ["keys check", "Before it is put to use"]
    )
  ])
)
