import { Http, TokenStore } from "@remote-assist/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import * as Observable from "../Observable.ts"
import * as LoggedRequest from "./LoggedRequest.ts"

export type Outgoing = Http.HttpRequest

/** Receives requests instead of the service (default: none). */
const Recorder = Context.Reference<((request: Outgoing) => void) | undefined>("@remote-assist/tui/Recorder", {
  defaultValue: () => undefined
})

/** Ends a call after its request was recorded, since there is no response. */
class Recorded extends Data.TaggedClass("Recorded") {}

/** Layer for `Http` over another: under {@link firstRequest}, requests are recorded instead of sent. */
export const layerRecorder = <A, E, R>(below: Layer.Layer<Http.Http | A, E, R>): Layer.Layer<Http.Http | A, E, R> =>
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
export const layerRecordedTokens = <E, R>(
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

/** The outcome of a request; times are in milliseconds. */
export type Outcome =
  | { readonly _tag: "Pending" }
  /** `bytes` is the size of the decompressed body. */
  | { readonly _tag: "Answered"; readonly status: number; readonly bytes: number; readonly took: number }
  /** There was no answer, or the request was cancelled. */
  | { readonly _tag: "Lost"; readonly why: string; readonly took: number }

export interface RequestEntry {
  /** From 1. */
  readonly number: number
  /** In milliseconds since the epoch. */
  readonly at: number
  readonly method: string
  /** The path within the API with the query; secrets are masked. */
  readonly path: string
  readonly outcome: Outcome
  /** The request without secrets, for `curl.format`. */
  readonly outgoing: LoggedRequest.LoggedRequest
}

export const maxRequests = 200

/** The last requests, oldest first. Each attempt of a call is a request of its own. */
export class Requests extends Context.Service<
  Requests,
  {
    readonly state: Observable.Observable<ReadonlyArray<RequestEntry>>
    /** The time in milliseconds since which there is no connection; `undefined` after an answer. */
    readonly offlineSince: Observable.Observable<number | undefined>
    /** Clears the log; numbers continue. */
    readonly forget: () => void
  }
>()("@remote-assist/tui/Requests") {}

/** Whether requests are logged (default: yes). */
export const IsLogged = Context.Reference<boolean>("@remote-assist/tui/IsLogged", { defaultValue: () => true })

type ExchangeExit = Exit.Exit<Http.HttpResponse, Http.ConnectionLost | Http.TooLarge>

const lostReason = (cause: Cause.Cause<Http.ConnectionLost | Http.TooLarge>, { headers }: Http.HttpRequest): string => {
  if (Cause.hasInterruptsOnly(cause)) return "nobody waited for it any more"
  const failure = cause.reasons.find(Cause.isFailReason)?.error
  if (failure === undefined) return "the program failed"
  return failure._tag === "TooLarge"
    ? "its answer is longer than may be"
    : LoggedRequest.maskCredentials(failure.reason, headers).slice(0, 300)
}

const toOutcome = (exit: ExchangeExit, took: number, request: Http.HttpRequest): Outcome =>
  Exit.isSuccess(exit)
    ? { _tag: "Answered", status: exit.value.status, bytes: Buffer.byteLength(exit.value.body), took }
    : { _tag: "Lost", why: lostReason(exit.cause, request), took }

const isConnectionLost = (exit: ExchangeExit) =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some((reason) => Cause.isFailReason(reason) && reason.error._tag === "ConnectionLost")

/** Layer that logs the requests of `Http`. It goes below the recorder, whose requests are not sent. */
export const layer = <E, R>(below: Layer.Layer<Http.Http, E, R>): Layer.Layer<Http.Http | Requests, E, R> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { exchange } = yield* Http.Http
      const state = Observable.make<ReadonlyArray<RequestEntry>>([])
      const offlineSince = Observable.make<number | undefined>(undefined)
      let count = 0

      const begin = (at: number, request: Http.HttpRequest) => {
        const outgoing = LoggedRequest.make(request)
        const { path, query } = LoggedRequest.parseUrl(outgoing.url)
        const entry: RequestEntry = {
          number: ++count,
          at,
          method: request.method,
          path: path + LoggedRequest.formatQuery(query),
          outcome: { _tag: "Pending" },
          outgoing
        }
        state.update((all) => [...(all.length < maxRequests ? all : all.slice(1 - maxRequests)), entry])
        return entry.number
      }

      const end = (number: number, outcome: Outcome) =>
        state.update((all) => {
          const at = number - (all[0]?.number ?? 0)
          const entry = all[at]
          return entry === undefined ? all : all.with(at, { ...entry, outcome })
        })

      const logged: Http.Exchange = (request, limit) =>
        Clock.clockWith((clock) => {
          const number = begin(clock.currentTimeMillisUnsafe(), request)
          const since = clock.monotonicTimeNanosUnsafe()
          const took = () => Number((clock.monotonicTimeNanosUnsafe() - since) / 1_000_000n)
          return Effect.onExit(exchange(request, limit), (exit) =>
            Effect.sync(() => end(number, toOutcome(exit, took(), request)))
          )
        })

      const observed: Http.Exchange = (request, limit) =>
        Effect.flatMap(IsLogged, (isLogged) =>
          Effect.onExit((isLogged ? logged : exchange)(request, limit), (exit) =>
            Effect.map(Clock.currentTimeMillis, (now) => {
              if (Exit.isSuccess(exit)) offlineSince.update(() => undefined)
              else if (isConnectionLost(exit)) offlineSince.update((since) => since ?? now)
            })
          )
        )

      return Context.make(Requests, Requests.of({ state, offlineSince, forget: () => state.update(() => []) })).pipe(
        Context.add(Http.Http, { exchange: observed })
      )
    })
  ).pipe(Layer.provide(below))
