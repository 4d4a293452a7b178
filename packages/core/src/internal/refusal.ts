import * as Predicate from "effect/Predicate"

import { ErrorText, ErrorV1R1 } from "../Errors.ts"

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

/** What an error tells, whichever copy of the package made it. */
export interface Told {
  readonly tag: unknown
  readonly status: unknown
  /** Of a session that has ended. */
  readonly state: unknown
  readonly path: string
  readonly cause: Cause
}

type Says = (message: string) => boolean

const words =
  (pattern: RegExp): Says =>
  (message) =>
    pattern.test(message)

const either = (...patterns: ReadonlyArray<string>) => `(?:${patterns.join("|")})`

// what operations are about: that another thing is missing, such as a worker, says nothing of it
const nouns = either(
  "user|account|member|call|recording|pod|group|favou?rite|contact|invitation|record|resource",
  "personal access token"
)

const which = String.raw`(?:(?: with)?(?: the)?(?: ['"]?id['"]?)?\s*[:=#(]*\s*(?:\d+|call_[\w-]+|""|'[^']*')\)?)?`

const thing = `(?:on-call )?${nouns}s?\\b${which}`

// what follows may change what was said, such as "or you have no access"
const end = String.raw`(?=\s*(?:$|[.,;:!?()]|(?:in|yet|any ?more|already|with (?:the |this |that )?(?:id|name|e-?mail))\b))`

const isMissing = either(
  "(?:(?:was|is|were|are) )?not found",
  "(?:could|can)(?: ?not|n't) be found",
  "do(?:es)?(?: not|n't) exist",
  "no longer exists?",
  "is (?:unknown|not known)",
  "(?:(?:has|have|was|were|is|are) )+(?:already )?(?:been )?(?:deleted|removed)",
  "already (?:been )?(?:deleted|removed)",
  "is (?:no|not a|no longer a) favou?rite"
)

const no = either(
  String.raw`(?:^|[.:;!] |\b(?:there (?:is|was)|have|has|found) )no(?: such)?`,
  String.raw`\b(?:no such|unknown|not found:)`,
  "(?:could|can|did)(?: ?not|n't) find(?: the| a| an| any)?"
)

const missing = new RegExp(
  either(
    `(?:^|[.:;!] )(?:(?:the|this|that|requested|specified) )*${thing} ${isMissing}${end}`,
    `${no} ${thing}(?: (?:was )?found)?${end}`
  ),
  "i"
)

const off = either("deactivated", "inactive", "disabled", "suspended")

// a user, not what a user has
const inactive = new RegExp(
  either(
    String.raw`\b(?:user|account|member|you|they)(?:[ :]\S*[\d@"']\S*| of (?:this|that|the) token)?(?: (?:is|are|was|were|has|have|been|currently|temporarily|already))* ${off}\b`,
    String.raw`\b${off} (?:user|account|member)\b`
  ),
  "i"
)

// the first that fits: what is said of a token is said of users and permissions too
const causes: ReadonlyArray<readonly [Cause, Says]> = [
  [
    "badInput",
    words(/^The (?:body|query|path|fields?|filter|order|page|page_size|password has|role|pods|header content-type)\b/)
  ],
  ["apiKey", words(/\bapi[ _-]?key/i)],
  ["tooMany", words(/too many requests|rate limit/i)],
  [
    "internal",
    words(
      /(?:internal|unknown|unexpected) (?:server )?error|something went wrong|failed to answer|made, but not kept|(?:service|temporarily) unavailable|overloaded|timed out|no (?:connection|capacity)/i
    )
  ],
  ["token", words(/^The (?:user_token|confirmation_token|invitation_token|refresh token)\b/)],
  ["inactive", words(inactive)],
  [
    "emailTaken",
    words(
      /e-?mail.*\b(?:taken|in use|used|exists|registered|already\W*$)|\b(?:already (?:exists|registered|used|in use|a user)|taken)\b.*e-?mail|registered and not confirmed/i
    )
  ],
  ["unconfirmed", words(/not (?:been )?confirmed/i)],
  [
    "forbidden",
    words(
      /permission|forbidden|not (?:allowed|authori[sz]ed|permitted)|access denied|administrator|no user's|another user's|yourself|you were not in|^The token is (?:of type|not one of)|no personal room/i
    )
  ],
  ["notThere", words(/no e-mail was sent|stands for nobody|have had no call|^The call \S+ is over\.$/i)],
  ["notThere", words(missing)],
  ["notThere", words(/^not found\W*$/i)],
  ["token", words(/token|partner key/i)],
  [
    "duplicate",
    words(
      /\b(?:taken|(?:is|already) (?:in use|used|exists|there|added|registered|an? \w+)|exists already|already\W*$)/i
    )
  ],
  [
    "credentials",
    words(
      /credential|is wrong|invite url|incorrect|(?:e-?mail|login|password).*invalid|invalid.*(?:e-?mail|login|password)/i
    )
  ],
  [
    "badInput",
    words(
      /invalid|malformed|missing|required|must be|blank|too (?:long|short)|bad request|is not (?:one of|included)|is of type/i
    )
  ]
]

const forms: ReadonlySet<unknown> = new Set(["ErrorV1", "ErrorV1R1", "ErrorText"])

// what a request held may be quoted, and says nothing of the cause
const quoted = /"(?:[^"\\]|\\.)*"/g

/** What a message of the service is about. */
export const causeOf = (code: unknown, message: string): Cause => {
  if (code === ErrorV1R1.tokenExpired || message === ErrorText.tokenExpired) return "expired"
  const said = message.replaceAll(quoted, '""')
  return causes.find(([, says]) => says(said))?.[0] ?? "nothing known"
}

const field = (error: unknown, name: string): unknown => (Predicate.hasProperty(error, name) ? error[name] : undefined)

const text = (value: unknown) => (Predicate.isString(value) ? value : "")

/** Reads an error by its tag and fields, as `instanceof` does: of another copy of the package the classes differ. */
export const toldBy = (error: unknown): Told => {
  const message = field(error, "message")
  const tag = Predicate.isString(message) ? field(error, "_tag") : undefined
  return {
    tag,
    status: field(error, "status"),
    state: field(error, "state"),
    path: text(field(error, "path")),
    cause: forms.has(tag) ? causeOf(field(error, "code"), text(message)) : "nothing known"
  }
}

/** Whether the service refused in one of its error forms, with the status that it has for all that it refuses. */
export const isRefused = ({ status, tag }: Told): boolean =>
  tag === "ErrorV1R1" || ((tag === "ErrorV1" || tag === "ErrorText") && status === 401)
