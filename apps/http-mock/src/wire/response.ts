import * as Effect from "effect/Effect"
import type * as HttpBody from "effect/http/HttpBody"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"

type Response = HttpServerResponse.HttpServerResponse

/** Answers the request of its context. */
export type Answer<E = never> = Effect.Effect<Response, E, HttpServerRequest.HttpServerRequest | Scope.Scope>

/**
 * A value, or an effect that yields it. Most requests wait for nothing: they cost a tenth less without a fiber between
 * their steps.
 */
export type MaybeEffect<A, R = never> = A | Effect.Effect<A, never, R>

/** The response to a request, now or later. */
export type MaybeResponse = MaybeEffect<Response, HttpServerRequest.HttpServerRequest | Scope.Scope>

export const mapMaybe = <A extends object, B, R = never>(
  value: MaybeEffect<A, R>,
  map: (value: A) => B
): MaybeEffect<B, R> => (Effect.isEffect(value) ? Effect.map(value, map) : map(value))

/** Maps the value to another that may come later. */
export const flatMapMaybe = <A extends object, B extends object, R = never>(
  value: MaybeEffect<A, R>,
  map: (value: A) => MaybeEffect<B, R>
): MaybeEffect<B, R> => (Effect.isEffect(value) ? Effect.flatMap(value, (value) => toEffect(map(value))) : map(value))

export const toEffect = <A extends object, R = never>(value: MaybeEffect<A, R>): Effect.Effect<A, never, R> =>
  Effect.isEffect(value) ? value : Effect.succeed(value)

/** The remaining steps of the pipeline. */
export type Next<Context> = (context: Context) => MaybeResponse

/** A step of the pipeline: answers a request, or returns what the next steps answer. */
export type Step<Context> = (context: Context, next: Next<Context>) => MaybeResponse

/** Joins steps, from the first to the last. */
export const joinSteps = <Context>(steps: ReadonlyArray<Step<Context>>, last: Next<Context>): Next<Context> =>
  steps.reduceRight<Next<Context>>((next, step) => (context) => step(context, next), last)

/** Replaces the body of a response. A response without a content type stays without one. */
export const withBody = (response: Response, body: HttpBody.HttpBody): Response => {
  const replaced = HttpServerResponse.setBody(response, body)
  return "content-type" in response.headers ? replaced : HttpServerResponse.removeHeader(replaced, "content-type")
}

/** Bytes as text, or as Base64 if they are not UTF-8. */
export interface Content {
  readonly text: string
  readonly encoding?: "base64"
}

// an import would read the lazy parts of the module, which slows the start
export const { isUtf8 } = process.getBuiltinModule("node:buffer")

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Decodes bytes as text, or as Base64 if they are not UTF-8. */
export const decodeContent = (bytes: Uint8Array): Content =>
  isUtf8(bytes) ? { text: decoder.decode(bytes) } : { text: Buffer.from(bytes).toString("base64"), encoding: "base64" }

/** Returns the body of a response. The body of a stream is empty. */
export const responseBytes = ({ body }: Response): Uint8Array =>
  body._tag === "Uint8Array" ? body.body : new Uint8Array()
