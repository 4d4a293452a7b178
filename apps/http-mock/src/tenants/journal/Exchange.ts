import type { OperationId } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import type * as Headers from "effect/http/Headers"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

import type { GapId } from "../../world/gaps/Gaps.ts"
import type { World } from "../../world/model/World.ts"
import type { Passed, StreamedBody } from "./Passed.ts"

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
