import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import { gap, integer, json, oneOf } from "./Gap.ts"

/** The codes of errors, except the public one. */
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
    reason: "Clients retry after 500, but a bad request stays bad."
  }),
  "errors.codes": gap(
    json(Codes, `JSON of whole numbers by ${Object.keys(defaultCodes).join(", ")}; the rest are the defaults`, {
      ...defaultCodes
    }),
    { section: "7", reason: "Only 1003, an expired token, is public; each other cause has its own number." }
  ),
  "errors.no-version": gap(oneOf("errorV1R1", "errorV1"), {
    section: "7",
    reason: "A path without a version gets the body with the most fields."
  }),
  "filter.combination": gap(oneOf("one clause", "&", "AND"), {
    section: "4.5, 3",
    alternatives: "clauses joined by a comma, which |= uses in its value",
    reason:
      "The interface does not show how to combine clauses, so all text after the operator is the value. & and AND join clauses."
  }),
  "filter.operators": gap(oneOf("seen", "comparisons"), {
    section: "4.5, 3",
    alternatives: "further operators",
    reason: "=, ~=, > and |= are seen in use; others are rejected. comparisons adds <, >=, <= and !=."
  }),
  "filter.unknown-field": gap(oneOf("refused", "ignored", "no entry passes"), {
    section: "4.5, 3",
    reason: "A typo should be noticed."
  }),
  "limits.headers": gap(oneOf("RateLimit", "X-RateLimit", "none"), {
    section: "8",
    reason:
      "Has no effect without a rate limit. RateLimit and RateLimit-Policy are from the IETF draft, X-RateLimit-* are older."
  }),
  "limits.retry-after": gap(oneOf("seconds", "date"), {
    section: "8",
    reason: "HTTP allows both; seconds do not depend on two clocks."
  }),
  "limits.status": gap(oneOf(429, 503), {
    section: "8",
    reason: "The HTTP status for too many requests; some services and proxies use 503."
  }),
  "order.descending": gap(oneOf("-field", "field desc", "field:desc"), {
    section: "4.4, 1 and 7",
    reason: "Only order=name is seen in use, which is ascending; commas separate fields."
  }),
  "order.unknown-field": gap(oneOf("refused", "ignored"), {
    section: "4.4, 1 and 7",
    reason: "A typo should be noticed."
  }),
  "page.beyond-last": gap(oneOf("empty", "refused"), {
    section: "2.7",
    reason: "Entries may be deleted while a client reads pages; the totals stay correct."
  }),
  "page.default-size": gap(integer(20, { minimum: 1, maximum: 1_000_000 }), {
    section: "8",
    reason: "The size in the examples, or the maximum if it is smaller."
  }),
  "page.malformed": gap(oneOf("refused", "the default"), {
    section: "2.7",
    reason: "An invalid page number should be noticed; the default is page 1 and the default size."
  }),
  "page.maximum-size": gap(integer(1000, { minimum: 1, maximum: 1_000_000 }), {
    section: "8",
    reason: "Programs use up to 100; larger pages speed up exports."
  }),
  "page.no-entries": gap(oneOf(1, 0), {
    section: "2.7",
    reason: "Deployed services have 1 page for an empty list; 0 is total_entries divided by page_size, rounded up."
  }),
  "page.over-maximum": gap(oneOf("refused", "the maximum"), {
    section: "8",
    reason: "A page that is shorter than requested looks like the last one; with the maximum, it is shortened."
  }),
  "request.maximum-body": gap(integer(1_048_576, { minimum: 1 }), {
    section: "8",
    reason: "Far larger than any documented body, in bytes."
  }),
  "query.unknown-parameters": gap(oneOf("refused", "ignored"), {
    section: "4.4, 1 and 7",
    reason: "Lists reject unknown query parameters so that typos are noticed. Other operations ignore them."
  }),
  "request.unknown-fields": gap(oneOf("ignored", "refused"), {
    section: "4.5",
    reason: "The user administration has other, undocumented parameters."
  })
} as const
