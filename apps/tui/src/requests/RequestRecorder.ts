import { Http, TokenStore } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

export type Outgoing = Http.HttpRequest

/** Receives requests instead of the service (default: none). */
const Recorder = Context.Reference<((request: Outgoing) => void) | undefined>("@remote-assist/tui/Recorder", {
  defaultValue: () => undefined
})

/** Ends a call after its request was recorded, since there is no response. */
class Recorded extends Data.TaggedClass("Recorded") {}

/** Layer for `Http` over another: under {@link firstRequest}, requests are recorded instead of sent. */
export const layer = <A, E, R>(below: Layer.Layer<Http.Http | A, E, R>): Layer.Layer<Http.Http | A, E, R> =>
  Layer.effect(
    Http.Http,
    Effect.map(Http.Http, ({ exchange }) => ({
      exchange: (request, limit) =>
        Effect.flatMap(Recorder, (record) => {
          if (record === undefined) return exchange(request, limit)
          record(request)
          return Effect.die(new Recorded())
        })
    }))
  ).pipe(Layer.provideMerge(below))

const recorded = Option.some({ token: Redacted.make("recorded") })

/** Layer for the tokens over another: under {@link firstRequest}, a user is logged in. */
export const layerTokens = <E, R>(
  below: Layer.Layer<TokenStore.TokenStore, E, R>
): Layer.Layer<TokenStore.TokenStore, E, R> =>
  Layer.effect(
    TokenStore.TokenStore,
    Effect.map(TokenStore.TokenStore, (store) => ({
      ...store,
      load: Effect.flatMap(Recorder, (record) => (record === undefined ? store.load : Effect.succeed(recorded)))
    }))
  ).pipe(Layer.provide(below))

/** Runs an effect that only prepares a request. While recording, returns `instead`. */
export const unlessRecording = <A, E, R>(effect: Effect.Effect<A, E, R>, instead: A): Effect.Effect<A, E, R> =>
  Effect.flatMap(Recorder, (record) => (record === undefined ? effect : Effect.succeed(instead)))

/** Runs an effect that a request depends on, and sends its requests even while recording. */
export const withoutRecording = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Recorder, undefined)

/** Returns the first request of an effect without sending it, or `undefined` if it sends none. */
export const firstRequest = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Outgoing | undefined, E, R> =>
  Effect.suspend(() => {
    let request: Outgoing | undefined
    return effect.pipe(
      Effect.provideService(Recorder, (outgoing) => {
        request ??= outgoing
      }),
      Effect.catchDefect((defect) => (defect instanceof Recorded ? Effect.void : Effect.die(defect))),
      Effect.map(() => request)
    )
  })
