import type * as Schema from "effect/Schema"

import type { Lookups } from "./request/lookups.ts"

/** A request as a handler has it. */
export interface StubHandlerRequest {
  readonly method: string
  /** After the region, without the query. */
  readonly path: string
  /** What the variables of the route stand for, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body as text. */
  readonly text: string
  /** The body as JSON; nothing where it is none. */
  readonly json: Schema.Json | undefined
}

/**
 * Answers a request, in the tenant that it is for: with an effect or a promise of an answer, or the answer. That is JSON,
 * which goes out with status 200, a `Response`, or nothing, which is status 204. What it fails with is answered with 500.
 */
export type StubHandler = (request: StubHandlerRequest, tenant: Lookups) => unknown
