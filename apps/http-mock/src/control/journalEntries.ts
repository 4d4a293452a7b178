import { RegionName } from "@remote-assist/core/Region"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as Queue from "effect/Queue"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { diff } from "../tenants/diff.ts"
import type { Exchange, Journal, RecordedBody } from "../tenants/Journal.ts"
import { decodeContent, responseBytes } from "../wire/response.ts"
import { optionIn } from "../world/gaps/options.ts"
import type { GapId } from "../world/gaps/options.ts"
import { mailKinds } from "../world/model/rows.ts"
import type { Mail } from "../world/model/rows.ts"
import { NotFoundProblem } from "./context.ts"

const Headers = Schema.Record(Schema.String, Schema.String)

/** Bytes as text, or as Base64 if they are not UTF-8. */
const BodyContent = Schema.Struct({ text: Schema.String, encoding: Schema.optionalKey(Schema.Literal("base64")) })

/** An answer, byte by byte. */
const RecordedAnswer = Schema.Struct({ status: Schema.Int, headers: Headers, body: BodyContent })
export type RecordedAnswer = typeof RecordedAnswer.Type

/** A request to the service and what became of it, in short. */
export const Entry = Schema.Struct({
  /** Counts in the order in which requests reached the world. */
  id: Schema.Int,
  /** The tenant's time that the request lived by. */
  at: Schema.DateTimeUtcFromString,
  /** The machine's time at which it came. */
  arrived_at: Schema.DateTimeUtcFromString,
  /** In milliseconds; null before the answer. */
  duration: Schema.NullOr(Schema.Finite),
  region: RegionName,
  /** Such as `EnterpriseUsers.list`; null where the request met none. */
  operation: Schema.NullOr(Schema.String),
  method: Schema.String,
  /** After the region, with the query as sent. */
  path: Schema.String,
  /** Null while there is no answer. */
  status: Schema.NullOr(Schema.Int),
  /** Whether the request changed the world. */
  changed: Schema.Boolean,
  /** The e-mails that it sent. */
  mails: Schema.Array(Schema.Struct({ id: Schema.Int, kind: Schema.Literals(mailKinds), to: Schema.String })),
  /** The ids of the faults that hit it; the last one took the answer. */
  faults: Schema.Array(Schema.String),
  /** Whether the client went away before the answer. */
  gone: Schema.Boolean,
  /** The handler that answered it, such as `GET /us/api/v2/things/:id`; absent where none did. */
  handler: Schema.optionalKey(Schema.String),
  /** What a refused request was told, in a sentence; absent where its body is in no error form. */
  reason: Schema.optionalKey(Schema.String),
  /** True where it was passed on to an upstream. */
  passed: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "JournalEntry" })
export type Entry = typeof Entry.Type

const Patch = Schema.Array(Schema.Json)

const Fields = Schema.Array(Schema.Tuple([Schema.String, Schema.String]))

/** How long a body is, and how much of it the entry keeps. */
const KeptBytes = Schema.Struct({ bytes: Schema.Int, kept: Schema.Int })

/** A request that an upstream answered: what went out to it, and what came back. */
const Upstream = Schema.Struct({
  url: Schema.String,
  /** As they went out, each name as often. */
  headers: Fields,
  request: KeptBytes,
  /** Null where there is none. */
  status: Schema.NullOr(Schema.Int),
  answer_headers: Fields,
  answer: KeptBytes,
  /** Why there is no answer, or not all of it. */
  failure: Schema.optionalKey(Schema.String)
})

/** The whole of an entry, secrets included. */
export const WholeEntry = Schema.Struct({
  ...Entry.fields,
  request: Schema.Struct({ url: Schema.String, headers: Headers, body: BodyContent }),
  answer: Schema.NullOr(RecordedAnswer),
  /** What the service answered, where a fault put another answer in its place. */
  service_answer: Schema.optionalKey(RecordedAnswer),
  /** What was sent on, and what came back, where another service answered; of `answer`, the body is what is kept of it. */
  upstream: Schema.optionalKey(Upstream),
  /** The id of the fault that took the answer; absent where the service answered, and where a fault only made it wait. */
  taken_by: Schema.optionalKey(Schema.String),
  /** What it changed, as a JSON Patch (RFC 6902) of each region's world. */
  changes: Schema.Struct({ us: Schema.optionalKey(Patch), eu: Schema.optionalKey(Patch) }),
  /** The gaps whose choice the answer relies on. */
  gaps: Schema.Array(Schema.Struct({ id: Schema.String, choice: Schema.Unknown })),
  /** What is likely to be wrong with a refused request. */
  hint: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "WholeJournalEntry" })
