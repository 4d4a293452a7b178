import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { SessionEnded } from "../../Errors.ts"
import type { TokenStoreFailed } from "../../Errors.ts"
import type { Store, Tokens } from "./Store.ts"
import type { Tenure } from "./tenure.ts"

const nobody = new SessionEnded({ reason: "Nobody is logged in.", state: "none" })

const valueOf = ({ token }: Tokens) => Redacted.value(token)

/** Reads and writes the tokens of a store, in which log-ins and log-outs come before the answer of a refresh. */
export const make = (store: Store, tenure: Tenure) => {
  let writing: Deferred.Deferred<void> | undefined
  // log-ins and log-outs that are being written, and how often one began or ended
  let replacing = 0
  let replacements = 0
  let isHeld = false
  let ended: SessionEnded | undefined
  // renewed, but not kept yet instead of those with the token
  let unsaved: { readonly instead: string; readonly tokens: Tokens } | undefined

  const newest = (found: Tokens) =>
    unsaved !== undefined && unsaved.instead === valueOf(found) ? unsaved.tokens : found

  /** Writes unless others are in the store by then: whoever logged out or in meanwhile meant it. */
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

  const keep = (tokens: Tokens, renewed: Tokens) => {
    const instead = unsaved?.tokens === tokens ? unsaved.instead : valueOf(tokens)
    return Effect.onExit(writeOver(tokens, store.save(renewed)), (exit) =>
      Effect.sync(() => {
        unsaved = exit._tag === "Success" ? undefined : { instead, tokens: renewed }
      })
    )
  }

  const change = (to?: Tokens) => {
    isHeld = to !== undefined
    replacements++
    tenure.change()
    ended = undefined
    unsaved = undefined
  }

  return {
    replacements: () => replacements,
    /** Whether somebody was logged in when that was last known, and nobody is logging in or out. */
    isHeld: () => isHeld && replacing === 0,
    isSaved: () => unsaved === undefined,
    /** The tokens of now. */
    load: Effect.flatMap(store.load, (found) => {
      isHeld = Option.isSome(found)
      if (Option.isNone(found)) return Effect.fail(ended ?? nobody)
      ended = undefined
      return Effect.succeed(newest(found.value))
    }),
    /** Keeps renewed tokens; where they cannot be saved in memory, as no others work any more. */
    keep,
    /** Saves renewed tokens that could not be saved before. */
    saveAgain: Effect.suspend(() =>
      unsaved === undefined ? Effect.void : Effect.asVoid(keep(unsaved.tokens, unsaved.tokens))
    ),
    /** Forgets tokens, for the reason that whoever asks from now on is told. */
    end: (tokens: Tokens, reason: SessionEnded) =>
      Effect.map(writeOver(tokens, store.clear), (isCleared) => {
        if (isCleared) ended = reason
      }),
    /** Writes other tokens, or none: the session is another from the beginning of this to its end, and after. */
    replace: (write: Effect.Effect<unknown, TokenStoreFailed>, to?: Tokens) =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          const isOther = to === undefined || tenure.current()?.value !== valueOf(to)
          replacing++
          if (isOther) change()
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
            if (isOther) change(to)
          })
      )
  }
}
