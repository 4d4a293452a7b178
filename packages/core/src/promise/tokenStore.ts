import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import { TokenStoreFailed } from "../Errors.ts"
import { safeCallback } from "../internal/call/safeCallback.ts"
import * as Core from "../TokenStore.ts"

/** The tokens of a session as texts. Store them where nobody else can read them. */
export interface Tokens {
  /** The user token that calls send. */
  readonly token: string
  /** The refresh token, which may work only once. */
  readonly refresh?: string | undefined
  /** The personal access token that the session was started with, and is renewed with. */
  readonly personalAccessToken?: string | undefined
}

/** The storage of the tokens of a session: a file, a database, the storage of a browser. */
export interface TokenStore {
  /** Resolves with the saved tokens, or `undefined`. */
  readonly load: () => Promise<Tokens | null | undefined>
  /** Replaces the saved tokens. The session waits for it. */
  readonly save: (tokens: Tokens) => Promise<void>
  /** Deletes the tokens. */
  readonly clear: () => Promise<void>
  /**
   * Runs `work` while no other user of the store does, in this process or another, and resolves with its result. A store
   * that several processes share needs it: a refresh token may work only once.
   */
  readonly exclusive?: (<A>(work: () => Promise<A>) => Promise<A>) | undefined
}

const storeName = "the token store"

// the message of a SyntaxError quotes the text, which may be a token
const reasonOf = (cause: unknown) =>
  cause instanceof SyntaxError
    ? "it rejected with a SyntaxError"
    : cause instanceof Error
      ? cause.message
      : "it rejected"

const failed = (name: keyof TokenStore, reason: string) =>
  new TokenStoreFailed({ store: storeName, reason: `${name} failed, ${reason}` })

const attempt = <A>(name: keyof TokenStore, work: (signal: AbortSignal) => A) =>
  Effect.tryPromise({
    // a store may be synchronous
    try: (signal) => Promise.resolve(work(signal)),
    catch: (cause) => failed(name, reasonOf(cause))
  })

const encode = Schema.encodeSync(Core.Tokens)

const decode = Schema.decodeUnknownEffect(Core.Tokens)

// a database row may have getters, and undefined for missing fields
const definedIn = (loaded: object) =>
  Record.filter(
    Record.map(Core.Tokens.fields, (_, name): unknown => Reflect.get(loaded, name)),
    Predicate.isNotUndefined
  )

const read = (loaded: unknown) =>
  loaded === undefined || loaded === null
    ? Effect.succeedNone
    : decode(Predicate.isObject(loaded) ? definedIn(loaded) : loaded).pipe(
        Effect.mapBoth({
          onFailure: () => failed("load", "it must resolve with { token, refresh? } or undefined"),
          onSuccess: Option.some
        })
      )

type Service = Core.TokenStore["Service"]

const exclusiveOf = (store: TokenStore): Service["exclusive"] =>
  store.exclusive === undefined
    ? (effect) => effect
    : <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.flatMap(Effect.context<R>(), (context) => {
          let outcome: Exit.Exit<A, E> | undefined
          const work = (signal: AbortSignal) =>
            Effect.runPromiseExitWith(context)(effect, { signal }).then((exit) => (outcome = exit))
          return Effect.flatMap(
            attempt("exclusive", (signal) => store.exclusive?.(() => work(signal))),
            (): Effect.Effect<A, E | TokenStoreFailed> =>
              outcome ?? failed("exclusive", "it must run its argument, and wait for it")
          )
        })

/** Layer that stores the tokens in the program's own store. */
export const layer = (store: TokenStore): Layer.Layer<Core.TokenStore> =>
  Layer.succeed(Core.TokenStore, {
    load: Effect.flatMap(
      attempt("load", () => store.load()),
      read
    ),
    save: (tokens) => attempt("save", () => store.save(encode(tokens))),
    clear: attempt("clear", () => store.clear()),
    exclusive: exclusiveOf(store)
  })

/** Layer that calls back after each change of the tokens in the underlying store. */
export const layerNotifying = (
  onTokens: (tokens: Tokens | undefined) => void
): Layer.Layer<Core.TokenStore, never, Core.TokenStore> =>
  Layer.effect(
    Core.TokenStore,
    Effect.map(Core.TokenStore, (store) => ({
      ...store,
      save: (tokens) => Effect.tap(store.save(tokens), () => safeCallback("onTokens", () => onTokens(encode(tokens)))),
      clear: Effect.tap(store.clear, () => safeCallback("onTokens", () => onTokens(undefined)))
    }))
  )
