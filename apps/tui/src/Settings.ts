import * as Config from "effect/Config"
import * as Option from "effect/Option"

import type { Credentials } from "./engine/Account.ts"

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
