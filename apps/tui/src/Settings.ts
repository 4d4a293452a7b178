import * as CliSettings from "@remote-assist/cli/Settings"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Option from "effect/Option"

import type { Credentials } from "./session/Credentials.ts"

const off: ReadonlySet<string> = new Set(["", "0", "false", "no", "off"])

/** Whether to speak lines for a screen reader. This belongs to the user, so only the environment sets it. */
export const screenReader: Config.Config<boolean> = Config.String("REMOTE_ASSIST_SCREEN_READER").pipe(
  Config.withDefault(""),
  Config.map((value) => !off.has(value.toLowerCase()))
)

/** Whether the program handles the mouse. This belongs to the user, so only the environment sets it. */
export const mouse: Config.Config<boolean> = Config.String("REMOTE_ASSIST_MOUSE").pipe(
  Config.withDefault("1"),
  Config.map((value) => value === "" || !off.has(value.toLowerCase()))
)

/** The values of {@link screenFlags}. */
export interface ScreenFlags {
  readonly noMouse: boolean
  readonly screenReader: boolean
}

/** The flags of the screen. */
export const screenFlags = {
  noMouse: Flag.Boolean("no-mouse").pipe(
    Flag.withDescription("Leave the mouse to the terminal, to select text; also REMOTE_ASSIST_MOUSE=0"),
    Flag.withDefault(false)
  ),
  screenReader: Flag.Boolean("screen-reader").pipe(
    Flag.withDescription(
      "Print changes as plain lines for a screen reader or a braille display; also REMOTE_ASSIST_SCREEN_READER=1"
    ),
    Flag.withDefault(false)
  )
}

/** Where settings come from, beside the environment. */
export interface Sources extends CliSettings.Sources {
  readonly profile: Option.Option<string>
  readonly readOnly: Option.Option<boolean>
  readonly demo: boolean
  readonly seed: Option.Option<string>
  /** The file of the user's keys. */
  readonly keys: Option.Option<string>
}

/** The flags for {@link Sources}, which every command takes. */
export const sourceFlags = {
  ...CliSettings.flags,
  profile: Flag.String("profile").pipe(
    Flag.withMetavar("name"),
    Flag.withDescription("Connect with the settings of a profile; see remote-assist profiles"),
    Flag.optional
  ),
  readOnly: Flag.Boolean("read-only").pipe(Flag.withDescription("Reject every change"), Flag.optional),
  demo: Flag.Boolean("demo").pipe(
    Flag.withDescription("Connect to a new emulator in this process"),
    Flag.withDefault(false)
  ),
  seed: Flag.String("seed").pipe(
    Flag.withMetavar("users=N,calls=N|file.json"),
    Flag.withDescription("Content of the --demo world"),
    Flag.optional
  ),
  keys: Flag.String("keys").pipe(
    Flag.withMetavar("file"),
    Flag.withDescription("File with your own keys (default: keys.json); see remote-assist keys"),
    Flag.optional
  )
}

const text = (name: string) => Config.String(`REMOTE_ASSIST_${name}`).pipe(Config.withDefault(""))

/** The credentials of the settings, if any: a personal access token, a partner key, or an e-mail address and a password. */
export const credentials: Config.Config<Credentials | undefined> = Config.all({
  token: Config.option(Config.Redacted("REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN")),
  key: Config.all({
    file: text("PARTNER_KEY_FILE"),
    siteId: text("PARTNER_SITE_ID"),
    issuer: text("PARTNER_ISSUER"),
    audience: text("PARTNER_AUDIENCE")
  }),
  email: Config.option(Config.NonEmptyString("REMOTE_ASSIST_EMAIL")),
  password: Config.option(Config.Redacted("REMOTE_ASSIST_PASSWORD"))
}).pipe(
  Config.map(({ email, key, password, token }): Credentials | undefined => {
    if (Option.isSome(token)) return { way: "pat", values: {}, secret: token.value }
    if (key.file !== "") return { way: "partner-key", values: key }
    if (Option.isNone(email) || Option.isNone(password)) return undefined
    return { way: "password", values: { email: email.value }, secret: password.value }
  })
)
