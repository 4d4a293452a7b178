import type { OperationId } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import type * as Headers from "effect/http/Headers"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"

import type { GapId } from "../world/gaps/options.ts"
import type { World } from "../world/model/World.ts"

/** Headers as sent, with their case and repetitions. */
export type RawHeaders = ReadonlyArray<readonly [name: string, value: string]>

/** How many bytes of a streamed body are recorded. */
export const maxRecordedBytes = 1024 * 1024

/** The beginning of a streamed body, and its length so far. */
export type RecordedBody = ReturnType<typeof makeRecordedBody>

/** Makes a recorder of the beginning of a streamed body. */
export const makeRecordedBody = () => {
  // grows without a copy
  const buffer = new ArrayBuffer(0, { maxByteLength: maxRecordedBytes })
  const bytes = new Uint8Array(buffer)
  let total = 0
  return {
    get bytes(): Uint8Array {
      return bytes.slice()
    },
    get length() {
      return bytes.length
    },
    get total() {
      return total
    },
    add: (chunk: Uint8Array) => {
      const { length } = bytes
      const part = chunk.subarray(0, maxRecordedBytes - length)
      total += chunk.length
      buffer.resize(length + part.length)
      bytes.set(part, length)
    }
  }
}

/** Starts to record the streamed body of an answer. */
export const makeStreamedBody = () => {
  const callbacks: Array<() => void> = []
  let isOver = false
  return {
    body: makeRecordedBody(),
    end: () => {
      if (isOver) return
      isOver = true
      for (const callback of callbacks) callback()
    },
    /** Calls back when the body has ended, immediately if it has. */
    onEnd: (callback: () => void) => void (isOver ? callback() : callbacks.push(callback))
  }
}

/** A request that was passed on to an upstream, and the head of the answer. */
export interface UpstreamCall {
  /** The whole URL, with the query. */
  readonly url: string
  readonly headers: RawHeaders
  readonly body: RecordedBody
  /** `undefined` until the head of the answer arrives. */
  head: { readonly status: number; readonly headers: RawHeaders } | undefined
  /** Why the answer is missing or incomplete. */
  failure: string | undefined
}

interface WorldChange {
  readonly before: World
  readonly after: World
}

/** What a client sent. */
export interface Sent {
  readonly region: RegionName
  /** The operation that the request is meant for, or `undefined` if there is none. */
  readonly operation: OperationId | undefined
  readonly method: string
  /** As sent, with the tenant and the query. */
  readonly url: string
  /** The path after the region, without the query. */
  readonly path: string
  /** The query with its question mark, or empty. */
  readonly query: string
  readonly headers: Headers.Headers
}

/**
 * A request to the service and its outcome. It is written while the request runs. It holds only references, so that it
 * costs little; the journal's entries are computed when they are read.
 */
export interface Exchange extends Sent {
  /** Counts the requests of a tenant in the order in which they reached the world; 0 before that. */
  id: number
  /** The machine's time of arrival, in milliseconds since the epoch. */
  readonly arrivedAt: number
  /** The reading of the machine's monotonic clock at the arrival. */
  readonly startedAt: bigint
  /** The tenant's time, in milliseconds since the epoch. */
  at: number
  body: Uint8Array | undefined
  /** The worlds of the region before and after, or `undefined` if the request did not reach it. */
  before: World | undefined
  after: World | undefined
  changes: ReadonlyArray<WorldChange>
  /** The options that the answer depends on. */
  readonly gaps: Set<GapId>
  /** `undefined` if the request was not passed on. */
  upstreamCall: UpstreamCall | undefined
  /** `undefined` unless the answer is streamed. */
  streamed: ReturnType<typeof makeStreamedBody> | undefined
  served: HttpServerResponse.HttpServerResponse | undefined
  /** The sent answer: that of the service, unless a fault replaced it. */
  answer: HttpServerResponse.HttpServerResponse | undefined
  /** The duration in nanoseconds, or `undefined` before the end. */
  duration: bigint | undefined
  /** The ids of the faults that hit the request. */
  faults: ReadonlyArray<string>
  /** The id of the fault that replaced the answer, or `undefined` if none did. */
  replacedBy: string | undefined
  /** The MSW handler that answered, or `undefined` if none did. */
  handler: string | undefined
  /** Whether the client disconnected before the answer. */
  isAborted: boolean
  /** Whether the streamed answer failed before its end. */
  isBroken: boolean
}

