import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { CallTimeout } from "../../CallTimeout.ts"
import { ErrorText, SessionEnded, UnusableToken } from "../../Errors.ts"
import type { CallError, ErrorV1, ErrorV1R1, SessionError, UnexpectedAnswer } from "../../Errors.ts"
import { isRefused, toldBy } from "../refusal.ts"
import type { Cause } from "../refusal.ts"
import * as Flights from "./flights.ts"
import * as Keeping from "./keeping.ts"
import type { Store, Tokens } from "./Store.ts"
import * as Tenure from "./tenure.ts"

/** The operations that renew a session, with a refresh token and with a personal access token. */
export interface Renewing {
  readonly refresh: (refresh: Redacted.Redacted) => Effect.Effect<Tokens, ErrorV1 | CallError>
  readonly personalAccessToken: (token: Redacted.Redacted) => Effect.Effect<Tokens, ErrorV1R1 | CallError>
}

type Flight = Flights.Flight<Redacted.Redacted, SessionError | CallError>

/** Longest pause, in milliseconds, after renewing ahead has failed; the first is a second, and each twice the last. */
const longestPause = 30_000

export const closed = () =>
  new SessionEnded({ reason: "The client was closed, and its session with it.", state: "closed" })

const replaced = () =>
  new SessionEnded({ reason: "Somebody logged in or out while this call was under way.", state: "replaced" })

const unrenewable = () =>
  new SessionEnded({ reason: "The session came without a refresh token, and cannot be renewed." })

const isRenewable = ({ personalAccessToken, refresh }: Tokens) =>
  refresh !== undefined || personalAccessToken !== undefined

const notOfToken: ReadonlySet<Cause> = new Set(["apiKey", "internal", "tooMany"])

// other answers than the service's own may be of what stands before it, and leave the token as good as it was
const isOver = ({ excerpt, status }: UnexpectedAnswer) =>
  status === 401 && excerpt.replaceAll('"', "").trim() === ErrorText.tokenExpired

/** Whether the service refused the token that renews. Unknown words count, or a dead token would be retried forever. */
const isOfToken = (error: ErrorV1 | ErrorV1R1 | CallError) => {
  if (error._tag === "UnexpectedAnswer") return isOver(error)
  const told = toldBy(error)
  return isRefused(told) && !notOfToken.has(told.cause)
}

/** Fails for tokens of which no header can carry the user token. */
export const usable = (operation: string, tokens: Tokens): Effect.Effect<Tokens, UnusableToken> =>
  Tenure.isUsable(Redacted.value(tokens.token)) ? Effect.succeed(tokens) : Effect.fail(new UnusableToken({ operation }))