export type WholeEntry = typeof WholeEntry.Type

const statusPattern = Schema.String.check(
  Schema.isPattern(/^[1-5](\d\d|xx)$/, { expected: "a status such as 401, or a class of them such as 4xx" })
)

/** Which entries: each filter where given. */
export const JournalQuery = Schema.Struct({
  operation: Schema.optionalKey(Schema.String),
  /** Such as `401`, or `4xx`. */
  status: Schema.optionalKey(statusPattern),
  region: Schema.optionalKey(RegionName),
  /** Only entries with a higher id. */
  since: Schema.optionalKey(Schema.Int),
  /** The newest so many. */
  limit: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))
})
export type JournalQuery = typeof JournalQuery.Type

const params = { id: Schema.Int }

const secrets = Schema.Struct({
  secrets: Schema.optionalKey(
    Schema.Literals(["true", "false"]).annotate({
      description:
        "true writes secrets out. Otherwise left out are API keys that work, wherever they stand; credentials of headers; fields and parameters named like a password, token, secret, API key or link, and what they hold wherever else it stands, if it has 6 characters; and bodies that are no text, or neither JSON nor a form in a log-in or where such a name stands."
    })
  )
})

/** What the requests to the service were, what they were answered, and what they changed. */
export const JournalGroup = HttpApiGroup.make("journal")
  .add(
    HttpApiEndpoint.get("list", "/journal", { query: JournalQuery, success: Schema.Array(Entry) }).annotate(
      OpenApi.Summary,
      "List the requests, newest last"
    ),
    HttpApiEndpoint.delete("clear", "/journal", { success: Schema.Struct({ removed: Schema.Int }) }).annotate(
      OpenApi.Summary,
      "Remove all entries"
    ),
    HttpApiEndpoint.get("stream", "/journal/stream", {
      success: HttpApiSchema.StreamSse({ data: Entry }),
      error: NotFoundProblem
    }).annotate(OpenApi.Summary, "Stream each entry when it ends, as Server-Sent Events"),
    HttpApiEndpoint.get("har", "/journal.har", { query: secrets, success: Schema.Json }).annotate(
      OpenApi.Summary,
      "Export the journal as an HTTP archive (HAR 1.2)"
    ),
    HttpApiEndpoint.get("read", "/journal/:id", { params, success: WholeEntry, error: NotFoundProblem }).annotate(
      OpenApi.Summary,
      "Read an entry with headers, bodies, changes, e-mails and a hint"
    ),
    HttpApiEndpoint.get("curl", "/journal/:id/curl", {
      params,
      query: secrets,
      success: Schema.String.pipe(HttpApiSchema.asText()),
      error: NotFoundProblem
    }).annotate(OpenApi.Summary, "Print a request as a curl command")
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)

/** The e-mails that a request sent. */
const mailsOf = ({ changes }: Exchange): ReadonlyArray<Mail> =>
  changes.flatMap(({ after, before }) =>
    after.outbox === before.outbox
      ? []
      : [...HashMap.values(after.outbox)]
          .filter(({ id }) => !HashMap.has(before.outbox, id))
          .toSorted(Order.mapInput(Order.Number, ({ id }) => id))
  )

const milliseconds = (nanoseconds: bigint) => Number(nanoseconds) / 1e6

/** How long an exchange took, in milliseconds; nothing before its end. */
const duration = ({ duration: nanoseconds }: Exchange): number | null =>
  nanoseconds === undefined ? null : milliseconds(nanoseconds)

const maxRead = 10_000

const Told = Schema.Union([Schema.Struct({ message: Schema.String }), Schema.String])

const decodeTold = Schema.decodeUnknownOption(Schema.fromJsonString(Told))

