import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"

import { CallTimeout } from "../../CallTimeout.ts"
import { SessionEnded, UnusableToken } from "../../Errors.ts"
import type { CallError, ErrorV1, ErrorV1R1, SessionError, UnexpectedAnswer } from "../../Errors.ts"
import { causeOf, describeError, isRejected } from "../../Errors/refusal.ts"
import type { Cause } from "../../Errors/refusal.ts"
import { sentence } from "../../Errors/tagged.ts"
import { isUsable, makeEpochs, makeStorage, OnTokens } from "./storage.ts"
import type { Store, Tokens } from "./storage.ts"

/** The operations that renew a session, with a refresh token and with a personal access token. */
export interface Renewing {
  readonly refresh: (refresh: Redacted.Redacted) => Effect.Effect<Tokens, ErrorV1 | CallError>
  readonly personalAccessToken: (token: Redacted.Redacted) => Effect.Effect<Tokens, ErrorV1R1 | CallError>
}

type RenewalError = SessionError | CallError

/** A running refresh of a token. */
interface Refresh {
  readonly expired: string
  readonly result: Deferred.Deferred<Redacted.Redacted, RenewalError>
  /** Whether a call waits for it. */
  isAwaited: boolean
  /** Whether it renews although nothing has expired. */
  isForced: boolean
  /** Whether the refresh token may be used up already, so that the answer must not be lost. */
  isSent: boolean
}

type Purpose = Partial<Pick<Refresh, "isAwaited" | "isForced">>

/** Runs one refresh for each expired token, in the given context: its answer must not be lost with its caller. */
const singleFlight = (
  context: Context.Context<never>,
  run: (refresh: Refresh) => Effect.Effect<Redacted.Redacted, RenewalError>
) => {
  const running = new Map<string, Refresh & { readonly fiber: Fiber.Fiber<Redacted.Redacted, RenewalError> }>()
  const fork = Effect.runForkWith(context)
  return {
    has: (expired: string) => running.has(expired),
    /** Joins the running refresh of an expired token, or starts one. */
    join: (expired: string, { isAwaited = false, isForced = false }: Purpose = {}): Refresh => {
      const existing = running.get(expired)
      if (existing !== undefined) {
        if (isAwaited) existing.isAwaited = true
        if (isForced) existing.isForced = true
        return existing
      }
      const refresh: Refresh = { expired, result: Deferred.makeUnsafe(), isAwaited, isForced, isSent: false }
      const fiber = fork(
        Effect.onExit(
          Effect.suspend(() => run(refresh)),
          (exit) =>
            Effect.sync(() => {
              running.delete(expired)
              Deferred.doneUnsafe(refresh.result, Exit.hasInterrupts(exit) ? Exit.fail(closed()) : exit)
            })
        )
      )
      if (!Deferred.isDoneUnsafe(refresh.result)) running.set(expired, Object.assign(refresh, { fiber }))
      return refresh
    },
    /** Interrupts refreshes that have sent nothing, and also the others unless their answers must be stored. */
    end: (storesAnswers: boolean) =>
      Effect.forEach(
        running.values(),
        ({ fiber, isSent }) => (isSent && storesAnswers ? Fiber.await(fiber) : Fiber.interrupt(fiber)),
        { concurrency: "unbounded", discard: true }
      )
  }
}

/** Maximum pause in milliseconds after a failed background renewal; the first is a second, each next one twice as long. */
const maxPause = 30_000

export const closed = () =>
  new SessionEnded({ reason: "The client was closed, and its session with it.", state: "closed" })

const replaced = () => new SessionEnded({ reason: "A user logged in or out during this call.", state: "replaced" })

const notRenewable = () =>
  new SessionEnded({ reason: "The session came without a refresh token, and cannot be renewed." })

const notStored =
  "The session was renewed, but its tokens are not stored: the next run of the program has to log in again."

const isRenewable = ({ personalAccessToken, refresh }: Tokens) =>
  refresh !== undefined || personalAccessToken !== undefined

const notAboutToken: ReadonlySet<Cause> = new Set(["apiKey", "internal", "rateLimited"])

