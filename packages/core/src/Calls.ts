import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { Call, CallId } from "./Calls/Call.ts"
import { CallEvents, CallEventStream } from "./Calls/CallEvents.ts"
import { RecentCall } from "./Calls/RecentCall.ts"
import * as Credentials from "./Credentials.ts"
import type { Descriptions } from "./Description.ts"
import * as Endpoint from "./Endpoint.ts"
import { errorsCall, errorsText, errorsV1Token, InvalidRequest } from "./Errors.ts"
import type { CallError, ErrorText, ErrorV1, ListBroken, SessionError } from "./Errors.ts"
import { bare } from "./internal/list/courses.ts"
import { collectFirst, follow } from "./internal/list/follow.ts"
import { note, notePage, placed } from "./internal/list/positions.ts"
import * as Methods from "./Methods.ts"
import * as Page from "./Page.ts"
import type { Region } from "./Region.ts"
import type { Transport } from "./Transport.ts"
import type { UserToken } from "./UserToken.ts"

export { Call, CallEvents, CallEventStream, CallId, RecentCall }

const AltId = Schema.optionalKey(Schema.String.check(Schema.isMaxCodePoints(512)))

/** What can be noted on a call: three ids of 512 characters at the most, and a free text. Source: interface §4.4, 4. */
export const Annotation = Schema.Struct({
  /** First id. */
  alt1_id: AltId,
  /** Second id. */
  alt2_id: AltId,
  /** Third id. */
  alt3_id: AltId,
  /** Any text. */
  extra_info: Schema.optionalKey(Schema.String)
})
export type Annotation = typeof Annotation.Type

/** Which calls to list. The grammar of `filter` and `order` is not given; both are passed through. */
export const CallQuery = Schema.Struct({
  /** Which calls. */
  filter: Schema.optionalKey(Schema.String),
  /** Entries of a page. */
  page_size: Schema.optionalKey(Schema.Int),
  /** Which page, from 1. */
  page: Schema.optionalKey(Page.PageNumber),
  /** Keys to order by. */
  order: Schema.optionalKey(Schema.String)
})
export type CallQuery = typeof CallQuery.Type

const call = Schema.Struct({ call_id: CallId })

const read = { retry: "safe", takesUserToken: true } as const

/** The calls of the current user. Source: interface §4.4, 1-6. */
export const CallsGroup = Endpoint.group("Calls", {
  list: Endpoint.get("/v1/calls", { query: CallQuery, success: Schema.Array(Call), errors: errorsText, ...read }),
  recent: Endpoint.get("/v1/calls/recent", {
    success: Schema.Union([Schema.Array(RecentCall), RecentCall]),
    errors: errorsV1Token,
    ...read
  }),
  read: Endpoint.get("/v1/calls/:call_id", { params: call, success: Call, errors: errorsCall, ...read }),
  annotate: Endpoint.put("/v1/calls/:call_id", {
    params: call,
    payload: Annotation,
    success: Schema.String,
    errors: errorsV1Token,
    retry: "idempotent",
    takesUserToken: true
  }),
  eventStream: Endpoint.get("/v1/calls/:call_id/event_stream", {
    params: call,
    success: CallEventStream,
    errors: errorsCall,
    ...read
  }),
  events: Endpoint.get("/v1/calls/:call_id/events", { params: call, success: CallEvents, errors: errorsCall, ...read })
})

