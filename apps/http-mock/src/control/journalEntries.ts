import { byId } from "@remote-assist/core/Contract"
import { RegionName } from "@remote-assist/core/Region"
import * as DateTime from "effect/DateTime"
import { delete as remove, get } from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { unknownOperation } from "../faults/RateLimit.ts"
import { diff, Patch } from "../tenants/diff.ts"
import type { Exchange, RecordedBody } from "../tenants/Journal.ts"
import { decodeContent, responseBytes } from "../wire/response.ts"
import { optionIn } from "../world/gaps/options.ts"
import type { GapId } from "../world/gaps/options.ts"
import { mailKinds } from "../world/model/rows.ts"
import type { Mail } from "../world/model/rows.ts"
import { lastMail, mailsAfter } from "../world/model/World.ts"
import { NotFoundProblem, defined, makeGroup } from "./group.ts"

const Headers = Schema.Record(Schema.String, Schema.String)

/** Bytes as text, or as Base64 if they are not UTF-8. */
const BodyContent = Schema.Struct({ text: Schema.String, encoding: Schema.optionalKey(Schema.Literal("base64")) })

const RecordedAnswer = Schema.Struct({ status: Schema.Int, headers: Headers, body: BodyContent })
type RecordedAnswer = typeof RecordedAnswer.Type

/** A short entry: a request to the service, and its result. */
export const Entry = Schema.Struct({
  /** Counts requests in the order in which they were handled. */
  id: Schema.Int,
  /** The time of the request by the tenant's clock. */
  at: Schema.DateTimeUtcFromString,
  /** The time of arrival by the machine's clock. */
  arrived_at: Schema.DateTimeUtcFromString,
  /** In milliseconds; null before the response. */
  duration: Schema.NullOr(Schema.Finite),
  region: RegionName,
  /** Such as `EnterpriseUsers.list`; null if there is none. */
  operation: Schema.NullOr(Schema.String),
  method: Schema.String,
  /** The path after the region, with the query. */
  path: Schema.String,
  /** Null before the response. */
  status: Schema.NullOr(Schema.Int),
  /** Whether the request changed the world. */
  changed: Schema.Boolean,
  /** The e-mails that the request sent. */
  mails: Schema.Array(Schema.Struct({ id: Schema.Int, kind: Schema.Literals(mailKinds), to: Schema.String })),
  /** The ids of the faults that hit the request; the last one may have changed the response. */
  faults: Schema.Array(Schema.String),
  /** Whether the client disconnected before the response. */
  gone: Schema.Boolean,
  /** True if the response of a handler or an upstream broke off. */
  broken: Schema.optionalKey(Schema.Boolean),
  /** The handler that responded, such as `GET /us/api/v2/things/:id`, if any. */
  handler: Schema.optionalKey(Schema.String),
  /** The message of an error response, if it has one. */
  reason: Schema.optionalKey(Schema.String),
  /** True if the request was sent to an upstream. */
  passed: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "JournalEntry" })
export type Entry = typeof Entry.Type

const Fields = Schema.Array(Schema.Tuple([Schema.String, Schema.String]))

/** The size of a body, and of the stored part. */
const KeptBytes = Schema.Struct({ bytes: Schema.Int, kept: Schema.Int })

/** The request to an upstream, and its response. */
const Upstream = Schema.Struct({
  url: Schema.String,
  /** The headers as sent; names can repeat. */
  headers: Fields,
  request: KeptBytes,
  /** Null without a response. */
  status: Schema.NullOr(Schema.Int),
  answer_headers: Fields,
  answer: KeptBytes,
  /** The reason for a missing or incomplete response. */
  failure: Schema.optionalKey(Schema.String)
})

