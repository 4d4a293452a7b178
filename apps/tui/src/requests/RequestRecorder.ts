import { Http, TokenStore } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

export type Outgoing = Http.HttpRequest

/** Where a request goes instead of to the service; to the service unless set. */
const Recorder = Context.Reference<((request: Outgoing) => void) | undefined>("@remote-assist/tui/Recorder", {
  defaultValue: () => undefined
})

/** What a call ends with whose request was recorded: there is no answer to go on with. */
class Recorded extends Data.TaggedClass("Recorded") {}

/** Layer for `Http` over another: what runs under {@link first} is recorded and not sent. What else is below stays. */
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

/** Layer for the tokens over others: what runs under {@link first} is sent as of somebody who is logged in. */
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

/** What only prepares for a request: where that is recorded it is not run, and gives something instead. */
export const unlessRecording = <A, E, R>(effect: Effect.Effect<A, E, R>, instead: A): Effect.Effect<A, E, R> =>
  Effect.flatMap(Recorder, (record) => (record === undefined ? effect : Effect.succeed(instead)))

/** What a request depends on: it is read from the service where that request is recorded as well. */
export const withoutRecording = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Recorder, undefined)

/** The first request that an effect would send; nothing is sent. Nothing where it sends none. */
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
