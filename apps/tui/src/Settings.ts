import * as CliSettings from "@remote-assist/cli/Settings"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Option from "effect/Option"

import type { screenFlagNames } from "./screenFlags.ts"
import type { Credentials } from "./session/Credentials.ts"

const off: ReadonlySet<string> = new Set(["0", "false", "no", "off"])

const text = (name: string) => Config.String(`REMOTE_ASSIST_${name}`).pipe(Config.withDefault(""))

const isOn = (name: string, byDefault: boolean): Config.Config<boolean> =>
  Config.map(text(name), (value) => (value === "" ? byDefault : !off.has(value.toLowerCase())))

/** Whether to speak lines for a screen reader. This belongs to the user, so only the environment sets it. */
export const screenReader = isOn("SCREEN_READER", false)

/** Whether the program handles the mouse. This belongs to the user, so only the environment sets it. */
export const mouse = isOn("MOUSE", true)

// main.ts knows these flags by their names
type Switch = (typeof screenFlagNames.switches)[number]
type TextName = (typeof screenFlagNames.texts)[number]

const switchFlag = (name: Switch, description: string) => Flag.Boolean(name).pipe(Flag.withDescription(description))

const textFlag = (name: TextName, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description), Flag.optional)

/** The flags of the screen. */
export const screenFlags = {
  noMouse: switchFlag("no-mouse", "Leave the mouse to the terminal, to select text; also REMOTE_ASSIST_MOUSE=0").pipe(
    Flag.withDefault(false)
  ),
  screenReader: Flag.Boolean("screen-reader").pipe(
    Flag.withDescription(
      "Print changes as plain lines for a screen reader or a braille display; also REMOTE_ASSIST_SCREEN_READER=1"
    ),
    Flag.withDefault(false)
  )
}
export type ScreenFlags = Command.Command.Config.Infer<typeof screenFlags>

/** The flags of every command: where settings come from, beside the environment. */
export const sourceFlags = {
  ...CliSettings.flags,
  profile: textFlag("profile", "name", "Connect with the settings of a profile; see remote-assist profiles"),
  readOnly: switchFlag("read-only", "Reject every change").pipe(Flag.optional),
  demo: switchFlag("demo", "Connect to a new emulator in this process").pipe(Flag.withDefault(false)),
  seed: textFlag("seed", "users=N,calls=N|file.json", "Content of the --demo world"),
  keys: textFlag("keys", "file", "File with your own keys (default: keys.json); see remote-assist keys")
}
export type Sources = Command.Command.Config.Infer<typeof sourceFlags>

/** The e-mail address to log in with, if it is set. */
export const email = Config.option(Config.NonEmptyString("REMOTE_ASSIST_EMAIL"))

/** The credentials of the settings, if any: a personal access token, a partner key, or an e-mail address and a password. */
export const credentials: Config.Config<Credentials | undefined> = Config.all({
  token: Config.option(Config.Redacted("REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN")),
  key: Config.all({
    file: text("PARTNER_KEY_FILE"),
    siteId: text("PARTNER_SITE_ID"),
    issuer: text("PARTNER_ISSUER"),
    audience: text("PARTNER_AUDIENCE")
  }),
  email,
  password: Config.option(Config.Redacted("REMOTE_ASSIST_PASSWORD"))
}).pipe(
  Config.map(({ email, key, password, token }): Credentials | undefined => {
    if (Option.isSome(token)) return { way: "pat", values: {}, secret: token.value }
    if (key.file !== "") return { way: "partner-key", values: key }
    if (Option.isNone(email) || Option.isNone(password)) return undefined
    return { way: "password", values: { email: email.value }, secret: password.value }
  })
)