const noChanges: ReadonlyArray<WorldChange> = []

/** Starts the exchange of a request. */
export const startExchange = (sent: Sent, arrivedAt: number, startedAt: bigint, at: number): Exchange => ({
  ...sent,
  id: 0,
  arrivedAt,
  startedAt,
  at,
  body: undefined,
  before: undefined,
  after: undefined,
  changes: noChanges,
  gaps: new Set(),
  upstreamCall: undefined,
  streamed: undefined,
  served: undefined,
  answer: undefined,
  duration: undefined,
  faults: [],
  replacedBy: undefined,
  handler: undefined,
  isAborted: false,
  isBroken: false
})

/** Records a change of the world. */
export const noteChange = (exchange: Exchange, before: World, after: World): void => {
  exchange.changes = [...exchange.changes, { before, after }]
  exchange.after = after
}

/** The latest exchanges of a tenant, the oldest first. */
export type Journal = ReturnType<typeof make>

export interface Follower {
  readonly onExchange: (exchange: Exchange) => void
  /** Is called when no more exchanges follow. */
  readonly onEnd: () => void
}

/** How many exchanges a journal keeps by default. */
export const defaultSize = 1000

/** How many exchanges a journal can keep. */
export const maxSize = 1_000_000

/** How many bytes of bodies a journal keeps, without those of the newest exchange. */
export const maxBytes = 32 * 1024 * 1024

// read from the length, as a text has no bytes until they are used
const lengthOf = (response: HttpServerResponse.HttpServerResponse | undefined) =>
  response?.body._tag === "Uint8Array" ? response.body.contentLength : 0

const bytesOf = ({ answer, body, served }: Exchange) =>
  (body?.length ?? 0) + lengthOf(answer) + (served?.body === answer?.body ? 0 : lengthOf(served))

/** Makes a journal of the latest `size` exchanges. */
export const make = (size: number) => {
  const exchanges = new Map<number, Exchange>()
  const followers = new Set<Follower>()
  let last = 0
  let lastDropped = 0
  let bytes = 0

  const isTooLarge = () => bytes > maxBytes && exchanges.size > 1

  const dropOldest = () => {
    const [oldest] = exchanges.values()
    if (oldest === undefined) return
    exchanges.delete(oldest.id)
    lastDropped = oldest.id
    if (oldest.duration !== undefined) bytes -= bytesOf(oldest)
  }

  return {
    /** Adds an exchange after those that reached the world before it. */
    enter: (exchange: Exchange) => {
      if (exchanges.size === size) dropOldest()
      exchange.id = ++last
      exchanges.set(last, exchange)
    },
    close: (exchange: Exchange) => {
      for (const { onExchange } of followers) onExchange(exchange)
      if (exchanges.get(exchange.id) !== exchange) return
      bytes += bytesOf(exchange)
      while (isTooLarge()) dropOldest()
    },
    all: () => [...exchanges.values()],
    /** Returns the id of the newest exchange that made room for others; 0 if none did since `clear`. */
    lastDropped: () => lastDropped,
    get: (id: number) => Option.fromUndefinedOr(exchanges.get(id)),
    /** Removes all exchanges. Ids continue. */
    clear: () => {
      exchanges.clear()
      bytes = 0
      lastDropped = 0
    },
    /** Follows the exchanges that end, until the returned function is called. */
    follow: (follower: Follower) => {
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    /** Notifies the followers that the tenant has ended. */
    end: () => {
      for (const { onEnd } of followers) onEnd()
      followers.clear()
    }
  }
}
