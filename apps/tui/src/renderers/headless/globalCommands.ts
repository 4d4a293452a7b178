import { describing } from "@remote-assist/cli"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import * as Settings from "../../Settings.ts"
import type { OutputFlags, SessionMode } from "./Connection.ts"
import { jsonFlag as json, loginFlags, profileArgument, profileFlags, workerFlags } from "./flags.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- the services of a connection, which is loaded on demand
type Any = any

type Run<Flags, Loaded> = (flags: Flags, loaded: Loaded, sources: Settings.Sources) => Effect.Effect<void, unknown, Any>

/** The root command without subcommands, with the flags of all commands. */
export const root = Command.make("remote-assist", Settings.screenFlags).pipe(
  Command.withSharedFlags(Settings.sourceFlags)
)

const loadConnection = () => import("./Connection.ts")

/** Returns the handler of a command with a connection, unless the mode is `none`. Its code is loaded when it runs. */
export const connected = <Flags extends OutputFlags, Loaded>(
  load: () => Promise<Loaded>,
  use: Run<Flags, Loaded>,
  mode: SessionMode | "none" = "default",
  reads?: ReadonlyArray<keyof Settings.Sources>
) =>
  Effect.fnUntraced(function* (flags: Flags) {
    const sources = yield* root
    const [connection, loaded] = yield* Effect.promise(() => Promise.all([loadConnection(), load()]))
    const run = Effect.andThen(connection.checkSources(sources, reads), use(flags, loaded, sources))
    return yield* mode === "none"
      ? connection.reportErrors(flags)(run)
      : connection.runConnected(sources, flags, run, mode)
  })

/** Returns the handler of a command without a connection, which reads these sources of settings (default: all but keys). */
export const local = <Flags extends OutputFlags, Loaded>(
  load: () => Promise<Loaded>,
  use: Run<Flags, Loaded>,
  reads?: ReadonlyArray<keyof Settings.Sources>
) => connected(load, use, "none", reads)

/** Describes a command with examples. */
export const described = describing("remote-assist")

/** Makes a command with its help. */
export const command = <const Name extends string, const Flags extends Command.Command.Config, E, R>(
  name: Name,
  flags: Flags,
  handler: (flags: Command.Command.Config.Infer<Flags>) => Effect.Effect<void, E, R>,
  ...help: Parameters<typeof described>
) => Command.make(name, flags, handler).pipe(described(...help))

const loadSession = () => import("./session.ts")
const loadProfiles = () => import("./profiles.ts")
const loadKeys = () => import("./keys.ts")

export const login = command(
  "login",
  loginFlags,
  connected(loadSession, (flags, { logIn }) => logIn(flags), "stored"),
  "Logs in, and stores the session in a file that only you can read, until remote-assist logout. Secrets (a password, a token, an invite URL) are asked for on a terminal, or read from the first line of the standard input. For a partner key, only its path is stored: the key signs each request.",
  ["login --email ada@example.com", "Log in with a password"],
  ["login --pat", "Log in with a personal access token, in a script", "echo $TOKEN | "],
  ["login --url", "Log in as the guest of a workbox", "echo $INVITE_URL | "],
  ['login --anonymous --name "Visitor"', "Log in without an account"],
  ["login --enterprise --email ada@example.com", "Log in as the enterprise"],
  [
    "login --partner-key site.pem --site-id 8888 --issuer emulator --audience emulator",
    "Log in as a site, whose key signs each request"
  ]
)

export const logout = command(
  "logout",
  { json },
  connected(loadSession, (flags, { logOut }) => logOut(flags), "stored"),
  "Removes the stored session. The service has no log-out, so the tokens stay valid until they expire.",
  ["logout", "Log out at the address of the settings"],
  ["logout --profile live-eu", "Log out at the address of a profile"]
)

/** Commands of the session, beside those of its resource. */
export const sessionCommands = [
  command(
    "show",
    { json },
    connected(loadSession, (flags, { show }) => show(flags)),
    "Shows the user who is logged in, where, until when, and whether that is the service or an emulator.",
    ["session show --json", "Show the session as JSON"]
  ),
  command(
    "refresh",
    { json },
    connected(loadSession, (flags, { refresh }) => refresh(flags)),
    "Renews the session now. It is also renewed automatically. If the service rejects the renewal, the session does not change.",
    ["session refresh", "Renew the session"]
  ),
  command(
    "exchange",
    { json },
    connected(loadSession, (flags, { exchange }) => exchange(flags), "stored"),
    "Exchanges the refresh token of an alias for the session of its log-in user, for workspace migrations, and stores it as remote-assist login does. The token is asked for on a terminal, or read from the first line of the standard input.",
    ["session exchange", "Exchange the token of a variable", "echo $ALIAS_TOKEN | "]
  )
] as const

export const worker = command(
  "worker",
  workerFlags,
  local(
    () => import("./worker.ts"),
    (flags, { work }, sources) => work(flags, sources)
  ),
  "Sends requests of exports, imports and changes that run with --workers redis on any machine, until Ctrl-C. It needs REMOTE_ASSIST_REDIS_URL and REMOTE_ASSIST_REDIS_KEY, and no log-in: each request carries its own token.",
  ["worker --config fleet.env", "Work with the settings in a file"]
)

export const profiles = Command.make("profiles").pipe(
  described("Manages profiles: named settings of regions.", ["profiles list", "List all profiles"]),
  Command.withSubcommands([
    command(
      "list",
      { json },
      local(loadProfiles, (flags, { list }) => list(flags), []),
      "Lists the profiles.",
      ["profiles list --json", "List the profiles as JSON"]
    ),
    command(
      "show",
      { name: Argument.optional(profileArgument), json },
      local(loadProfiles, (flags, { show }, sources) => show(flags, sources), ["profile"]),
      "Shows a profile (default: the default profile) and which secrets are stored for it, without the secrets.",
      ["profiles show live-eu", "Show the settings of live-eu"]
    ),
    command(
      "set",
      profileFlags,
      local(loadProfiles, (flags, { set }, sources) => set(flags, sources), ["region", "readOnly"]),
      "Creates or changes a profile, also with --region and --read-only. Secrets are stored in a separate file that only you can read.",
      ["profiles set live-eu --region eu --base-url https://eu.example.com --read-only", "Create a read-only profile"],
      ["profiles set live-eu --api-key-stdin", "Store the API key", "echo $KEY | "]
    ),
    command(
      "use",
      { name: profileArgument, json },
      local(loadProfiles, (flags, { use }) => use(flags), []),
      "Makes a profile the default.",
      ["profiles use live-eu", "Use live-eu from now on"]
    ),
    command(
      "remove",
      { name: profileArgument, json },
      local(loadProfiles, (flags, { remove }) => remove(flags), []),
      "Removes a profile with its secrets and its session.",
      ["profiles remove live-eu", "Remove live-eu"]
    )
  ])
)

export const keys = Command.make("keys", { json }).pipe(
  Command.withHandler(local(loadKeys, (flags, { show }, sources) => show(flags, sources), ["keys"])),
  described("Lists the commands of the screen with their keys.", ["keys --json", "List commands and keys as JSON"]),
  Command.withSubcommands([
    command(
      "check",
      {
        file: Argument.String("file").pipe(
          Argument.withDescription("File to check (default: keys.json of the settings)"),
          Argument.optional
        ),
        json
      },
      local(loadKeys, (flags, { check }, sources) => check(flags, sources), ["keys"]),
      "Checks a file of keys and lists its errors.",
      ["keys check", "Check before use"]
    )
  ])
)
