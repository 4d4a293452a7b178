import type * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import type { Lookups } from "./request/lookups.ts"

/** A request as a handler has it. */
export interface HandlerRequest {
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

/** What a handler answers: JSON with status 200, a `Response`, or nothing with status 204. */
export type Handled = unknown

/** Answers a request, in the tenant that it is for; what it fails with is answered with status 500. */
export type Handler = (request: HandlerRequest, tenant: Lookups) => Effect.Effect<Handled, unknown>

/** Answers a request as a promise or at once. */
export type PromisedHandler = (request: HandlerRequest, tenant: Lookups) => Handled
