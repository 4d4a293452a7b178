import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import { flag } from "../flags.ts"

export const json = flag("json", "As JSON")

/** What one logs in with. */
export const loggingIn = {
  email: Flag.String("email").pipe(
    Flag.withDescription("E-mail address or user name; that of the settings, or asked for, unless given"),
    Flag.optional
  ),
  password: flag("password", "With a password; so it is unless told"),
  pat: flag("pat", "With a personal access token"),
  json
}
export type LoggingIn = Command.Command.Config.Infer<typeof loggingIn>
