import type { Operation } from "@remote-assist/core/Contract"
import type { RegionName } from "@remote-assist/core/Region"
import type * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"

import type { Exchange } from "../tenants/journal/Exchange.ts"
import type { Choose } from "../world/gaps/Gaps.ts"

/** A request that may be passed on. */
export interface Onward {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly region: RegionName
  /** The one that it is for; nothing where it meets none. */
  readonly operation: Operation | undefined
  /** After the region, as it was sent. */
  readonly path: string
  /** With its question mark, as it was sent. */
  readonly query: string
  /** The body where it was read already. */
  readonly body?: Uint8Array | undefined
  /** Where it is written down, if it is. */
  readonly exchange: Exchange | undefined
  readonly choose: Choose
  /** Whether the answer is read as a whole before it goes out, as far as it can be kept. */
  readonly isWhole: boolean
}

/** The services that requests are passed on to, by region. */
export interface Upstream {
  /** Whether a request is passed on that is for an operation, or for none. */
  readonly takes: (region: RegionName, operation: Operation | undefined) => boolean
  readonly pass: (onward: Onward) => Effect.Effect<HttpServerResponse.HttpServerResponse, never, Scope.Scope>
}
