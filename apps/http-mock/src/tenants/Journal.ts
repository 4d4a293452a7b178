import type { OperationId } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import type * as Headers from "effect/http/Headers"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"

import type { GapId } from "../world/gaps/options.ts"
import type { World } from "../world/model/World.ts"

/** Headers as they were written, each name as often as it came. */
export type Fields = ReadonlyArray<readonly [name: string, value: string]>

/** The most bytes of a body that is passed on piece by piece which the journal keeps. */
export const maxRecordedBytes = 1024 * 1024

/** The beginning of a body, and how long all of it is so far. */
export interface Kept {
  readonly bytes: Uint8Array
  /** How many bytes these are. */
  readonly kept: number
  readonly total: number
  readonly add: (piece: Uint8Array) => void
}

/** Keeps the beginning of a body that comes piece by piece. */
export const makeRecordedBody = (): Kept => {
  // doubles as it fills, so that small pieces cost no more than large ones
  let room = new Uint8Array(1024)
  let kept = 0
  let total = 0
  return {
    get bytes() {
      return room.slice(0, kept)
    },
    get kept() {
      return kept
    },
    get total() {
      return total
    },
    add: (piece) => {
      total += piece.length
      const part = piece.subarray(0, maxRecordedBytes - kept)
      if (kept + part.length > room.length) {
        const larger = new Uint8Array(Math.min(maxRecordedBytes, Math.max(2 * room.length, kept + part.length)))
        larger.set(room.subarray(0, kept))
        room = larger
      }
      room.set(part, kept)
      kept += part.length
    }
  }
}

/** The body of an answer that goes out piece by piece. */
interface StreamedBody {
  readonly body: Kept
  readonly end: () => void
  /** Calls back when nothing more is to come, at once if that is so. */
  readonly whenOver: (ended: () => void) => void
}

/** Begins the body of an answer that goes out piece by piece. */
export const makeStreamedBody = (): StreamedBody => {
  const followers: Array<() => void> = []
  let isOver = false
  return {
    body: makeRecordedBody(),
    end: () => {
      if (isOver) return
      isOver = true
      for (const ended of followers) ended()
    },
    whenOver: (ended) => void (isOver ? ended() : followers.push(ended))
  }
}

/** A request that was passed on to an upstream, and the head of what that answered. */
export interface Passed {
  /** Where it was sent, with the query. */
  readonly url: string
  readonly headers: Fields
  readonly sent: Kept
  /** Nothing before the head of the answer is there, and where none came. */
  head: { readonly status: number; readonly headers: Fields } | undefined
  /** Why there is no answer, or not all of it. */
  failure: string | undefined
}

/** The world that a request met, and the one that it left in its place. */
interface BeforeAndAfter {
  readonly before: World
  readonly after: World
}

/** What a client sent. */
export interface Sent {
  readonly region: RegionName
  /** The operation that it is for; nothing where it meets none. */
  readonly operation: OperationId | undefined
  readonly method: string
  /** As sent, with the tenant and the query. */
  readonly url: string
  /** After the region, without the query. */
  readonly path: string
  /** With its question mark; empty when there is none. */
  readonly query: string
  readonly headers: Headers.Headers
}

/**
 * A request to the service and what became of it. It is written while the request runs and holds references only, so that
 * it costs little; what is shown of it is worked out when it is asked for.
 */
export interface Exchange extends Sent {
  /** Counts within a tenant, in the order in which requests reached the world; 0 before it has. */
  id: number
  /** The machine's time at which it came, in milliseconds since the epoch. */
  readonly arrivedAt: number
  /** Reading of the machine's clock that elapsed time is measured from. */
  readonly startedAt: bigint
  /** The tenant's time that it lives by, in milliseconds since the epoch. */
  at: number
  body: Uint8Array | undefined
  /** The world of its region when it reached it, and the one that it left; none when it did not get there. */
  before: World | undefined
  after: World | undefined
  changes: ReadonlyArray<BeforeAndAfter>
  readonly gaps: Set<GapId>
  /** What became of it at an upstream, if it was passed on. */
  passed: Passed | undefined
  /** The body of its answer, if that goes out piece by piece. */
  streamed: StreamedBody | undefined
  /** What the service answered. */
  served: HttpServerResponse.HttpServerResponse | undefined
  /** What went out: what the service answered, unless a fault put something else in its place. */
  answer: HttpServerResponse.HttpServerResponse | undefined
  /** How long that took, in nanoseconds. */
  took: bigint | undefined
  /** The ids of the faults that hit it. */
  faults: ReadonlyArray<string>
  /** The one of them that took the answer; none where the service answered. */
  takenBy: string | undefined
  /** The handler that answered it, if one did. */
  handler: string | undefined
  /** Whether the client went away before the answer. */
  gone: boolean
}