/** A full entry, including secrets. */
export const WholeEntry = Schema.Struct({
  ...Entry.fields,
  request: Schema.Struct({ url: Schema.String, headers: Headers, body: BodyContent }),
  answer: Schema.NullOr(RecordedAnswer),
  /** The response of the service, if a fault replaced it. */
  service_answer: Schema.optionalKey(RecordedAnswer),
  /** The request to an upstream, if there was one; the body of `answer` is the stored part. */
  upstream: Schema.optionalKey(Upstream),
  /** The id of the fault that replaced the response, if any. */
  taken_by: Schema.optionalKey(Schema.String),
  /** The changes as a JSON Patch (RFC 6902) of each region's world. */
  changes: Schema.Struct({ us: Schema.optionalKey(Patch), eu: Schema.optionalKey(Patch) }),
  /** The gaps that the response relies on. */
  gaps: Schema.Array(Schema.Struct({ id: Schema.String, choice: Schema.Unknown })),
  /** The likely cause of an error response or an empty list, if `reason` does not name it. */
  hint: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "WholeJournalEntry" })
export type WholeEntry = typeof WholeEntry.Type

const statusPattern = Schema.String.check(
  Schema.isPattern(/^[1-5](\d\d|xx)$/, { expected: "a status such as 401, or a class such as 4xx" })
)

/** The filters of a list; all are optional. */
export const JournalQuery = Schema.Struct({
  method: Schema.optionalKey(Schema.String),
  /** The path with or without the region and the query. */
  path: Schema.optionalKey(Schema.String),
  operation: Schema.optionalKey(
    Schema.String.check(Schema.makeFilter((name) => (byId(name) === undefined ? unknownOperation(name) : undefined)))
  ),
  /** Such as `401`, or `4xx`. */
  status: Schema.optionalKey(statusPattern),
  region: Schema.optionalKey(RegionName),
  /** Only entries with a higher id. */
  since: Schema.optionalKey(Schema.Int),
  /** The maximum number of entries, the newest. */
  limit: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))
})
export type JournalQuery = typeof JournalQuery.Type

const params = { id: Schema.Int }

const secrets = Schema.Struct({
  secrets: Schema.optionalKey(
    Schema.Literals(["true", "false"]).annotate({
      description:
        "true includes secrets. By default these are removed: valid API keys; credentials in headers; fields and parameters with the name of a password, token, secret, API key or link, and their values in other places, if these have 6 characters; texts with another possible secret; and bodies that are not text, or that may contain a secret and are not JSON or a form."
    })
  )
})

/** The number of requests that a query selects and, if there are none, the requests that are most like it. */
const JournalCount = Schema.Struct({
  count: Schema.Int,
  nearest: Schema.Array(Entry),
  /** Why the count may be too low. */
  warning: Schema.optionalKey(Schema.String)
})

/** The requests to the service, with responses and changes. */
export const JournalGroup = makeGroup("journal", {
  "List the requests, newest last; if older ones were dropped, x-mock-dropped is the id of the last of them": get(
    "list",
    "/journal",
    { query: JournalQuery, success: Schema.Array(Entry) }
  ),
  "Remove all entries": remove("clear", "/journal", { success: Schema.Struct({ removed: Schema.Int }) }),
  "Count the requests; without any, show the nearest ones": get("count", "/journal/count", {
    query: JournalQuery.mapFields(Struct.omit(["limit"])),
    success: JournalCount,
    error: NotFoundProblem
  }),
  "Stream each entry when it ends, as Server-Sent Events": get("stream", "/journal/stream", {
    success: HttpApiSchema.StreamSse({ data: Entry }),
    error: NotFoundProblem
  }),
  "Export the journal, or one entry, as an HTTP archive (HAR 1.2)": get("har", "/journal.har", {
    query: Schema.Struct({ ...secrets.fields, id: Schema.optionalKey(Schema.Int) }),
    success: Schema.Json,
    error: NotFoundProblem
  }),
  "Read an entry with headers, bodies, changes, e-mails and a hint": get("read", "/journal/:id", {
    params,
    success: WholeEntry,
    error: NotFoundProblem
  }),
  "Print a request as a curl command": get("curl", "/journal/:id/curl", {
    params,
    query: secrets,
    success: Schema.String.pipe(HttpApiSchema.asText()),
    error: NotFoundProblem
  })
})

