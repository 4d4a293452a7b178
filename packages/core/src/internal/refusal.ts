import * as Predicate from "effect/Predicate"

import { ErrorText, ErrorV1R1 } from "../Errors.ts"
import { isNotThere } from "./call/isGone.ts"

/** What a refusal is about by its own words, which is all that there is: no code but 1003 is public. */
export type Cause =
  | "badInput"
  | "apiKey"
  | "token"
  | "expired"
  | "inactive"
  | "unconfirmed"
  | "emailTaken"
  | "duplicate"
  | "forbidden"
  | "notThere"
  | "credentials"
  | "tooMany"
  | "internal"
  | "nothing known"

/** An error as a program meets it, whichever copy of the package made it. */
export interface Met {
  readonly tag: unknown
  readonly status: unknown
  readonly path: string
  readonly cause: Cause
}

type Says = (message: string) => boolean

const words =
  (pattern: RegExp): Says =>
  (message) =>
    pattern.test(message)

// the first that fits: what is said of a token is said of users and permissions too
const causes: ReadonlyArray<readonly [Cause, Says]> = [
  [
    "badInput",
    words(/^The (?:body|query|path|fields?|filter|order|page|page_size|password has|role|pods|header content-type)\b/)
  ],
  ["apiKey", words(/\bapi[ _-]?key/i)],
  ["tooMany", words(/too many requests|rate limit/i)],
  ["internal", words(/internal (?:server )?error|failed to answer|made, but not kept/i)],
  ["token", words(/^The (?:user_token|confirmation_token|invitation_token|refresh token)\b/)],
  ["inactive", words(/\b(?:deactivated|inactive|disabled|suspended)\b/i)],
  [
    "emailTaken",
    words(/e-?mail.*\b(?:already|taken|in use|exists)|\b(?:already|taken).*e-?mail|registered and not confirmed/i)
  ],
  ["unconfirmed", words(/not (?:been )?confirmed/i)],
  [
    "forbidden",
    words(
      /permission|forbidden|not (?:allowed|authori[sz]ed|permitted)|access denied|administrator|no user's|another user's|yourself|you were not in|is of type|is not one of|no personal room/i
    )
  ],
  ["notThere", words(/no e-mail was sent|stands for nobody|have had no|is over\.$/i)],
  ["notThere", isNotThere],
  ["token", words(/token|partner key/i)],
  ["duplicate", words(/\b(?:already|taken|in use)\b/i)],
  [
    "credentials",
    words(
      /credential|is wrong|invite url|incorrect|(?:e-?mail|login|password).*invalid|invalid.*(?:e-?mail|login|password)/i
    )
  ],
  ["badInput", words(/invalid|malformed|missing|required|must be|blank|too (?:long|short)|bad request/i)]
]

const forms: ReadonlySet<unknown> = new Set(["ErrorV1", "ErrorV1R1", "ErrorText"])

// what a request held may be quoted, and says nothing of the cause
const quoted = /"(?:[^"\\]|\\.)*"/g

const causeOf = (code: unknown, message: string): Cause => {
  if (code === ErrorV1R1.tokenExpired || message === ErrorText.tokenExpired) return "expired"
  const said = message.replaceAll(quoted, '""')
  return causes.find(([, says]) => says(said))?.[0] ?? "nothing known"
}

const field = (error: unknown, name: string): unknown => (Predicate.hasProperty(error, name) ? error[name] : undefined)

const text = (value: unknown) => (Predicate.isString(value) ? value : "")

/** Reads an error. `instanceof` would miss those that another copy of the package made. */
export const met = (error: unknown): Met => {
  const tag = field(error, "_tag")
  return {
    tag,
    status: field(error, "status"),
    path: text(field(error, "path")),
    cause: forms.has(tag) ? causeOf(field(error, "code"), text(field(error, "message"))) : "nothing known"
  }
}
