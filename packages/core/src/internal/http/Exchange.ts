import type * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Predicate from "effect/Predicate"

/** A request as it leaves. */
export interface Outgoing {
  readonly method: string
  /** Absolute and encoded, with its query. */
  readonly url: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON, or none. */
  readonly body: string | undefined
}

/** An answer with the whole of its body, decompressed. */
export interface Answered {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** No answer, or not the whole of one. */
export interface Lost {
  readonly _tag: "Lost"
  readonly reason: string
  /** Whether the request, or a part of it, may have reached the service. */
  readonly mayHaveLeft: boolean
}

/** The body is longer than it may be. */
export interface TooLarge {
  readonly _tag: "TooLarge"
}

/** Sends a request and reads its answer, of which the body has `limit` bytes at the most. Redirects are answers. */
export type Exchange = (request: Outgoing, limit: number) => Effect.Effect<Answered, Lost | TooLarge>

export const tooLarge: TooLarge = { _tag: "TooLarge" }

const key = "~@remote-assist/core/Exchange"

/** An `HttpClient` for everybody, and for the SDK the shorter way of doing the same. */
export const attach = (client: HttpClient.HttpClient, exchange: Exchange): HttpClient.HttpClient =>
  Object.assign(Object.create(client), { [key]: exchange })

const isExchange = (value: unknown): value is Exchange => Predicate.isFunction(value)

/** The shorter way, if the client has one. */
export const attached = (client: HttpClient.HttpClient): Exchange | undefined =>
  Predicate.hasProperty(client, key) && isExchange(client[key]) ? client[key] : undefined
