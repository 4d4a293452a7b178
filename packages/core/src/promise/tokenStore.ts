import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import { CallTimeout } from "../CallTimeout.ts"
import { TokenStoreFailed } from "../Errors.ts"
import * as Core from "../TokenStore.ts"
import type { InputFields } from "./PlainTypes.ts"

/** The tokens of a session as texts. Store them where nobody else can read them. */
export interface Tokens extends InputFields<typeof Core.Tokens.Encoded> {}

/** The functions that read and write the tokens of a store. */
export interface TokenAccess {
  /** Resolves with the saved tokens, or `undefined`. */
  readonly load: () => Promise<Tokens | null | undefined>
  /** Replaces the saved tokens. The session waits for it. */
  readonly save: (tokens: Tokens) => Promise<void>
  /** Deletes the tokens. */
  readonly clear: () => Promise<void>
}

/** The storage of the tokens of a session: a file, a database, the storage of a browser. */
export interface TokenStore extends TokenAccess {
  /**
   * Takes the lock of the store, runs `work`, releases the lock, and resolves with the result of `work`. A store that several
   * processes share needs it: a refresh token may work only once.
   *
   * A client calls `save` and `clear` only inside `exclusive`, and `load` inside and outside, so they take no lock themselves. If
   * yours do, pass functions without the lock to `work`: the client calls these instead. It never nests `exclusive`.
   * `timeout` is the timeout of the call in milliseconds: reject earlier if the lock stays taken, to say why.
   */
  readonly exclusive?: (<A>(work: (unlocked?: TokenAccess) => Promise<A>, timeout?: number) => Promise<A>) | undefined
}

const isTokenStoreFailed = Schema.is(
  Schema.Struct({ _tag: Schema.tag("TokenStoreFailed"), store: Schema.String, reason: Schema.String })
)

const failed = (name: keyof TokenStore, reason: string, cause?: Error) =>
  new TokenStoreFailed({
    store: "the token store",
    reason: `${name} failed, ${reason}`,
    ...(cause === undefined ? {} : { cause })
  })

const failureOf = (name: keyof TokenStore, cause: unknown) => {
  // `tokenFile` rejects with this error
  if (isTokenStoreFailed(cause)) return new TokenStoreFailed(cause)
  // the message of a SyntaxError quotes the text, which may be a token
  if (cause instanceof SyntaxError) return failed(name, "it rejected with a SyntaxError")
  return cause instanceof Error ? failed(name, cause.message, cause) : failed(name, "it rejected")
}

const attempt = <A>(name: keyof TokenStore, work: (signal: AbortSignal) => A) =>
  Effect.tryPromise({
    // a store may be synchronous
    try: (signal) => Promise.resolve(work(signal)),
    catch: (cause) => failureOf(name, cause)
  })

export const encodeTokens = Schema.encodeSync(Core.Tokens)

export const decodeTokens = Schema.decodeUnknownEffect(Core.Tokens)

// a database row may have getters, and undefined for missing fields
const definedIn = (loaded: object) =>
  Record.filter(
    Record.map(Core.Tokens.fields, (_, name): unknown => Reflect.get(loaded, name)),
    Predicate.isNotUndefined
  )

const read = (loaded: unknown) =>
  loaded === undefined || loaded === null
    ? Effect.succeedNone
    : decodeTokens(Predicate.isObject(loaded) ? definedIn(loaded) : loaded).pipe(
        Effect.mapBoth({
          onFailure: () => failed("load", "it must resolve with { token, refresh? } or undefined"),
          onSuccess: Option.some
        })
      )

/** The functions to call while the lock is taken. */
const Unlocked = Context.Reference<TokenAccess | undefined>("@remote-assist/core/promise/Unlocked", {
  defaultValue: () => undefined
})

// shorter than the timeout of the call, whose error would not name the store
const maxStallMs = 5000

/** Calls a function of the store. Inside `exclusive` it has a time limit: a function that waits for the lock would wait for ever. */
const access = <A>(store: TokenStore, name: keyof TokenAccess, call: (access: TokenAccess) => A) =>
  Effect.flatMap(Unlocked, (unlocked) => {
    const called = attempt(name, () => call(unlocked ?? store))
    if (unlocked === undefined) return called
    return Effect.flatMap(CallTimeout, (limit) =>
      Effect.timeoutOrElse(called, {
        duration: Math.min(maxStallMs, Duration.toMillis(limit) / 2),
        orElse: () =>
          Effect.fail(failed(name, "it did not settle inside exclusive: it must not wait for the lock, which is taken"))
      })
    )
  })

type Lock = Core.TokenStore["Service"]["exclusive"]

const lockOf =
  (store: TokenStore, exclusive: NonNullable<TokenStore["exclusive"]>): Lock =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Effect.all([Effect.context<R>(), CallTimeout]), ([context, limit]) => {
      let outcome: Exit.Exit<A, E> | undefined
      const work = (signal: AbortSignal, unlocked: TokenAccess) =>
        Effect.runPromiseExitWith(Context.add(context, Unlocked, unlocked))(effect, { signal }).then(
          (exit) => (outcome = exit)
        )
      return Effect.flatMap(
        // called as a method of its store
        attempt("exclusive", (signal) =>
          exclusive.call(store, (unlocked = store) => work(signal, unlocked), Duration.toMillis(limit))
        ),
        (): Effect.Effect<A, E | TokenStoreFailed> =>
          outcome ?? failed("exclusive", "it must run its argument, and wait for it")
      )
    })

/** Layer that stores the tokens in the program's own store. */
export const tokenStoreLayer = (store: TokenStore): Layer.Layer<Core.TokenStore> =>
  Layer.succeed(
    Core.TokenStore,
    Core.withLock(
      {
        load: access(store, "load", (access) => access.load()).pipe(Effect.flatMap(read)),
        save: (tokens) => access(store, "save", (access) => access.save(encodeTokens(tokens))),
        clear: access(store, "clear", (access) => access.clear())
      },
      store.exclusive === undefined ? identity : lockOf(store, store.exclusive)
    )
  )
