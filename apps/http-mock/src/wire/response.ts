import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Scope from "effect/Scope"

/** Answers the request of its context. */
export type Answer<E = never> = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** A value, or an effect that yields it. Most requests wait for nothing: they cost a tenth less without a fiber between their steps. */
export type MaybeEffect<A, R = never> = A | Effect.Effect<A, never, R>

/** Maps the value. */
export const mapMaybe = <A extends object, B, R = never>(
  made: MaybeEffect<A, R>,
  next: (value: A) => B
): MaybeEffect<B, R> => (Effect.isEffect(made) ? Effect.map(made, next) : next(made))

/** Returns an effect that yields the value. */
export const toEffect = <A extends object, R = never>(made: MaybeEffect<A, R>): Effect.Effect<A, never, R> =>
  Effect.isEffect(made) ? made : Effect.succeed(made)

/** Bytes as text, or as Base64 where they are no UTF-8. */
export interface Content {
  readonly text: string
  readonly encoding?: "base64"
}

// an import would read the lazy parts of the module, which costs the start
export const { isUtf8 } = process.getBuiltinModule("node:buffer")

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** What some bytes say. */
export const of = (bytes: Uint8Array): Content =>
  isUtf8(bytes) ? { text: strict.decode(bytes) } : { text: Buffer.from(bytes).toString("base64"), encoding: "base64" }

/** The bytes of an answer; none of one that is sent piece by piece. */
export const answerBytes = ({ body }: HttpServerResponse.HttpServerResponse): Uint8Array =>
  body._tag === "Uint8Array" ? body.body : new Uint8Array()
