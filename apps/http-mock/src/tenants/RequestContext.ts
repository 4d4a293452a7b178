import type { Match, Operation } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

import type { RegionState, Tenant } from "./Tenant.ts"

/** A request to a region of a tenant, and what has become of it on its way so far. */
export interface RequestContext {
  readonly request: HttpServerRequest
  readonly tenant: Tenant
  readonly region: RegionName
  /** Whether the emulator speaks HTTPS. */
  readonly secure: boolean
  readonly apiKeyHeader: string
  /** After the region, as it was sent. */
  readonly path: string
  /** With its question mark, as it was sent. */
  readonly query: string
  /** `undefined` if no operation takes the path as it is. */
  readonly match: Match | undefined
  /** The operation that is meant, or `undefined` if there is none. */
  readonly operation: Operation | undefined
  /** The region as this request meets it; with its journal entry if one is kept. */
  deployment: RegionState
  /** The body, if it was read to look at it. */
  body: Uint8Array | undefined
  /** The ids of the faults that hit it. If one took the answer, it is the last. */
  faults: ReadonlyArray<string>
  /** What the last fault does to the answer, or `undefined` if the faults only wait. */
  effect: string | undefined
  /** The handler that answered it, if one did. */
  handler: string | undefined
  /** Whether an upstream answered it. */
  isPassed: boolean
}

/** Whether a fault took the answer: put another in its place, broke it, or let nothing go out. */
export const isTaken = ({ effect }: RequestContext): boolean => effect !== undefined

/** Whether nothing goes out, whatever the answer is. */
export const isLost = ({ effect }: RequestContext): boolean => effect === "reset"
