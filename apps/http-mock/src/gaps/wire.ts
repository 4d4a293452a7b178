import { gap } from "./Gap.ts"

/** What the interface leaves open about bodies, errors, filters and pages of every operation. */
export const wire = {
  "errors.bad-input-v1": gap<401 | 500>({
    section: "7",
    options: [401],
    alternatives: "500",
    reason: "Clients repeat requests that meet 500; a bad request stays bad."
  }),
  "errors.codes": gap({
    section: "7",
    options: [
      {
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
      }
    ],
    alternatives: "any other numbers",
    reason: "Only 1003, an expired token, is public; each other cause has a number of its own."
  }),
  "errors.enterprise-body": gap({
    section: "7",
    options: ["errorV1R1"],
    alternatives: "statuses 401, 403, 404, 409 and 422",
    reason: "The rule of the other /v1r1 endpoints: 400 with code, message and name."
  }),
  "errors.no-version": gap({
    section: "7",
    options: ["errorV1R1"],
    alternatives: "errorV1",
    reason: "A path of neither version gets the body with the most fields."
  }),
  "filter.combination": gap({
    section: "4.5, 3",
    options: ["one clause"],
    alternatives: "clauses joined by a comma, & or AND",
    reason: "How clauses combine is not shown; all after the operator is the value."
  }),
  "filter.operators": gap({
    section: "4.5, 3",
    options: ["= ~= > |="],
    alternatives: "further operators",
    reason: "These four are seen in use; any other is refused, never ignored."
  }),
  "filter.unknown-field": gap({
    section: "4.5, 3",
    options: ["refused"],
    alternatives: "no entry passes",
    reason: "A misspelt field should be noticed."
  }),
  "order.descending": gap({
    section: "4.4, 1 and 7",
    options: ["-field"],
    alternatives: "field desc; field:desc",
    reason: "Only order=name is seen, which ascends; keys are joined by commas."
  }),
  "order.unknown-field": gap({
    section: "4.4, 1 and 7",
    options: ["refused"],
    alternatives: "ignored",
    reason: "A misspelt field should be noticed."
  }),
  "page.beyond-last": gap({
    section: "2.7",
    options: ["empty"],
    alternatives: "an error",
    reason: "Entries may go while a client pages; the totals stay right."
  }),
  "page.default-size": gap({ section: "8", options: [20], reason: "The size in the examples." }),
  "page.malformed": gap({
    section: "2.7",
    options: ["refused"],
    alternatives: "the default page",
    reason: "A wrong page number should be noticed."
  }),
  "page.maximum-size": gap({
    section: "8",
    options: [1000],
    reason: "Programs use up to 100; larger pages help exports."
  }),
  "page.no-entries": gap({
    section: "2.7",
    options: [0],
    alternatives: "one empty page",
    reason: "total_pages is total_entries divided by page_size, rounded up."
  }),
  "request.maximum-body": gap({
    section: "8",
    options: [1_048_576],
    reason: "Far above any documented body, in bytes."
  }),
  "request.unknown-fields": gap({
    section: "4.5",
    options: ["ignored"],
    alternatives: "refused",
    reason: "Further parameters exist but are not shown."
  })
} as const
