import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { SessionEnded, TokenStoreFailed } from "../../Errors.ts"
import { isHeaderValue } from "../http.ts"
import { causeOf, maskOf } from "../secrets/masking.ts"
import type { Mask } from "../secrets/masking.ts"
import { secretsIn } from "../secrets/names.ts"

/** The session of one stream: the token that its first request was sent with. */
export interface StreamSession {
  token?: Redacted.Redacted
}

/** The session that requests in this context share; `undefined` unless they are those of one stream. */
export const StreamSession = Context.Reference<StreamSession | undefined>(
  "@remote-assist/core/internal/StreamSession",
  {
    defaultValue: () => undefined
  }
)

// the bytes are read as Latin-1: subjects are only compared
const parsePayload = (token: string) =>
  Result.getOrUndefined(
    Result.try((): unknown =>
      JSON.parse(globalThis.atob(token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? ""))
    )
  )

/** Returns the claims of a token, if it is a JWT: subject, and expiry in milliseconds. */
export const parseClaims = (token: string) => {
  const claims = parsePayload(token)
  return {
    subject: Predicate.hasProperty(claims, "sub") && Predicate.isString(claims.sub) ? claims.sub : undefined,
    expiresAt:
      Predicate.hasProperty(claims, "exp") && Predicate.isNumber(claims.exp) && Number.isFinite(claims.exp)
        ? claims.exp * 1000
        : undefined
  }
}

/** Milliseconds before expiry at which a token is renewed in the background. */
const renewBefore = 60_000

/** One session of a client, from a log-in to the next log-in or log-out. */
interface Epoch {
  readonly client: object
}

interface SessionToken extends Redacted.Redacted {
  /** The session that the token belongs to. */
  readonly epoch: Epoch
}

const isSessionToken = (token: Redacted.Redacted): token is SessionToken => Predicate.hasProperty(token, "epoch")

interface CurrentToken {
  readonly token: SessionToken
  /** The token as the store returned it. */
  readonly stored: Redacted.Redacted
  readonly value: string
  readonly subject: string | undefined
  /** Whether a header can carry it. */
  readonly isUsable: boolean
  /** When to renew it in the background, and when calls wait for that. */
  readonly dueAt: number
  readonly expiresAt: number
}

/** Whether a header can carry a token. */
export const isUsable = (token: string): boolean => token !== "" && isHeaderValue(token)

const isOther = (one: CurrentToken, subject: string | undefined) =>
  one.subject !== undefined && subject !== undefined && one.subject !== subject

export type Epochs = ReturnType<typeof makeEpochs>

/** Distinguishes the sessions of a store: by log-ins and log-outs of this client, or else by the subjects of JWTs. */
export const makeEpochs = () => {
  const client = {}
  let epoch: Epoch = { client }
  let current: CurrentToken | undefined

  // a token that follows another is new: if it seems to be expired, the clocks differ
  const times = (expiresAt: number, now: number, isNew: boolean) => {
    const left = expiresAt - now
    if (!isNew) return { dueAt: expiresAt - renewBefore, expiresAt }
    return left > 0
      ? { dueAt: expiresAt - Math.min(renewBefore, left / 2), expiresAt }
      : { dueAt: Number.POSITIVE_INFINITY, expiresAt: Number.POSITIVE_INFINITY }
  }

  const begin = () => {
    epoch = { client }
    current = undefined
  }

  return {
    epoch: () => epoch,
    current: () => current,
    /** Returns the session of a token; the current session for a token of unknown origin. */
    epochOf: (token: Redacted.Redacted) =>
      isSessionToken(token) && token.epoch.client === client ? token.epoch : epoch,
    /** Records the token of the store as the current one; `isOwn` if this client renewed it. */
    update: (stored: Redacted.Redacted, now: number, isOwn = false): CurrentToken => {
      if (current?.stored === stored) return current
      const value = Redacted.value(stored)
      if (current?.value === value) return current
      const { expiresAt = Number.POSITIVE_INFINITY, subject } = parseClaims(value)
      if (!isOwn && current !== undefined && isOther(current, subject)) begin()
      const token = Object.assign(Redacted.make(value), { epoch })
      current = {
        token,
        stored,
        value,
        subject,
        isUsable: isUsable(value),
        ...times(expiresAt, now, current !== undefined)
      }
      return current
    },
    begin
  }
}

/** The tokens of a session. */
export interface Tokens {
  readonly token: Redacted.Redacted
  readonly refresh?: Redacted.Redacted
  readonly personalAccessToken?: Redacted.Redacted
}

/** The operations of a `TokenStore`. */
export interface Store {
  readonly load: Effect.Effect<Option.Option<Tokens>, TokenStoreFailed>
  readonly save: (tokens: Tokens) => Effect.Effect<void, TokenStoreFailed>
  readonly clear: Effect.Effect<void, TokenStoreFailed>
  /** Runs an effect while no other user of the store, in this process or another, runs one. */
  readonly exclusive: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | TokenStoreFailed, R>
  /** Whether the tokens end with the client, which then need not wait for a running refresh when it closes. */
  readonly isVolatile?: boolean
}

const withMask = ({ cause, code, reason, store }: TokenStoreFailed, mask: Mask) =>
  new TokenStoreFailed({
    store,
    reason: mask(reason),
    ...(code === undefined ? {} : { code }),
    ...causeOf(cause, mask)
  })

