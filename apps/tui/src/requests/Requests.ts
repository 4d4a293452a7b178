import { Http, TokenStore } from "@remote-assist/core"
import { isPublicName, isSecretName, masker, opensAccount } from "@remote-assist/core/Secrets"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import * as Observable from "../Observable.ts"

/** Receives requests instead of the service (default: none). */
const Recorder = Context.Reference<((request: Http.HttpRequest) => void) | undefined>("@remote-assist/tui/Recorder", {
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
  ).pipe(Layer.provideMerge(below))

/** Runs an effect that only prepares a request. While recording, returns `instead`. */
export const unlessRecording = <A, E, R>(effect: Effect.Effect<A, E, R>, instead: A): Effect.Effect<A, E, R> =>
  Effect.flatMap(Recorder, (record) => (record === undefined ? effect : Effect.succeed(instead)))

/** Runs an effect that a request depends on, and sends its requests even while recording. */
export const withoutRecording = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.provideService(effect, Recorder, undefined)

/** Returns the first request of an effect without sending it, or `undefined` if it sends none. */
export const firstRequest = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<Http.HttpRequest | undefined, E, R> =>
  Effect.suspend(() => {
    let request: Http.HttpRequest | undefined
    return effect.pipe(
      Effect.provideService(Recorder, (outgoing) => {
        request ??= outgoing
      }),
      Effect.catchDefect((defect) => (defect instanceof Recorded ? Effect.void : Effect.die(defect))),
      Effect.map(() => request)
    )
  })

/** Encoded names and values of a query, in order. */
type Query = ReadonlyArray<readonly [name: string, value: string]>

const urlParts = /^(\w+:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/

// the base may have any path before /api, and an id may be "api"
const servicePath = /^(.*?\/api)(\/v\d+(?:r\d+)?\/.*)$/

const toPair = (text: string): readonly [string, string] => {
  const [name = "", ...value] = text.split("=")
  return [name, value.join("=")]
}

/** Parses a URL, or the part of it after the host. The base ends in `/api` for the service. */
export const parseUrl = (url: string): { base: string; path: string; query: Query } => {
  const [, origin = "", whole = url, query = ""] = urlParts.exec(url) ?? []
  const [, base = "", path = whole] = servicePath.exec(whole) ?? []
  return { base: origin + base, path, query: query === "" ? [] : query.split("&").map(toPair) }
}

/** Decodes a part of a query. */
export const decodePart = (text: string): string => new URLSearchParams(`=${text}`).get("") ?? ""

/** Formats a query with its question mark; empty without pairs. */
export const formatQuery = (query: Query): string =>
  query.map(([name, value], at) => `${at === 0 ? "?" : "&"}${name}=${value}`).join("")

/** Replaces a secret. */
export const hidden = "…"
const publicHeaders = new Set(["accept", "accept-language", "content-type", "user-agent"])

/** Whether a header, by its name in lower case, never has a secret. */
export const isPublicHeader = (name: string): boolean => publicHeaders.has(name)

// deeper values are masked as a whole
const maxDepth = 64

/**
 * Replaces the secrets in a parsed body by `map`. A value is secret by its name or the name of a parent; in a log-in or
 * registration, every value is secret unless its name is public.
 */
export const mapSecrets = (
  path: string,
  body: unknown,
  map: (value: string | number, name: string) => unknown
): unknown => {
  const opens = opensAccount(path)
  const mapAt = (value: unknown, name: string, isBelow: boolean, depth: number): unknown => {
    if (Predicate.isString(value) || Predicate.isNumber(value))
      return isBelow || (opens && !isPublicName(name)) ? map(value, name) : value
    if (!Predicate.isObjectOrArray(value)) return value
    if (depth > maxDepth) return map("", name)
    return Array.isArray(value)
      ? value.map((item) => mapAt(item, name, isBelow, depth + 1))
      : Object.fromEntries(
          Object.entries(value).map(([key, item]) => [key, mapAt(item, key, isBelow || isSecretName(key), depth + 1)])
        )
  }
  return mapAt(body, "", false, 0)
}

/** A request without secrets, cut to a maximum length. */
export interface LoggedRequest extends Http.HttpRequest {
  /** The original length of the parts that were cut at {@link maxLength}. */
  readonly cut?: { readonly url?: number; readonly body?: number }
}

/** Maximum length of a URL and of a body. */
const maxLength = 4096
/** Maximum length of a body that is searched for secrets. Longer bodies are left out. */
const maxBodyLength = 256 * 1024

/** Masks the values of secret headers in a text, in any encoding, but not common words that one is equal to. */
export const maskCredentials = (text: string, headers: Http.HttpRequest["headers"]): string => {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    // a shorter value may be a number, such as a length
    isPublicHeader(name) || value.length < 6 ? [] : [value]
  )
  return masker(secrets, () => hidden)(text)
}

export const maskUrl = ({ base, path, query }: ReturnType<typeof parseUrl>, mask = (_: string) => hidden): string => {
  const shown = query.map(([name, value]) => [name, isSecretName(decodePart(name)) ? mask(name) : value] as const)
  return base + path + formatQuery(shown)
}

/** Masks the secrets of a body that is JSON, and indents it; any other body is masked as a whole. */
export const maskBody = (path: string, body: string, indent?: number) => {
  if (body.length > maxBodyLength) return ""
  const mask = () =>
    JSON.stringify(
      mapSecrets(path, JSON.parse(body), () => hidden),
      undefined,
      indent
    )
  return Result.getOrElse(Result.try(mask), () => hidden)
}

// a slice would keep the whole text in memory
const cut = (text: string) => (text.length > maxLength ? Buffer.from(text.slice(0, maxLength)).toString() : text)

/** Masks the secrets of a request, and cuts it to a maximum length. */
export const toLogged = ({ body, headers, method, url }: Http.HttpRequest): LoggedRequest => {
  const address = parseUrl(url)
  const shown = maskCredentials(maskUrl(address), headers)
  const masked = body === undefined ? undefined : maskCredentials(maskBody(address.path, body), headers)
  const isUrlCut = shown.length > maxLength
  const isBodyCut = body !== undefined && (body.length > maxBodyLength || (masked ?? "").length > maxLength)
  return {
    method,
    url: cut(shown),
    headers: Record.map(headers, (value, name) => (isPublicHeader(name) ? value : hidden)),
    body: masked === undefined ? undefined : cut(masked),
    ...((isUrlCut || isBodyCut) && {
      cut: { ...(isUrlCut && { url: url.length }), ...(isBodyCut && { body: body.length }) }
    })
  }
}

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
  readonly outgoing: LoggedRequest
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
    : maskCredentials(failure.reason, headers).slice(0, 300)
}