/** Begins the exchange of a request. */
export const start = (sent: Sent, arrivedAt: number, startedAt: bigint, at: number): Exchange => ({
  id: 0,
  region: sent.region,
  operation: sent.operation,
  method: sent.method,
  url: sent.url,
  path: sent.path,
  query: sent.query,
  headers: sent.headers,
  arrivedAt,
  startedAt,
  at,
  body: undefined,
  before: undefined,
  after: undefined,
  changes: none,
  gaps: new Set(),
  passed: undefined,
  streamed: undefined,
  served: undefined,
  answer: undefined,
  took: undefined,
  faults: [],
  takenBy: undefined,
  handler: undefined,
  gone: false
})

const none: ReadonlyArray<BeforeAndAfter> = []

/** Writes a change of the world down. */
export const noteChange = (exchange: Exchange, before: World, after: World): void => {
  exchange.changes = [...exchange.changes, { before, after }]
  exchange.after = after
}

/** The last exchanges of a tenant, the oldest first. */
export interface Journal {
  /** Gives an exchange its place, behind those that reached the world before. */
  readonly enter: (exchange: Exchange) => void
  /** Says that an exchange is over. */
  readonly close: (exchange: Exchange) => void
  readonly all: () => ReadonlyArray<Exchange>
  readonly get: (id: number) => Option.Option<Exchange>
  /** Forgets all exchanges; ids go on counting. */
  readonly clear: () => void
  /** Calls back with each exchange that is over, until the returned function is called. */
  readonly follow: (follower: Follower) => () => void
  /** Tells the followers that their tenant ends. */
  readonly end: () => void
}

/** Who follows a journal. */
interface Follower {
  readonly heard: (exchange: Exchange) => void
  /** Called when nothing more is to come. */
  readonly ended: () => void
}

/** How many exchanges a journal keeps unless it is told otherwise. */
export const defaultSize = 1000

/** The most exchanges that a journal can be told to keep. */
export const maxSize = 1_000_000

/** The most bytes of bodies that a journal keeps, the newest exchange aside. */
export const mostBytes = 32 * 1024 * 1024

// told without the bytes, which a text has not until they are asked for
const lengthOf = (response: HttpServerResponse.HttpServerResponse | undefined) =>
  response?.body._tag === "Uint8Array" ? response.body.contentLength : 0

const bytesOf = ({ answer, body, served }: Exchange) =>
  (body?.length ?? 0) + lengthOf(answer) + (served?.body === answer?.body ? 0 : lengthOf(served))

/** A journal of the last `size` exchanges. */
export const make = (size: number): Journal => {
  const slots: Array<Exchange | undefined> = []
  const followers = new Set<Follower>()
  let oldest = 1
  let next = 1
  let bytes = 0

  const kept = () => next - oldest

  const at = (id: number) => (id >= oldest && id < next ? slots[id % size] : undefined)

  const dropOldest = () => {
    const dropped = at(oldest)
    slots[oldest % size] = undefined
    oldest += 1
    if (dropped?.took !== undefined) bytes -= bytesOf(dropped)
  }

  const isTooLarge = () => bytes > mostBytes && kept() > 1

  const all = () => {
    const found: Array<Exchange> = []
    for (let id = oldest; id < next; id += 1) {
      const exchange = at(id)
      if (exchange !== undefined) found.push(exchange)
    }
    return found
  }

  return {
    enter: (exchange) => {
      if (kept() === size) dropOldest()
      exchange.id = next
      slots[next % size] = exchange
      next += 1
    },
    close: (exchange) => {
      for (const { heard } of followers) heard(exchange)
      if (at(exchange.id) !== exchange) return
      bytes += bytesOf(exchange)
      while (isTooLarge()) dropOldest()
    },
    all,
    get: (id) => Option.fromUndefinedOr(at(id)),
    clear: () => {
      while (kept() > 0) dropOldest()
    },
    follow: (follower) => {
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    end: () => {
      for (const { ended } of followers) ended()
      followers.clear()
    }
  }
}
