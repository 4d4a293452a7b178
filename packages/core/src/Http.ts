import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** An HTTP request. */
export interface HttpRequest {
  readonly method: string
  /** Absolute and encoded, with its query. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON, or `undefined` for no body. */
  readonly body: string | undefined
}

/** An HTTP response with its whole body, decompressed. */
export interface HttpResponse {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** No answer came, or an incomplete one. */
export interface ConnectionLost {
  readonly _tag: "ConnectionLost"
  readonly reason: string
  /** Whether the request, or a part of it, may have reached the service. */
  readonly mayHaveLeft: boolean
  /** The error of the platform. */
  readonly cause?: unknown
}

/** The body exceeds the limit. */
export interface TooLarge {
  readonly _tag: "TooLarge"
  /** Headers of the response by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request and reads its response, with a body of at most `limit` bytes. Redirects are not followed. */
export type Exchange = (request: HttpRequest, limit: number) => Effect.Effect<HttpResponse, ConnectionLost | TooLarge>

/** Sends the requests of the SDK: by `HttpFetch`, `HttpNode`, or any Effect `HttpClient` with `HttpEffect`. */
export class Http extends Context.Service<Http, { readonly exchange: Exchange }>()("@remote-assist/core/Http") {}