/** Returns the e-mails that a request sent. */
const mailsOf = ({ changes }: Exchange): ReadonlyArray<Mail> =>
  changes.flatMap(({ after, before }) => mailsAfter(after, lastMail(before)))

const maxMessageBody = 10_000

const ErrorBody = Schema.Union([Schema.Struct({ message: Schema.String }), Schema.String])

const decodeErrorBody = Schema.decodeUnknownOption(Schema.fromJsonString(ErrorBody))

/** Returns the message of an error response. */
const reasonOf = ({ answer }: Exchange): string | undefined => {
  if (answer === undefined || answer.status < 400) return undefined
  const { text } = decodeContent(responseBytes(answer))
  if (text.length > maxMessageBody) return undefined
  const error = Option.getOrUndefined(decodeErrorBody(text))
  return typeof error === "object" ? error.message : error
}

/** Returns the short entry of an exchange. */
export const toEntry = (exchange: Exchange): Entry => {
  const { answer, arrivedAt, at, changes, faults, id, isAborted, method, path, query, region } = exchange
  return defined({
    id,
    at: DateTime.makeUnsafe(at),
    arrived_at: DateTime.makeUnsafe(arrivedAt),
    duration: exchange.duration === undefined ? null : Number(exchange.duration) / 1e6,
    region,
    operation: exchange.operation ?? null,
    method,
    path: path + query,
    status: answer?.status ?? null,
    changed: changes.length > 0,
    mails: mailsOf(exchange).map(({ id, kind, to }) => ({ id, kind, to })),
    faults,
    gone: isAborted,
    broken: exchange.isBroken ? true : undefined,
    handler: exchange.handler,
    reason: reasonOf(exchange),
    passed: exchange.upstreamCall === undefined ? undefined : true
  })
}

// the length of a recorded stream was not sent
const show = (response: HttpServerResponse.HttpServerResponse, isStream = false): RecordedAnswer => ({
  status: response.status,
  headers: isStream ? Struct.omit(response.headers, ["content-length"]) : response.headers,
  body: decodeContent(responseBytes(response))
})

const choicesOf = ({ before, gaps }: Exchange) => {
  const taken = before?.settings.choices ?? {}
  return [...gaps].toSorted().map((id: GapId) => ({ id, choice: optionIn(taken, id) }))
}

const sizeOf = ({ length, total }: RecordedBody) => ({ bytes: total, kept: length })

const upstreamOf = ({ answer, streamed, upstreamCall }: Exchange) => {
  if (upstreamCall === undefined) return undefined
  const { body, failure, head, headers, url } = upstreamCall
  const { length } = answer === undefined ? { length: 0 } : responseBytes(answer)
  return defined({
    url,
    headers,
    request: sizeOf(body),
    status: head?.status ?? null,
    answer_headers: head?.headers ?? [],
    answer: streamed === undefined ? { bytes: length, kept: length } : sizeOf(streamed.body),
    failure
  })
}

/** Returns the full entry of an exchange. */
export const toWholeEntry = (exchange: Exchange, hint: string | undefined): WholeEntry => {
  const { answer, body, changes, headers, region, served, replacedBy, url } = exchange
  return defined({
    ...toEntry(exchange),
    request: { url, headers, body: decodeContent(body ?? new Uint8Array()) },
    answer:
      answer === undefined ? null : show(answer, exchange.handler !== undefined && exchange.streamed !== undefined),
    service_answer: served === undefined || served === answer ? undefined : show(served),
    upstream: upstreamOf(exchange),
    taken_by: replacedBy,
    changes: changes.length === 0 ? {} : { [region]: changes.flatMap(({ after, before }) => diff(before, after)) },
    gaps: choicesOf(exchange),
    hint
  })
}
