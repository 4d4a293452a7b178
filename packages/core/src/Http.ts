import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** A request as it leaves. */
export interface HttpRequest {
  readonly method: string
  /** Absolute and encoded, with its query. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON; none where it is undefined. */
  readonly body: string | undefined
}

/** An answer with the whole of its body, decompressed. */
export interface HttpResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** No answer came, or not the whole of one. */
export interface ConnectionLost {
  readonly _tag: "ConnectionLost"
  readonly reason: string
  /** Whether the request, or a part of it, may have reached the service. */
  readonly mayHaveLeft: boolean
}

/** The body is longer than it may be. */
export interface TooLarge {
  readonly _tag: "TooLarge"
}

/** Sends a request and reads its answer, of which the body has `limit` bytes at the most. Redirects are answers. */
export type Exchange = (request: HttpRequest, limit: number) => Effect.Effect<HttpResponse, ConnectionLost | TooLarge>

/** What the SDK sends its requests by: `HttpFetch`, `HttpNode`, or any of Effect's `HttpClient` with `HttpEffect`. */
export class Http extends Context.Service<Http, { readonly exchange: Exchange }>()("@remote-assist/core/Http") {}
