import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Option from "effect/Option"

import type { Credentials } from "./session/Credentials.ts"

const off: ReadonlySet<string> = new Set(["", "0", "false", "no", "off"])

/**
 * Whether what changes is to be said in lines, for a screen reader. It is of who sits there, not of what is connected to:
 * of the environment alone.
 */
export const screenReader: Config.Config<boolean> = Config.String("REMOTE_ASSIST_SCREEN_READER").pipe(
  Config.withDefault(""),
  Config.map((value) => !off.has(value.toLowerCase()))
)

/** The flag that says so as well. */
export const screenReaderFlag: Flag.Flag<boolean> = Flag.Boolean("screen-reader").pipe(
  Flag.withDescription(
    "Say in plain lines what changes, for a screen reader or a braille line, and draw nothing; also REMOTE_ASSIST_SCREEN_READER=1"
  ),
  Flag.withDefault(false)
)

/** Whether the mouse is the program's; of the environment alone, as it is of who sits there. */
export const mouse: Config.Config<boolean> = Config.String("REMOTE_ASSIST_MOUSE").pipe(
  Config.withDefault("1"),
  Config.map((value) => value === "" || !off.has(value.toLowerCase()))
)

/** The flag that leaves it to the terminal. */
export const noMouseFlag: Flag.Flag<boolean> = Flag.Boolean("no-mouse").pipe(
  Flag.withDescription("Leave the mouse to the terminal, to select text with; also REMOTE_ASSIST_MOUSE=0"),
  Flag.withDefault(false)
)

/** The flag that names a file of keys. */
export const keysFlag = Flag.String("keys").pipe(
  Flag.withMetavar("file"),
  Flag.withDescription("File with keys that differ from the usual ones, instead of keys.json; see remote-assist keys"),
  Flag.optional
)

/** What the flags of the screen yield. */
export interface Flags {
  readonly keys: Option.Option<string>
  readonly noMouse: boolean
  readonly screenReader: boolean
}

/** The flags that say how one works with the screen. */
export const flags = { keys: keysFlag, noMouse: noMouseFlag, screenReader: screenReaderFlag }

const text = (name: string) => Config.String(`REMOTE_ASSIST_${name}`).pipe(Config.withDefault(""))

/** What to log in with, if the settings say: a personal access token, a partner key, or an e-mail address and a password. */
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
    if (Option.isSome(token)) return { _tag: "PersonalAccessToken", token: token.value }
    if (key.file !== "") return { _tag: "PartnerKey", ...key }
    if (Option.isNone(email) || Option.isNone(password)) return undefined
    return { _tag: "Password", email: email.value, password: password.value }
  })
)