/** What a refusal says: the message of its error form. */
const reasonOf = ({ answer }: Exchange): string | undefined => {
  if (answer === undefined || answer.status < 400) return undefined
  const { text } = decodeContent(responseBytes(answer))
  if (text.length > maxRead) return undefined
  const told = Option.getOrUndefined(decodeTold(text))
  return typeof told === "object" ? told.message : told
}

/** An exchange in short. */
export const toEntry = (exchange: Exchange): Entry => {
  const { answer, arrivedAt, at, changes, faults, id, isAborted, method, path, query, region } = exchange
  const reason = reasonOf(exchange)
  return {
    id,
    at: DateTime.makeUnsafe(at),
    arrived_at: DateTime.makeUnsafe(arrivedAt),
    duration: duration(exchange),
    region,
    operation: exchange.operation ?? null,
    method,
    path: path + query,
    status: answer?.status ?? null,
    changed: changes.length > 0,
    mails: mailsOf(exchange).map(({ id, kind, to }) => ({ id, kind, to })),
    faults,
    gone: isAborted,
    ...(exchange.handler === undefined ? {} : { handler: exchange.handler }),
    ...(reason === undefined ? {} : { reason }),
    ...(exchange.upstreamCall === undefined ? {} : { passed: true })
  }
}

/** An answer as it is shown. */
const show = (response: HttpServerResponse.HttpServerResponse): RecordedAnswer => ({
  status: response.status,
  headers: response.headers,
  body: decodeContent(responseBytes(response))
})

const choicesOf = ({ before, gaps }: Exchange) => {
  const taken = before?.settings.choices ?? {}
  return [...gaps].toSorted().map((id: GapId) => ({ id, choice: optionIn(taken, id) }))
}

const sizeOf = ({ length, total }: RecordedBody) => ({ bytes: total, kept: length })

const upstreamOf = ({ answer, streamed, upstreamCall }: Exchange) => {
  if (upstreamCall === undefined) return {}
  const { body, failure, head, headers, url } = upstreamCall
  const { length } = answer === undefined ? { length: 0 } : responseBytes(answer)
  return {
    upstream: {
      url,
      headers,
      request: sizeOf(body),
      status: head?.status ?? null,
      answer_headers: head?.headers ?? [],
      answer: streamed === undefined ? { bytes: length, kept: length } : sizeOf(streamed.body),
      ...(failure === undefined ? {} : { failure })
    }
  }
}

/** All that is known of an exchange. */
export const toWholeEntry = (exchange: Exchange, hint: string | undefined): WholeEntry => {
  const { answer, body, changes, headers, region, served, replacedBy, url } = exchange
  return {
    ...toEntry(exchange),
    request: { url, headers, body: decodeContent(body ?? new Uint8Array()) },
    answer: answer === undefined ? null : show(answer),
    ...(served === undefined || served === answer ? {} : { service_answer: show(served) }),
    ...upstreamOf(exchange),
    ...(replacedBy === undefined ? {} : { taken_by: replacedBy }),
    changes: changes.length === 0 ? {} : { [region]: changes.flatMap(({ after, before }) => diff(before, after)) },
    gaps: choicesOf(exchange),
    ...(hint === undefined ? {} : { hint })
  }
}

const encode = Schema.encodeSync(Schema.fromJsonString(Entry))

/** How many entries wait for a client that does not read; its stream ends then, and it can ask for what it missed. */
export const maxWaiting = 10_000

// a comment, which takes the head of the answer to the client before there is an entry
const greeting = ": what is over from here on\n\n"

/** The entries of a journal from here on, each when it is over, as Server-Sent Events; they end with the tenant. */
export const streamEntries = (journal: Journal): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(
    Stream.callback<string>(
      (queue) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            const stop = journal.follow({
              onExchange: (exchange) => {
                if (Queue.offerUnsafe(queue, `data: ${encode(toEntry(exchange))}\n\n`)) return
                stop()
                Queue.endUnsafe(queue)
              },
              onEnd: () => Queue.endUnsafe(queue)
            })
            Queue.offerUnsafe(queue, greeting)
            return stop
          }),
          (stop) => Effect.sync(() => stop())
        ),
      { bufferSize: maxWaiting, strategy: "dropping" }
    ).pipe(Stream.encodeText),
    { contentType: "text/event-stream" }
  )