/** Wraps a store so that its failures quote no token that it loaded or saved. */
export const withoutTokens = (store: Store): Store => {
  let loaded: Tokens | undefined
  let saved: Tokens | undefined
  const masked = <E>(error: E | TokenStoreFailed) =>
    error instanceof TokenStoreFailed
      ? withMask(
          error,
          maskOf(() => secretsIn([loaded, saved]))
        )
      : error
  return {
    ...store,
    load: Effect.mapBoth(store.load, {
      onSuccess: (found) => {
        loaded = Option.getOrElse(found, () => loaded)
        return found
      },
      onFailure: masked
    }),
    save: (tokens) =>
      Effect.suspend(() => {
        saved = tokens
        return Effect.mapError(store.save(tokens), masked)
      }),
    clear: Effect.mapError(store.clear, masked),
    exclusive: (effect) => Effect.mapError(store.exclusive(effect), masked)
  }
}

/** Called with the tokens after a log-in or a renewal, even if they could not be stored, and with `undefined` at the end of a session. */
export const OnTokens = Context.Reference<(tokens: Tokens | undefined) => Effect.Effect<void>>(
  "@remote-assist/core/internal/OnTokens",
  { defaultValue: () => () => Effect.void }
)

const notLoggedIn = () => new SessionEnded({ reason: "Nobody is logged in.", state: "none" })

const valueOf = ({ token }: Tokens) => Redacted.value(token)

/** Reads and writes the tokens of a store. Log-ins and log-outs take precedence over the answer of a refresh. */
export const makeStorage = (store: Store, epochs: Epochs, onTokens: (typeof OnTokens)["Service"]) => {
  let writing: Deferred.Deferred<void> | undefined
  // log-ins and log-outs being written, and how often one began or ended
  let replacing = 0
  let replacements = 0
  let isLoggedIn = false
  let ended: SessionEnded | undefined
  // renewed tokens that are not saved yet, the token that they replace, and why
  let unsaved:
    | { readonly replaces: string; readonly tokens: Tokens; readonly failure: TokenStoreFailed | undefined }
    | undefined

  const newest = (found: Tokens) =>
    unsaved !== undefined && unsaved.replaces === valueOf(found) ? unsaved.tokens : found

  /** Writes unless the store has other tokens by then, of a log-in or log-out meanwhile. */
  const writeOver = (tokens: Tokens, write: Effect.Effect<void, TokenStoreFailed>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => (writing = Deferred.makeUnsafe())),
      () =>
        Effect.flatMap(store.load, (now) =>
          replacing === 0 && Option.isSome(now) && valueOf(newest(now.value)) === valueOf(tokens)
            ? Effect.as(write, true)
            : Effect.succeed(false)
        ),
      (writing) => Deferred.succeed(writing, undefined)
    )

  const saveRenewed = (tokens: Tokens, renewed: Tokens) => {
    const replaces = unsaved?.tokens === tokens ? unsaved.replaces : valueOf(tokens)
    return Effect.onExit(writeOver(tokens, store.save(renewed)), (exit) =>
      Effect.sync(() => {
        const failure = Option.getOrUndefined(Exit.findErrorOption(exit))
        unsaved = Exit.isSuccess(exit) ? undefined : { replaces, tokens: renewed, failure }
      })
    )
  }

  const begin = (tokens?: Tokens) => {
    isLoggedIn = tokens !== undefined
    replacements++
    epochs.begin()
    ended = undefined
    unsaved = undefined
  }

  return {
    replacements: () => replacements,
    /** Whether a user was logged in at the last read, and no log-in or log-out is being written. */
    isLoggedIn: () => isLoggedIn && replacing === 0,
    isSaved: () => unsaved === undefined,
    /** Fails if renewed tokens could not be saved. */
    verifySaved: Effect.suspend(() => (unsaved?.failure === undefined ? Effect.void : Effect.fail(unsaved.failure))),
    /** Loads the current tokens. */
    load: Effect.flatMap(store.load, (found) => {
      isLoggedIn = Option.isSome(found)
      if (Option.isNone(found)) return Effect.fail(ended ?? notLoggedIn())
      ended = undefined
      return Effect.succeed(newest(found.value))
    }),
    /** Saves renewed tokens; keeps them in memory if that fails, as the old ones no longer work. */
    saveRenewed,
    /** Saves renewed tokens that could not be saved before. */
    saveAgain: Effect.suspend(() =>
      unsaved === undefined ? Effect.void : Effect.asVoid(saveRenewed(unsaved.tokens, unsaved.tokens))
    ),
    /** Clears tokens; later calls fail with the reason. */
    end: (tokens: Tokens, reason: SessionEnded) =>
      Effect.flatMap(writeOver(tokens, store.clear), (isCleared) => {
        if (isCleared) ended = reason
        return isCleared ? onTokens(undefined) : Effect.void
      }),
    /** Writes other tokens, or none. Another session begins with the write, and again after it. */
    replace: (write: Effect.Effect<unknown, TokenStoreFailed>, tokens?: Tokens) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          const isOther = tokens === undefined || epochs.current()?.value !== valueOf(tokens)
          replacing++
          if (isOther) begin()
          return isOther
        }),
        () =>
          Effect.andThen(
            Effect.suspend(() => (writing === undefined ? Effect.void : Deferred.await(writing))),
            Effect.andThen(write, onTokens(tokens))
          ),
        (isOther) =>
          Effect.sync(() => {
            replacing--
            if (isOther) begin(tokens)
          })
      )
  }
}