const toOutcome = (exit: ExchangeExit, took: number, request: Http.HttpRequest): Outcome =>
  Exit.isSuccess(exit)
    ? { _tag: "Answered", status: exit.value.status, bytes: Buffer.byteLength(exit.value.body), took }
    : { _tag: "Lost", why: lostReason(exit.cause, request), took }

/** Layer that logs the requests of `Http`. It goes below the recorder, whose requests are not sent. */
export const layer = <E, R>(below: Layer.Layer<Http.Http, E, R>): Layer.Layer<Http.Http | Requests, E, R> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { exchange } = yield* Http.Http
      const state = Observable.make<ReadonlyArray<RequestEntry>>([])
      const offlineSince = Observable.make<number | undefined>(undefined)
      let count = 0

      const begin = (at: number, request: Http.HttpRequest) => {
        const outgoing = toLogged(request)
        const { path, query } = parseUrl(outgoing.url)
        const entry: RequestEntry = {
          number: ++count,
          at,
          method: request.method,
          path: path + formatQuery(query),
          outcome: { _tag: "Pending" },
          outgoing
        }
        state.update((all) => [...(all.length < maxRequests ? all : all.slice(1 - maxRequests)), entry])
        return entry.number
      }

      const end = (number: number, outcome: Outcome) =>
        state.update((all) =>
          all.some((entry) => entry.number === number)
            ? all.map((entry) => (entry.number === number ? { ...entry, outcome } : entry))
            : all
        )

      const observed: Http.Exchange = (request, limit) =>
        Effect.gen(function* () {
          const clock = yield* Clock.Clock
          const number = (yield* IsLogged) ? begin(clock.currentTimeMillisUnsafe(), request) : undefined
          const since = clock.monotonicTimeNanosUnsafe()
          const onExit = (exit: ExchangeExit) => {
            const took = Number((clock.monotonicTimeNanosUnsafe() - since) / 1_000_000n)
            if (number !== undefined) end(number, toOutcome(exit, took, request))
            if (Exit.isSuccess(exit)) offlineSince.update(() => undefined)
            else if (Option.exists(Exit.findErrorOption(exit), ({ _tag }) => _tag === "ConnectionLost"))
              offlineSince.update((since) => since ?? clock.currentTimeMillisUnsafe())
          }
          return yield* Effect.onExit(exchange(request, limit), (exit) => Effect.sync(() => onExit(exit)))
        })

      return Context.make(Requests, Requests.of({ state, offlineSince, forget: () => state.update(() => []) })).pipe(
        Context.add(Http.Http, { exchange: observed })
      )
    })
  ).pipe(Layer.provide(below))
