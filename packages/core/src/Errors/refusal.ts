// imports nothing: a program that only reads errors in a browser loads this file, and should not load Effect

/** The code of an expired user token, the only public one. */
export const expiredCode = 1003

/** The text of an expired user token. */
export const expiredText = "Token expired"

/** Matches the path of a log-in, a refresh or an exchange. */
export const authPath = /\/v1(?:r1)?\/(?:anonymous\/|enterprise\/)?auth(?:\/|$)/

/** The cause of an error of the service, by its message: no code except 1003 is public. */
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
  | "notFound"
  | "credentials"
  | "rateLimited"
  | "internal"
  | "unknown"

/** The fields of an error of any copy of the package. */
export interface ErrorDetails {
  readonly tag: unknown
  readonly status: unknown
  /** The state of a `SessionEnded`. */
  readonly state: unknown
  readonly path: string
  readonly cause: Cause
}

const either = (...patterns: ReadonlyArray<string>) => `(?:${patterns.join("|")})`

// the resources of operations: another missing thing, such as a worker, says nothing about them
const nouns = either(
  "user|account|member|call|recording|pod|group|favou?rite|contact|invitation|record|resource",
  "personal access token"
)

const which = String.raw`(?:(?: with)?(?: the)?(?: ['"]?id['"]?)?\s*[:=#(]*\s*(?:\d+|call_[\w-]+|""|'[^']*')\)?)?`

const thing = `(?:on-call )?${nouns}s?\\b${which}`

// the rest of the sentence may change its meaning, such as "or you have no access"
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

const off = "(?:deactivated|inactive|disabled|suspended)"

// a user, not a resource of a user
const inactive = new RegExp(
  either(
    String.raw`\b(?:user|account|member|you|they)(?:[ :]\S*[\d@"']\S*| of (?:this|that|the) token)?(?: (?:is|are|was|were|has|have|been|currently|temporarily|already))* ${off}\b`,
    String.raw`\b${off} (?:user|account|member)\b`
  ),
  "i"
)

// not a refresh token, a personal access token or a confirmation token
const expired = /^\W*(?:the |your |this )?(?:user |access |auth )?(?:token|jwt|session) (?:has |is |was )?expired\b/i

// the first match counts: messages about tokens also mention users and permissions
const causes: ReadonlyArray<readonly [Cause, RegExp]> = [
  ["expired", expired],
  ["unknown", /^\W*(?:auth\w+|(?:log|sign)-?in) (?:is )?required\W*$/i],
  [
    "badInput",
    /^The (?:body|query|path|fields?|filter|order|page|page_size|password has|role|pods|header content-type)\b/
  ],
  ["apiKey", /\bapi[ _-]?key/i],
  ["rateLimited", /too many requests|rate limit/i],
  [
    "internal",
    /(?:internal|unknown|unexpected) (?:server )?error|something went wrong|failed to answer|made, but not kept|(?:service|temporarily) unavailable|overloaded|timed out|no (?:connection|capacity)/i
  ],
  ["token", /^The (?:\w+_|refresh )token\b/],
  ["inactive", inactive],
  [
    "emailTaken",
    /e-?mail.*\b(?:taken|in use|used|exists|registered|already\W*$)|\b(?:already (?:exists|registered|used|in use|a user)|taken)\b.*e-?mail|registered and not confirmed/i
  ],
  ["unconfirmed", /not (?:been )?confirmed/i],
  [
    "forbidden",
    /permission|forbidden|not (?:allowed|authori[sz]ed|permitted)|access denied|administrator|not belong to a user|another user's|yourself|you were not in|^The token is (?:of type|not one of)|no personal room/i
  ],
  [
    "notFound",
    /no e-mail was sent|^No contact\b|have had no call|^The call \S+ is over\.$|^There is no call \S+\.$|^not found\W*$/i
  ],
  ["notFound", missing],
  ["token", /token|partner key/i],
  [
    "duplicate",
    /\b(?:taken|(?:is|already) (?:in use|used|exists|there|added|registered|an? \w+)|exists already|already\W*$)/i
  ],
  [
    "credentials",
    /credential|is wrong|invite url|incorrect|(?:e-?mail|login|password).*invalid|invalid.*(?:e-?mail|login|password)/i
  ],
  [
    "badInput",
    /invalid|malformed|missing|required|must be|blank|too (?:long|short)|bad request|is not (?:one of|included)|is of type/i
  ]
]

const forms = /^Error(?:V1|V1R1|Text)$/

// quoted texts come from the request, and say nothing about the cause
const quoted = /"(?:[^"\\]|\\.)*"/g

/** Returns the cause that the code or the message of the service names. */
export const causeOf = (code: unknown, message: string): Cause => {
  if (code === expiredCode) return "expired"
  const unquoted = message.replaceAll(quoted, '""')
  return causes.find(([, pattern]) => pattern.test(unquoted))?.[0] ?? "unknown"
}

const field = (error: unknown, name: string): unknown => Reflect.get(Object(error), name)

const text = (value: unknown) => (typeof value === "string" ? value : "")

/** Reads the tag and fields of an error: errors of another copy of the package have other classes. */
export const describeError = (error: unknown): ErrorDetails => {
  const message = field(error, "message")
  const tag = typeof message === "string" ? field(error, "_tag") : undefined
  return {
    tag,
    status: field(error, "status"),
    state: field(error, "state"),
    path: text(field(error, "path")),
    cause: forms.test(text(tag)) ? causeOf(field(error, "code"), text(message)) : "unknown"
  }
}

/** Whether the service rejected the request in one of its error forms, with the general status of that form. */
export const isRejected = ({ status, tag }: ErrorDetails): boolean =>
  tag === "ErrorV1R1" || ((tag === "ErrorV1" || tag === "ErrorText") && status === 401)
