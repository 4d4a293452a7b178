import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import { gap, integer, json, oneOf } from "./Gap.ts"
import type { Documented } from "./Gap.ts"

/** The codes of errors, but for the one that is public. */
export const defaultCodes = {
  credentials: 1001,
  token: 1002,
  inactive: 1004,
  unconfirmed: 1005,
  apiKey: 1006,
  permission: 1007,
  notFound: 1008,
  badInput: 1009,
  duplicate: 1010,
  internal: 1099
} as const

const Codes = Schema.Struct(Record.map(defaultCodes, () => Schema.optionalKey(Schema.Int)))

export const wire = {
  "errors.bad-input-v1": gap(oneOf(401, 500), {
    section: "7",
    reason: "Clients repeat requests that meet 500; a bad request stays bad."
  }),
  "errors.codes": gap(
    json(Codes, `JSON of whole numbers by ${Object.keys(defaultCodes).join(", ")}, where they differ`, {
      ...defaultCodes
    }),
    { section: "7", reason: "Only 1003, an expired token, is public; each other cause has a number of its own." }
  ),
  "errors.no-version": gap(oneOf("errorV1R1", "errorV1"), {
    section: "7",
    reason: "A path of neither version gets the body with the most fields."
  }),
  "filter.combination": gap(oneOf("one clause", "&", "AND"), {
    section: "4.5, 3",
    alternatives: "clauses joined by a comma, which |= has in its value",
    reason:
      "How clauses combine is not shown: all after the operator is the value. & and AND join clauses that all pass."
  }),
  "filter.operators": gap(oneOf("seen", "comparisons"), {
    section: "4.5, 3",
    alternatives: "further operators",
    reason: "=, ~=, > and |= are seen in use, any other is refused, never ignored. comparisons adds <, >=, <= and !=."
  }),
  "filter.unknown-field": gap(oneOf("refused", "ignored", "no entry passes"), {
    section: "4.5, 3",
    reason: "A misspelt field should be noticed."
  }),
  "limits.headers": gap(oneOf("RateLimit", "X-RateLimit", "none"), {
    section: "8",
    reason:
      "Of no consequence where no rate limit is set. RateLimit and RateLimit-Policy are those of the draft of the IETF, X-RateLimit-* the older ones."
  }),
  "limits.retry-after": gap(oneOf("seconds", "date"), {
    section: "8",
    reason: "Both forms are HTTP; seconds do not depend on the clocks of two machines."
  }),
  "limits.status": gap(oneOf(429, 503), {
    section: "8",
    reason: "The status that HTTP has for too many requests; 503 is what some services and proxies answer."
  }),
  "order.descending": gap(oneOf("-field", "field desc", "field:desc"), {
    section: "4.4, 1 and 7",
    reason: "Only order=name is seen, which ascends; keys are joined by commas."
  }),
  "order.unknown-field": gap(oneOf("refused", "ignored"), {
    section: "4.4, 1 and 7",
    reason: "A misspelt field should be noticed."
  }),
  "page.beyond-last": gap(oneOf("empty", "refused"), {
    section: "2.7",
    reason: "Entries may go while a client pages; the totals stay right."
  }),
  "page.default-size": gap(integer(20, { minimum: 1, maximum: 1_000_000 }), {
    section: "8",
    reason: "The size in the examples, or the maximum where that is less."
  }),
  "page.malformed": gap(oneOf("refused", "the default"), {
    section: "2.7",
    reason: "A wrong page number should be noticed; the default is page 1 and the default size."
  }),
  "page.maximum-size": gap(integer(1000, { minimum: 1, maximum: 1_000_000 }), {
    section: "8",
    reason: "Programs use up to 100; larger pages help exports."
  }),
  "page.no-entries": gap(oneOf(1, 0), {
    section: "2.7",
    reason:
      "Deployed lists without entries have 1, one empty page; 0 is total_entries divided by page_size, rounded up."
  }),
  "page.over-maximum": gap(oneOf("refused", "the maximum"), {
    section: "8",
    reason: "A page that is shorter than asked for looks like the last one; the maximum shortens it so."
  }),
  "request.maximum-body": gap(integer(1_048_576, { minimum: 1 }), {
    section: "8",
    reason: "Far above any documented body, in bytes."
  }),
  "query.unknown-parameters": gap(oneOf("refused", "ignored"), {
    section: "4.4, 1 and 7",
    reason:
      "Who asks a list for something wants it: what no list knows, or this one does not, should be noticed. Other operations ignore it."
  }),
  "request.unknown-fields": gap(oneOf("ignored", "refused"), {
    section: "4.5",
    reason: "Further parameters of the user administration exist but are not shown."
  })
} as const

/** Points at which transitions know one choice. */
export const documentedWire: Readonly<Record<string, Documented>> = {
  compatibility: {
    section: "9, 4",
    only: "every operation stays as the document of version 1.0.0 has it",
    alternatives: "operations that are marked deprecated or answer with another version",
    reason: "No policy is shown, so nothing announces an end."
  },
  "errors.enterprise-body": {
    section: "7",
    only: "errorV1R1",
    alternatives: "statuses 401, 403, 404, 409 and 422",
    reason:
      "The rule of the other /v1r1 endpoints: 400 with code, message and name. The contract knows no other status."
  },
  "limits.rate": {
    section: "8",
    only: "none unless one is set",
    alternatives: "limits of its own",
    reason:
      "Neither limits nor their status are shown. --rate-limit and PUT /__mock/rate-limit set some; a fault answers 429 once."
  }
}