/** What documents say of the operations on calls. */
export const CallsDescription = {
  description: "The calls of the caller.",
  operations: {
    list: {
      section: "§4.4, 1",
      summary: "List the caller's calls",
      description: "One page as a bare array: how many calls there are it does not say.",
      answers: "CallList"
    },
    recent: {
      section: "§4.4, 2",
      summary: "Read the caller's most recent call",
      description: "One call, not a list; 401 for a caller who had none.",
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

type Failure = ErrorV1 | ErrorText | SessionError | CallError

/** How to walk the calls; how many there are, and so whether there are fewer than before, they do not tell. */
export type CallWalk = Omit<Page.Walk, "onShrink">

const start: Page.Position = { page: 1, taken: 0 }

const idOf = ({ session }: Call) => session

const recent = "recent"

/** A call of an id, unless its path is that of another operation. */
const named = <A, E>(name: string, id: string, act: Effect.Effect<A, E>) =>
  id.toLowerCase() === recent
    ? new InvalidRequest({
        operation: `Calls.${name}`,
        reason: `${id} is no id of a call: its path is that of Calls.recent, which reads the most recent calls.`
      })
    : act

/** Reads and annotates the calls of whoever is logged in. */
export class Calls extends Context.Service<
  Calls,
  {
    /** Lists one page of calls, a bare array without totals. Source: interface §4.4, 1. */
    readonly list: (query?: CallQuery) => Effect.Effect<ReadonlyArray<Call>, Failure>
    /**
     * Streams the calls of every page, each once; `walk` says where to start, how far to read ahead, and whether to
     * collect all first. A page that is empty, or shorter than the first, is the last: a list of one page takes two
     * requests, as its length may be the most that the service answers. A list that does not end after 10,000 pages, or has
     * 50 in a row without a call that is new, and a service that answers one page for ever end in {@link ListBroken}.
     */
    readonly stream: (query?: Omit<CallQuery, "page">, walk?: CallWalk) => Stream.Stream<Call, Failure | ListBroken>
    /** Streams the pages, up to the last that has calls; it ends as {@link stream} does. */
    readonly pages: (
      query?: Omit<CallQuery, "page">,
      walk?: CallWalk
    ) => Stream.Stream<ReadonlyArray<Call>, Failure | ListBroken>
    /** Lists the most recent calls, even where the service answers one. Source: interface §4.4, 2. */
    readonly recent: Effect.Effect<ReadonlyArray<RecentCall>, Failure>
    /**
     * Reads one call; one of others fails with {@link ErrorText} 403. The id `recent` is refused before anything is sent,
     * here and below: its path is that of {@link recent}.
     *
     * Source: interface §4.4, 3.
     */
    readonly read: (id: CallId) => Effect.Effect<Call, Failure>
    /** Notes up to three ids (at most 512 characters each) and a text on a call. Source: interface §4.4, 4, §8. */
    readonly annotate: (id: CallId, annotation: Annotation) => Effect.Effect<string, Failure>
    /** Reads the event stream of a call. Source: interface §4.4, 5. */
    readonly eventStream: (id: CallId) => Effect.Effect<CallEventStream, Failure>
    /** Reads a call with the statistics of its participants. Source: interface §4.4, 6. */
    readonly events: (id: CallId) => Effect.Effect<CallEvents, Failure>
  }
>()("@remote-assist/core/Calls") {
  static readonly layer: Layer.Layer<Calls, never, Transport | Region | UserToken> = Layer.effect(
    Calls,
    Effect.map(Methods.make(CallsGroup, Credentials.add), (api) => {
      const list = (query: CallQuery = {}) => api.list({ query })
      const walked = (query: Omit<CallQuery, "page">, { from = start, prefetch = 0 }: CallWalk) =>
        follow(
          (page) => Effect.map(list({ ...query, page }), (entries) => ({ entries, page })),
          () => bare(idOf, query.page_size ?? Page.defaultPageSize),
          from.page,
          prefetch
        )
      return Calls.of({
        list,
        stream: (query = {}, walk = {}) => {
          const calls = placed(walked(query, walk), idOf, walk.from ?? start).pipe(
            Stream.map(({ entry, position }) => note(entry, position))
          )
          return walk.collectFirst === true ? collectFirst(calls) : calls
        },
        pages: (query = {}, walk = {}) =>
          Stream.map(walked(query, walk), ({ entries, page }) => notePage(entries, page)),
        recent: Effect.map(api.recent(), (calls) => (isList(calls) ? calls : [calls])),
        read: (call_id) => named("read", call_id, api.read({ params: { call_id } })),
        annotate: (call_id, payload) => named("annotate", call_id, api.annotate({ params: { call_id }, payload })),
        eventStream: (call_id) => named("eventStream", call_id, api.eventStream({ params: { call_id } })),
        events: (call_id) => named("events", call_id, api.events({ params: { call_id } }))
      })
    })
  )
}

const isList = (calls: RecentCall | ReadonlyArray<RecentCall>): calls is ReadonlyArray<RecentCall> =>
  Array.isArray(calls)