// an answer of a proxy says nothing about the token
const isExpiredText = ({ excerpt, status }: UnexpectedAnswer) =>
  status === 401 && causeOf(undefined, excerpt.replaceAll('"', "")) === "expired"

/** Whether the service rejected the token that renews. Unknown words count, or a dead token would be retried forever. */
const isTokenRejected = (error: ErrorV1 | ErrorV1R1 | CallError) => {
  if (error._tag === "UnexpectedAnswer") return isExpiredText(error)
  const described = describeError(error)
  return isRejected(described) && !notAboutToken.has(described.cause)
}

/** Fails if no header can carry the user token. */
export const checkUsable = (operation: string, tokens: Tokens): Effect.Effect<Tokens, UnusableToken> =>
  isUsable(Redacted.value(tokens.token)) ? Effect.succeed(tokens) : Effect.fail(new UnusableToken({ operation }))

/** Provides the token of a store, and renews it in the given context. */
export const make = (auth: Renewing, store: Store, context: Context.Context<never>, limit: Duration.Input) => {
  const epochs = makeEpochs()
  const onTokens = Context.get(context, OnTokens)
  const storage = makeStorage(store, epochs, onTokens)
  let isClosed = false
  let pause = { after: "", times: 0, until: 0 }

  const endWith = (tokens: Tokens, { isAwaited }: Refresh, reason: string, cause?: Error) => {
    const error = new SessionEnded({ reason, ...(cause === undefined ? {} : { cause }) })
    // as long as no call waits for another token, the current one still works
    return Effect.andThen(isAwaited ? storage.end(tokens, error) : Effect.void, Effect.fail(error))
  }

  const requestTokens = (tokens: Tokens, refresh: Refresh) => {
    const rejected = (cause: ErrorV1 | ErrorV1R1 | CallError) =>
      // the error of the session has the advice
      endWith(
        tokens,
        refresh,
        `The session could not be renewed: ${sentence(cause.message.replace(/(?<=[.!?]) Log in again\.?$/, ""))}`,
        cause
      )
    refresh.isSent = true
    if (tokens.refresh !== undefined) return Effect.catchIf(auth.refresh(tokens.refresh), isTokenRejected, rejected)
    return tokens.personalAccessToken === undefined
      ? endWith(tokens, refresh, "The token has expired and came without a refresh token.")
      : Effect.catchIf(auth.personalAccessToken(tokens.personalAccessToken), isTokenRejected, rejected)
  }

  const update = (tokens: Tokens, isOwn = false) =>
    Effect.clockWith((clock) =>
      Effect.succeed(epochs.update(tokens.token, clock.currentTimeMillisUnsafe(), isOwn).token)
    )

  const run = Effect.fnUntraced(function* (refresh: Refresh) {
    const tokens = yield* storage.load
    if (Redacted.value(tokens.token) !== refresh.expired) return yield* update(tokens)
    const isNeeded = () => refresh.isAwaited || refresh.isForced
    if (!storage.isSaved() && !isNeeded()) {
      yield* storage.saveAgain
      if (!isNeeded()) return yield* update(tokens)
    }
    const renewed = yield* checkUsable("Session.refresh", { ...tokens, ...(yield* requestTokens(tokens, refresh)) })
    const warn = storage.isSaved() ? Effect.logWarning : Effect.logDebug
    const isCurrent = yield* Effect.catchTag(storage.saveRenewed(tokens, renewed), "TokenStoreFailed", ({ message }) =>
      Effect.as(warn(`${notStored} ${message} They are stored later if the store works again.`), true)
    )
    if (!isCurrent) return yield* Effect.flatMap(storage.load, (tokens) => update(tokens))
    yield* onTokens(renewed)
    return yield* update(renewed, true)
  })

  const refreshes = singleFlight(context, (refresh) =>
    store.exclusive(run(refresh)).pipe(
      Effect.provideService(CallTimeout, limit),
      Effect.tapError((error) =>
        Effect.clockWith((clock) => {
          const times = pause.after === refresh.expired ? pause.times + 1 : 0
          const until =
            error._tag === "SessionEnded"
              ? Number.POSITIVE_INFINITY
              : clock.currentTimeMillisUnsafe() + Math.min(maxPause, 1_000 * 2 ** times)
          pause = { after: refresh.expired, times, until }
          return Effect.logDebug(`The token was not renewed: ${error.message}`)
        })
      ),
      Effect.withSpan("Session.refresh", { root: true })
    )
  )

  const renew = (expired: Redacted.Redacted): Effect.Effect<Redacted.Redacted, RenewalError> =>
    Effect.suspend(() => {
      if (isClosed) return Effect.fail(closed())
      const epoch = epochs.epochOf(expired)
      if (epoch !== epochs.epoch()) return Effect.fail(replaced())
      // the result of the refresh is of no use to a call of an earlier session
      return Effect.flatMap(
        Effect.exit(Deferred.await(refreshes.join(Redacted.value(expired), { isAwaited: true }).result)),
        (exit) => (epoch === epochs.epoch() ? exit : Effect.fail(replaced()))
      )
    })

  // a running refresh that only saves tokens may be too far to renew them as well
  const force = (value: string): Effect.Effect<Redacted.Redacted, RenewalError> =>
    Effect.suspend(() => {
      const isJoined = refreshes.has(value)
      return Effect.flatMap(Deferred.await(refreshes.join(value, { isForced: true }).result), (token) =>
        isJoined && Redacted.value(token) === value ? force(value) : Effect.succeed(token)
      )
    })

  /** Renews although nothing has expired: no call waits for it, so a rejection does not end the session. */
  const refreshNow = Effect.suspend((): Effect.Effect<void, RenewalError> => {
    if (isClosed) return Effect.fail(closed())
    return Effect.flatMap(storage.load, (tokens) =>
      Effect.flatMap(update(tokens), (token): Effect.Effect<void, RenewalError> => {
        if (!isRenewable(tokens)) return Effect.fail(notRenewable())
        const epoch = epochs.epochOf(token)
        return Effect.flatMap(Effect.exit(force(Redacted.value(token))), (exit) =>
          epoch === epochs.epoch() ? Effect.flatMap(exit, () => storage.verifySaved) : Effect.fail(replaced())
        )
      })
    )
  })

  const token = Effect.clockWith((clock): Effect.Effect<Redacted.Redacted, RenewalError> => {
    if (isClosed) return Effect.fail(closed())
    const [wasLoggedIn, replacements] = [storage.isLoggedIn(), storage.replacements()]
    return Effect.flatMap(storage.load, (tokens) => {
      if (wasLoggedIn && replacements !== storage.replacements()) return Effect.fail(replaced())
      const now = clock.currentTimeMillisUnsafe()
      const current = epochs.update(tokens.token, now)
      if (now < current.dueAt && current.isUsable && storage.isSaved()) return Effect.succeed(current.token)
      if (!current.isUsable) return Effect.fail(new UnusableToken({ operation: "the call, in the token store," }))
      if (now >= current.expiresAt && isRenewable(tokens)) return renew(current.token)
      const isPaused = pause.after === current.value && now < pause.until
      if (!isPaused && (isRenewable(tokens) || !storage.isSaved())) refreshes.join(current.value)
      return Effect.succeed(current.token)
    })
  })

  return {
    token,
    renew,
    isRenewable: (token: Redacted.Redacted) =>
      epochs.epochOf(token) === epochs.epoch() ? Effect.map(storage.load, isRenewable) : Effect.fail(replaced()),
    refresh: refreshNow,
    ended: (token: Redacted.Redacted) =>
      isClosed ? closed() : epochs.epochOf(token) === epochs.epoch() ? undefined : replaced(),
    isClosed: () => isClosed,
    replace: storage.replace,
    close: Effect.suspend(() => {
      isClosed = true
      return refreshes.end(store.isVolatile !== true)
    }).pipe(
      Effect.andThen(Effect.suspend(() => (storage.isSaved() ? Effect.void : store.exclusive(storage.saveAgain)))),
      Effect.catch(({ message }) => Effect.logWarning(`${notStored} ${message}`))
    )
  }
}
