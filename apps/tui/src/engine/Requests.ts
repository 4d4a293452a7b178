import { Contract, Http } from "@remote-assist/core"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

import * as LoggedRequest from "../requests/LoggedRequest.ts"
import * as RequestUrl from "../requests/RequestUrl.ts"
import * as Observable from "./Observable.ts"

/** What became of a request; times are in milliseconds. */
export type Outcome =
  | { readonly _tag: "Pending" }
  /** `bytes` are those of the body, decompressed. */
  | { readonly _tag: "Answered"; readonly status: number; readonly bytes: number; readonly took: number }
  /** No answer came, or nobody waited for it. */
  | { readonly _tag: "Lost"; readonly why: string; readonly took: number }

export interface RequestEntry {
  /** From 1. */
  readonly number: number
  /** When, in milliseconds since the epoch. */
  readonly at: number
  readonly method: string
  /** As an operation has it, with the query; secrets are `…`. */
  readonly path: string
  /** The operation that it is of; none for what the contract lacks. */
  readonly operation: Contract.OperationId | undefined
  readonly outcome: Outcome
  /** Itself, without secrets: for `curl.of`. */
  readonly outgoing: LoggedRequest.LoggedRequest
}

/** How many are kept. */
export const maxRequests = 200

/** What was sent lately, the oldest first. Each try of a call is a request of its own. */
export class Requests extends Context.Service<
  Requests,
  {
    readonly state: Observable.Observable<ReadonlyArray<RequestEntry>>
    /** Since when there is no connection, in milliseconds; nothing where the last one that was answered or not was answered. */
    readonly offlineSince: Observable.Observable<number | undefined>
    /** Forgets them all; numbers go on. */
    readonly forget: () => void
  }
>()("@remote-assist/tui/Requests") {}

/** Whether what is sent is kept in the log; it is unless set. */
export const IsLogged = Context.Reference<boolean>("@remote-assist/tui/IsLogged", { defaultValue: () => true })

const pending: Outcome = { _tag: "Pending" }

const begun = (number: number, at: number, request: Http.HttpRequest): RequestEntry => {
  const outgoing = LoggedRequest.make(request)
  const { path, query } = RequestUrl.parse(outgoing.url)
  return {
    number,
    at,
    method: request.method,
    path: path + RequestUrl.formatQuery(query),
    operation: Contract.match(request.method, path, { anyLength: true })?.operation.id,
    outcome: pending,
    outgoing
  }
}

const whyOf = (cause: Cause.Cause<Http.ConnectionLost | Http.TooLarge>, { headers }: Http.HttpRequest): string => {
  if (Cause.hasInterruptsOnly(cause)) return "nobody waited for it any more"
  const failure = cause.reasons.find(Cause.isFailReason)?.error
  if (failure === undefined) return "the program failed"
  return failure._tag === "TooLarge"
    ? "its answer is longer than may be"
    : LoggedRequest.maskCredentials(failure.reason, headers).slice(0, 300)
}

const outcomeOf = (
  exit: Exit.Exit<Http.HttpResponse, Http.ConnectionLost | Http.TooLarge>,
  took: number,
  request: Http.HttpRequest
): Outcome =>
  Exit.isSuccess(exit)
    ? { _tag: "Answered", status: exit.value.status, bytes: Buffer.byteLength(exit.value.body), took }
    : { _tag: "Lost", why: whyOf(exit.cause, request), took }

/** Notes whether an answer came: not what is not waited for any more, which tells nothing. */
const noteLost = (
  { offlineSince }: Requests["Service"],
  exit: Exit.Exit<Http.HttpResponse, Http.ConnectionLost | Http.TooLarge>,
  now: number
): void => {
  if (Exit.isSuccess(exit)) return offlineSince.update(() => undefined)
  if (exit.cause.reasons.some((reason) => Cause.isFailReason(reason) && reason.error._tag === "ConnectionLost"))
    offlineSince.update((since) => since ?? now)
}

const make = () => {
  const state = Observable.make<ReadonlyArray<RequestEntry>>([])
  let count = 0
  const begin = (at: number, request: Http.HttpRequest) => {
    const sent = begun(++count, at, request)
    state.update((all) => [...(all.length < maxRequests ? all : all.slice(1 - maxRequests)), sent])
    return sent.number
  }
  const end = (number: number, outcome: Outcome) =>
    state.update((all) => {
      const at = number - (all[0]?.number ?? 0)
      const sent = all[at]
      return sent === undefined ? all : all.with(at, { ...sent, outcome })
    })
  return {
    begin,
    end,
    requests: Requests.of({
      state,
      offlineSince: Observable.make<number | undefined>(undefined),
      forget: () => state.update(() => [])
    })
  }
}

/**
 * Layer for `Http` over another, with a log of what goes through it. Goes below `Recording.layer`: what is only recorded
 * is not sent.
 */
export const layer = <E, R>(below: Layer.Layer<Http.Http, E, R>): Layer.Layer<Http.Http | Requests, E, R> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { exchange } = yield* Http.Http
      const { begin, end, requests } = make()
      const noted: Http.Exchange = (request, limit) =>
        Clock.clockWith((clock) => {
          const number = begin(clock.currentTimeMillisUnsafe(), request)
          const since = clock.monotonicTimeNanosUnsafe()
          const took = () => Number((clock.monotonicTimeNanosUnsafe() - since) / 1_000_000n)
          return Effect.onExit(exchange(request, limit), (exit) =>
            Effect.sync(() => end(number, outcomeOf(exit, took(), request)))
          )
        })
      const logged: Http.Exchange = (request, limit) =>
        Effect.flatMap(IsLogged, (isLogged) =>
          Effect.onExit((isLogged ? noted : exchange)(request, limit), (exit) =>
            Effect.map(Clock.currentTimeMillis, (now) => noteLost(requests, exit, now))
          )
        )
      return Context.make(Requests, requests).pipe(Context.add(Http.Http, { exchange: logged }))
    })
  ).pipe(Layer.provide(below))