/** Hands out the token of a store, and renews it, in the given context. */
export const make = (auth: Renewing, store: Store, context: Context.Context<never>, limit: Duration.Input) => {
  const tenure = Tenure.make()
  const kept = Keeping.make(store, tenure)
  let isClosed = false
  let pause = { after: "", times: 0, until: 0 }

  const endBy = (tokens: Tokens, flight: Flight) => (reason: string) => {
    const error = new SessionEnded({ reason })
    // while nobody needs another token, the one at hand still works
    return Effect.andThen(flight.isAwaited ? kept.end(tokens, error) : Effect.void, Effect.fail(error))
  }

  const obtain = (tokens: Tokens, flight: Flight) => {
    const { personalAccessToken, refresh } = tokens
    const end = endBy(tokens, flight)
    const refused = ({ message }: ErrorV1 | ErrorV1R1 | CallError) =>
      end(`The session could not be renewed (${message}).`)
    flight.isSent = true
    return refresh !== undefined
      ? Effect.catchIf(auth.refresh(refresh), isOfToken, refused)
      : personalAccessToken !== undefined
        ? Effect.catchIf(auth.personalAccessToken(personalAccessToken), isOfToken, refused)
        : end("The token has expired and came without a refresh token.")
  }

  const meet = (tokens: Tokens, isOwn = false) =>
    Effect.clockWith((clock) => Effect.succeed(tenure.meet(tokens.token, clock.currentTimeMillisUnsafe(), isOwn).token))

  const refresh = Effect.fnUntraced(function* (flight: Flight) {
    const tokens = yield* kept.load
    if (Redacted.value(tokens.token) !== flight.expired) return yield* meet(tokens)
    const isWanted = () => flight.isAwaited || flight.isForced
    if (!kept.isSaved() && !isWanted()) {
      yield* kept.saveAgain
      if (!isWanted()) return tokens.token
    }
    const renewed = yield* usable("Session.refresh", { ...tokens, ...(yield* obtain(tokens, flight)) })
    const isKept = yield* Effect.catchTag(kept.keep(tokens, renewed), "TokenStoreFailed", ({ message }) =>
      Effect.as(Effect.logDebug(message), true)
    )
    return yield* isKept ? meet(renewed, true) : Effect.flatMap(kept.load, (tokens) => meet(tokens))
  })

  const flights = Flights.make<Redacted.Redacted, SessionError | CallError>(
    context,
    (flight) =>
      store.exclusive(refresh(flight)).pipe(
        Effect.provideService(CallTimeout, limit),
        Effect.tapError((error) =>
          Effect.clockWith((clock) => {
            const times = pause.after === flight.expired ? pause.times + 1 : 0
            const until =
              error._tag === "SessionEnded"
                ? Number.POSITIVE_INFINITY
                : clock.currentTimeMillisUnsafe() + Math.min(longestPause, 1_000 * 2 ** times)
            pause = { after: flight.expired, times, until }
            return Effect.logDebug(`The token was not renewed: ${error.message}`)
          })
        ),
        Effect.withSpan("Session.refresh", { root: true })
      ),
    closed
  )

  const renew = (expired: Redacted.Redacted): Effect.Effect<Redacted.Redacted, SessionError | CallError> =>
    Effect.suspend(() => {
      if (isClosed) return Effect.fail(closed())
      const session = tenure.sessionOf(expired)
      if (session !== tenure.session()) return Effect.fail(replaced())
      // whatever became of the refresh, it is none of a call whose session is over
      return Effect.flatMap(
        Effect.exit(Deferred.await(flights.of(Redacted.value(expired), { isAwaited: true }).landed)),
        (exit) => (session === tenure.session() ? exit : Effect.fail(replaced()))
      )
    })

  // one that only saves what it has may be past the point where it could be told to renew
  const forced = (value: string): Effect.Effect<Redacted.Redacted, SessionError | CallError> =>
    Effect.suspend(() => {
      const isJoined = flights.has(value)
      return Effect.flatMap(Deferred.await(flights.of(value, { isForced: true }).landed), (token) =>
        isJoined && Redacted.value(token) === value ? forced(value) : Effect.succeed(token)
      )
    })

  /** Renews though nothing has expired: no call waits for it, so that a refusal ends nothing. */
  const refreshNow = Effect.suspend((): Effect.Effect<void, SessionError | CallError> => {
    if (isClosed) return Effect.fail(closed())
    return Effect.flatMap(kept.load, (tokens) =>
      Effect.flatMap(meet(tokens), (token): Effect.Effect<void, SessionError | CallError> => {
        if (!isRenewable(tokens)) return Effect.fail(unrenewable())
        const session = tenure.sessionOf(token)
        return Effect.flatMap(Effect.exit(forced(Redacted.value(token))), (exit) =>
          session === tenure.session() ? Effect.asVoid(exit) : Effect.fail(replaced())
        )
      })
    )
  })

  const token = Effect.clockWith((clock): Effect.Effect<Redacted.Redacted, SessionError | CallError> => {
    if (isClosed) return Effect.fail(closed())
    const [isBegun, begunAt] = [kept.isHeld(), kept.replacements()]
    return Effect.flatMap(kept.load, (tokens) => {
      if (isBegun && begunAt !== kept.replacements()) return Effect.fail(replaced())
      const now = clock.currentTimeMillisUnsafe()
      const met = tenure.meet(tokens.token, now)
      if (now < met.dueAt && met.isUsable && kept.isSaved()) return Effect.succeed(met.token)
      if (!met.isUsable) return Effect.fail(new UnusableToken({ operation: "the call" }))
      if (now >= met.expiresAt && isRenewable(tokens)) return renew(met.token)
      const isPaused = pause.after === met.value && now < pause.until
      if (!isPaused && (isRenewable(tokens) || !kept.isSaved())) flights.of(met.value)
      return Effect.succeed(met.token)
    })
  })

  const ended = (token: Redacted.Redacted) =>
    isClosed ? closed() : tenure.sessionOf(token) === tenure.session() ? undefined : replaced()

  return {
    token,
    renew,
    refresh: refreshNow,
    ended,
    isClosed: () => isClosed,
    replace: kept.replace,
    close: Effect.suspend(() => {
      isClosed = true
      return flights.end(store.isVolatile !== true)
    }).pipe(
      Effect.andThen(
        Effect.suspend(() => (kept.isSaved() ? Effect.void : Effect.ignore(store.exclusive(kept.saveAgain))))
      )
    )
  }
}
