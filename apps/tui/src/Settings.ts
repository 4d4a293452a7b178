import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Option from "effect/Option"

import type { Credentials } from "./engine/Account.ts"

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

/** What to log in with, if the settings say: a personal access token, or an e-mail address and a password. */
export const credentials: Config.Config<Credentials | undefined> = Config.all({
  token: Config.option(Config.Redacted("REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN")),
  email: Config.option(Config.NonEmptyString("REMOTE_ASSIST_EMAIL")),
  password: Config.option(Config.Redacted("REMOTE_ASSIST_PASSWORD"))
}).pipe(
  Config.map(({ email, password, token }): Credentials | undefined => {
    if (Option.isSome(token)) return { _tag: "PersonalAccessToken", token: token.value }
    if (Option.isNone(email) || Option.isNone(password)) return undefined
    return { _tag: "Password", email: email.value, password: password.value }
  })
)
