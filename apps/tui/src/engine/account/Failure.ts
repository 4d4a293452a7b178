import type { BadSettings } from "@remote-assist/cli/Settings"
import type { Errors } from "@remote-assist/core"

import * as Problem from "../../Problem.ts"

/** What to do where a session does not go on. */
export const resumption = "Log in again."

/** What logging in can fail with: keys of a file are checked before anything is sent. */
export type Failure = Problem.Failure | BadSettings | Errors.InvalidSettings

const ofSettings = ({ message }: BadSettings | Errors.InvalidSettings, todo: string): Problem.Problem => ({
  kind: "refused",
  what: /[.!?]$/.test(message) ? message : `${message}.`,
  todo
})

/** What to say of it; `refused` is what to do where the service refused. */
export const problemOf = (doing: string, error: Failure, refused: string): Problem.Problem =>
  error._tag === "BadSettings" || error._tag === "InvalidSettings"
    ? ofSettings(error, refused)
    : Problem.of(doing, error, refused, resumption)
