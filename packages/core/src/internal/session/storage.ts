import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { SessionEnded, TokenStoreFailed } from "../../Errors.ts"
import { causeOf, maskOf } from "../secrets/masking.ts"
import type { Mask } from "../secrets/masking.ts"
import { secretsIn } from "../secrets/names.ts"
import type { Epochs } from "./epoch.ts"

/** The tokens of a session. */
export interface Tokens {
  readonly token: Redacted.Redacted
  readonly refresh?: Redacted.Redacted
  readonly personalAccessToken?: Redacted.Redacted
}

/** What a session needs of a `TokenStore`. */
export interface Store {
  readonly load: Effect.Effect<Option.Option<Tokens>, TokenStoreFailed>
  readonly save: (tokens: Tokens) => Effect.Effect<void, TokenStoreFailed>
  readonly clear: Effect.Effect<void, TokenStoreFailed>
  readonly exclusive: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | TokenStoreFailed, R>
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

const notLoggedIn = new SessionEnded({ reason: "Nobody is logged in.", state: "none" })

const valueOf = ({ token }: Tokens) => Redacted.value(token)

/** Reads and writes the tokens of a store. Log-ins and log-outs take precedence over the answer of a refresh. */
export const make = (store: Store, epochs: Epochs) => {
  let writing: Deferred.Deferred<void> | undefined
  // log-ins and log-outs being written, and how often one began or ended
  let replacing = 0
  let replacements = 0
  let isLoggedIn = false
  let ended: SessionEnded | undefined
  // renewed tokens that are not saved yet, and the token that they replace
  let unsaved: { readonly replaces: string; readonly tokens: Tokens } | undefined

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
        unsaved = exit._tag === "Success" ? undefined : { replaces, tokens: renewed }
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
    /** Loads the current tokens. */
    load: Effect.flatMap(store.load, (found) => {
      isLoggedIn = Option.isSome(found)
      if (Option.isNone(found)) return Effect.fail(ended ?? notLoggedIn)
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
      Effect.map(writeOver(tokens, store.clear), (isCleared) => {
        if (isCleared) ended = reason
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
            Effect.asVoid(write)
          ),
        (isOther) =>
          Effect.sync(() => {
            replacing--
            if (isOther) begin(tokens)
          })
      )
  }
}
