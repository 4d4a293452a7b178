import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { Call, CallId } from "./Calls/Call.ts"
import { CallEvents, CallEventStream } from "./Calls/CallEvents.ts"
import { RecentCall } from "./Calls/RecentCall.ts"
import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsCall, errorsText, errorsV1Token } from "./Errors.ts"
import * as Group from "./Group.ts"
import { withoutTotals } from "./internal/list/nextPage.ts"
import { collectFirst, paginate, withPositions } from "./internal/list/paginate.ts"
import * as Page from "./Page.ts"
import * as Wire from "./Wire.ts"

export { Call, CallEvents, CallEventStream, CallId, RecentCall }

const AltId = Schema.optionalKey(
  Schema.String.check(Schema.isMaxCodePoints(512, { expected: "a text of at most 512 characters" }))
)

/** Notes on a call: three ids of at most 512 characters, and a text. Source: interface §4.4, 4. */
export class Annotation extends Wire.Struct<Annotation>()({
  /** First id. */
  alt1_id: AltId,
  /** Second id. */
  alt2_id: AltId,
  /** Third id. */
  alt3_id: AltId,
  /** Any text. */
  extra_info: Schema.optionalKey(Schema.String)
}) {}

/** Selects calls. The interface does not give the grammar of `filter` and `order`; both are sent unchanged. */
export class CallQuery extends Wire.Struct<CallQuery>()({
  /** Filter, sent unchanged. */
  filter: Schema.optionalKey(Schema.String),
  ...Page.queryFields,
  /** Sort keys, sent unchanged. */
  order: Schema.optionalKey(Schema.String)
}) {}

const params = Schema.Struct({
  call_id: CallId.check(
    Schema.makeFilter((id) =>
      id.toLowerCase() === "recent" ? `${id} is not the id of a call. Use Calls.recent to read the recent calls` : true
    )
  )
})

const read = { retry: "safe", takesUserToken: true } as const

/** The calls of the current user. Source: interface §4.4, 1-6. */
export const CallsGroup = Endpoint.group("Calls", {
  /** Lists one page of calls, a bare array without totals. Source: interface §4.4, 1. */
  list: Endpoint.get("/v1/calls", { query: CallQuery, success: Schema.Array(Call), errors: errorsText, ...read }),
  recent: Endpoint.get("/v1/calls/recent", {
    success: Schema.Union([Schema.Array(RecentCall), RecentCall]),
    errors: errorsV1Token,
    ...read
  }),
  /**
   * Reads one call; a call of another user fails with `ErrorText` 403. The id `recent` is an `InvalidRequest`, here and in
   * the methods below, as its path is that of `recent`.
   *
   * Source: interface §4.4, 3.
   */
  read: Endpoint.get("/v1/calls/:call_id", { params, success: Call, errors: errorsCall, ...read }),
  /** Writes up to three ids (at most 512 characters each) and a text to a call. Source: interface §4.4, 4, §8. */
  annotate: Endpoint.put("/v1/calls/:call_id", {
    params,
    payload: Annotation,
    success: Schema.String,
    errors: errorsV1Token,
    retry: "idempotent",
    takesUserToken: true
  }),
  /** Reads the event stream of a call. Source: interface §4.4, 5. */
  eventStream: Endpoint.get("/v1/calls/:call_id/event_stream", {
    params,
    success: CallEventStream,
    errors: errorsCall,
    ...read
  }),
  /** Reads a call with the statistics of its participants. Source: interface §4.4, 6. */
  events: Endpoint.get("/v1/calls/:call_id/events", { params, success: CallEvents, errors: errorsCall, ...read })
})

/** The texts of the operations on calls for documents. */
export const CallsDescription = {
  description: "The calls of the caller.",
  operations: {
    list: {
      section: "§4.4, 1",
      summary: "List the caller's calls",
      description: "One page as a bare array, without totals.",
      answers: "CallList"
    },
    recent: {
      section: "§4.4, 2",
      summary: "Read the caller's most recent call",
      description: "One call, not a list; 401 for a caller without calls.",
      answers: "RecentCall"
    },
    read: { section: "§4.4, 3", summary: "Read a call", answers: "Call" },
    annotate: {
      section: "§4.4, 4, §8",
      summary: "Note ids and text on a call",
      takes: "Annotation",
      example: { alt1_id: "ticket-4711", extra_info: "The pump was replaced." },
      answers: "Acknowledgement"
    },
    eventStream: { section: "§4.4, 5", summary: "Read the event stream of a call", answers: "CallEventStream" },
    events: {
      section: "§4.4, 6",
      summary: "Read a call with the statistics of its participants",
      answers: "CallEvents"
    }
  }
} as const satisfies Descriptions<typeof CallsGroup>

/** How to stream the calls. Their pages have no totals, so a list that shrinks is not noticed. */
export type StreamOptions = Omit<Page.Options, "onShrink">

type Filter = Omit<CallQuery, "page">

const idOf = ({ session }: Call) => session

/** Reads and annotates the caller's calls. */
export class Calls extends Group.Service<Calls>()(CallsGroup, ({ list, recent }) => {
  const readPages = (query: Filter, { from = Page.start, prefetch = 0 }: StreamOptions) =>
    paginate(
      (page) => Effect.map(list({ ...query, page }), (entries) => ({ entries, page })),
      () => withoutTotals(idOf, query.page_size ?? Page.defaultPageSize),
      from.page,
      prefetch
    )
  const positioned = (query: Filter = {}, options: StreamOptions = {}) => {
    const calls = withPositions(readPages(query, options), idOf, options.from ?? Page.start)
    return options.collectFirst === true ? collectFirst(calls) : calls
  }
  return {
    /**
     * Streams the calls of every page, each once; `options` say where to start, how many pages to prefetch, and whether to
     * collect all first. A page that is empty, or shorter than the first, is the last: a list of one page takes two
     * requests, as the service may cut off longer pages. The stream fails with `ListBroken` if the list goes on after
     * 10,000 pages, if 50 pages in a row have no new call, or if the service answers the same page repeatedly.
     */
    stream: (query?: Filter, options?: StreamOptions) => Stream.map(positioned(query, options), ({ entry }) => entry),
    /** Streams the calls as `stream` does, each with the position after it, to resume later. */
    positioned,
    /** Streams the pages, up to the last page with calls; it ends as `stream` does. */
    pages: (query: Filter = {}, options: StreamOptions = {}) =>
      Stream.map(readPages(query, options), ({ entries }) => entries),
    /** Lists the most recent calls, also if the service answers one. Source: interface §4.4, 2. */
    recent: Effect.map(recent, (calls) => (isList(calls) ? calls : [calls]))
  }
}) {}

const isList = (calls: RecentCall | ReadonlyArray<RecentCall>): calls is ReadonlyArray<RecentCall> =>
  Array.isArray(calls)
