import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import { TokenStoreFailed } from "../Errors.ts"
import { tell } from "../internal/call/tell.ts"
import * as Core from "../TokenStore.ts"

/** The tokens of a session as texts, to be kept where nobody else can read them. */
export interface Tokens {
  /** The user token that calls carry. */
  readonly token: string
  /** What it is renewed with. It may work once only. */
  readonly refresh?: string | undefined
  /** The personal access token that the session was made from, and is renewed with. */
  readonly personalAccessToken?: string | undefined
}

/** Where a session keeps its tokens: a file, a database, the storage of a browser. */
export interface TokenStore {
  /** Yields the tokens that were saved, if there are any. */
  readonly load: () => Promise<Tokens | null | undefined>
  /** Keeps the tokens in place of those before. The session waits for it. */
  readonly save: (tokens: Tokens) => Promise<void>
  /** Forgets the tokens. */
  readonly clear: () => Promise<void>
  /**
   * Runs `work` while no other user of the same store does, in this process or another, and yields what it yields. A
   * store that several processes share needs it: a refresh token may work once only.
   */
  readonly exclusive?: (<A>(work: () => Promise<A>) => Promise<A>) | undefined
}

const place = "the token store"

// what is no JSON is quoted by who tried to read it, and may be a token
const reasonOf = (cause: unknown) =>
  cause instanceof SyntaxError
    ? "it rejected with a SyntaxError"
    : cause instanceof Error
      ? cause.message
      : "it rejected"

const failed = (name: keyof TokenStore, reason: string) =>
  new TokenStoreFailed({ store: place, reason: `${name} failed, ${reason}` })

const attempt = <A>(name: keyof TokenStore, work: (signal: AbortSignal) => A) =>
  Effect.tryPromise({
    // a store may be synchronous
    try: (signal) => Promise.resolve(work(signal)),
    catch: (cause) => failed(name, reasonOf(cause))
  })

const encode = Schema.encodeSync(Core.Tokens)

const decode = Schema.decodeUnknownEffect(Core.Tokens)

// a row of a database may have getters, and undefined for what is not there
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
          onFailure: () => failed("load", "it must yield { token, refresh? } or nothing"),
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
              outcome ?? failed("exclusive", "it must run the work that it is given, and wait for its end")
          )
        })

/** Layer that keeps the tokens in a program's own store. */
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

/** Layer that tells of each change of the tokens in the store below it. */
export const layerTelling = (
  onTokens: (tokens: Tokens | undefined) => void
): Layer.Layer<Core.TokenStore, never, Core.TokenStore> =>
  Layer.effect(
    Core.TokenStore,
    Effect.map(Core.TokenStore, (store) => ({
      ...store,
      save: (tokens) => Effect.tap(store.save(tokens), () => tell("onTokens", () => onTokens(encode(tokens)))),
      clear: Effect.tap(store.clear, () => tell("onTokens", () => onTokens(undefined)))
    }))
  )
