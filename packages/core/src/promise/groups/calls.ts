import * as Core from "../../Calls.ts"
import type { BareWalkOptions, CallOptions } from "../CallOptions.ts"
import type { CallPromise } from "../CallPromise.ts"
import * as Group from "../Group.ts"
import type { Walk } from "../Walk.ts"
import type { Call } from "./call.ts"
import type { CallEvents, CallEventStream } from "./callEvents.ts"
import type { RecentCall } from "./recentCall.ts"

/** What can be noted on a call: three ids of 512 characters at the most, and a free text. */
export interface Annotation {
  /** First id. */
  readonly alt1_id?: string | undefined
  /** Second id. */
  readonly alt2_id?: string | undefined
  /** Third id. */
  readonly alt3_id?: string | undefined
  /** Any text. */
  readonly extra_info?: string | undefined
}

/** Which calls to walk. The grammar of `filter` and `order` is not given; both are passed through. */
export interface CallFilter {
  /** Which calls. */
  readonly filter?: string | undefined
  /** Entries of a page. */
  readonly page_size?: number | undefined
  /** Keys to order by. */
  readonly order?: string | undefined
}

/** Which calls to list. */
export interface CallQuery extends CallFilter {
  /** Which page, from 1. */
  readonly page?: number | undefined
}

/** Reads and annotates the calls of whoever is logged in. */
export interface Calls {
  /** Lists one page of calls. The answer is a bare list: how many calls there are it does not say. */
  readonly list: (query?: CallQuery, options?: CallOptions) => CallPromise<ReadonlyArray<Call>>
  /** Walks the calls of every page, each once. */
  readonly stream: (query?: CallFilter, options?: BareWalkOptions) => Walk<Call>
  /** Walks the pages, up to the last that has calls. */
  readonly pages: (query?: CallFilter, options?: BareWalkOptions) => Walk<ReadonlyArray<Call>>
  /** Lists the most recent calls. The interface shows one, the deployed service may send several: always a list here. */
  readonly recent: (options?: CallOptions) => CallPromise<ReadonlyArray<RecentCall>>
  /** Reads one call; one of others rejects with `ErrorText` 403. */
  readonly read: (id: string, options?: CallOptions) => CallPromise<Call>
  /** Notes ids and text on a call. An id of more than 512 characters is refused before anything is sent. */
  readonly annotate: (id: string, annotation: Annotation, options?: CallOptions) => CallPromise<string>
  /** Reads the event stream of a call. */
  readonly eventStream: (id: string, options?: CallOptions) => CallPromise<CallEventStream>
  /** Reads a call with the statistics of its participants. */
  readonly events: (id: string, options?: CallOptions) => CallPromise<CallEvents>
}

const of = Group.of(Core.CallsGroup)

const id = Group.text("the call's id")

/** The group of the calls, for `connectTo`. */
export const calls: Group.Group<Calls> = Group.make<Calls>()(Core.Calls, Core.Calls.layer, "Calls", {
  list: of.call("list", of.query("list")),
  stream: of.bareWalk("list", "entries"),
  pages: of.bareWalk("list", "pages"),
  recent: of.call("recent"),
  read: of.call("read", id),
  annotate: of.call("annotate", id, of.body("annotate", "the annotation")),
  eventStream: of.call("eventStream", id),
  events: of.call("events", id)
})
