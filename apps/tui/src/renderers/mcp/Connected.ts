import { TokenStore } from "@remote-assist/core"
import type { McpRequestContext } from "effect/ai/McpSchema"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as RcRef from "effect/RcRef"

import { Account } from "../../engine/Account.ts"
import { Profile } from "../../profiles/Profile.ts"
import { SessionFile } from "../../profiles/SessionFile.ts"
import * as ProfileSettings from "../../profiles/settings.ts"
import { readClaims } from "../../session/SessionStatus.ts"
import type { Sources } from "../../Settings.ts"
import { CommandError, fromUnknown } from "../headless/CommandError.ts"
import { layerConnection, Login } from "../headless/Connection.ts"
import { cleanFailure } from "./answer.ts"
import { Confirmation } from "./confirm.ts"

/** The services of a connection. */
export type Session = Layer.Success<ReturnType<typeof layerConnection>> | Profile | Confirmation

type Run<R> = <A, E>(
  effect: Effect.Effect<A, E, Session | R>,
  options: { readonly isPublic?: boolean }
) => Effect.Effect<A, E | CommandError, R>

/** A connection that outlives its session. */
export interface Connected {
  /** Why nothing can be changed, or `undefined`. */
  readonly readOnly: string | undefined
  /** Runs an effect as the current user, or without a login if it is public. After a session ends, the next call reconnects. */
  readonly call: Run<McpRequestContext>
  /** The same without the context of a call. */
  readonly read: Run<never>
}

const connect = (sources: Sources, confirmation: Confirmation["Service"]) =>
  ProfileSettings.provide(sources)(
    Effect.gen(function* () {
      const [profile, settings, memo] = [yield* Profile, yield* ConfigProvider.ConfigProvider, yield* Layer.makeMemoMap]
      const built = yield* Layer.buildWithMemoMap(layerConnection(sources, "default"), memo, yield* Effect.scope)
      return built.pipe(
        Context.add(Confirmation, confirmation),
        Context.add(Profile, profile),
        Context.add(ConfigProvider.ConfigProvider, settings)
      )
    })
  ).pipe(Effect.mapError(fromUnknown))

/** Returns an effect that checks whether another program has changed the stored session since now. */
const sessionWatch = Effect.gen(function* () {
  const file = Option.getOrUndefined(yield* Effect.serviceOption(SessionFile))
  const store = Option.getOrUndefined(yield* Effect.serviceOption(TokenStore.TokenStore))
  const { credentials, stored } = yield* Login
  // a demo, and credentials of the settings, have no stored session
  if (file === undefined || store === undefined || credentials !== undefined) return Effect.succeed(false)
  const subject = Effect.map(Effect.option(store.load), (found) => {
    const tokens = Option.getOrUndefined(Option.flatten(found))
    return tokens && readClaims(tokens.token).sub
  })
  const before = [stored, yield* subject]
  return Effect.map(Effect.all([file.whose, subject]), (now) => !Equal.equals(now, before))
})

const isSessionEnd = (error: unknown) => error instanceof CommandError && error.kind === "session"

/**
 * Connects as commands do; fails if the settings are invalid. A server runs for days: after another `remote-assist login`,
 * the next call runs as the new user, and running calls end as the old one.
 */
export const make = Effect.fnUntraced(function* (sources: Sources, confirmation: Confirmation["Service"]) {
  const acquire = Effect.flatMap(connect(sources, confirmation), (context) =>
    Effect.map(Effect.provideContext(sessionWatch, context), (isChanged) => ({ context, isChanged }))
  )
  const shared = yield* RcRef.make({ acquire, idleTimeToLive: Duration.infinity })
  const { readOnly } = yield* Effect.scoped(
    Effect.map(RcRef.get(shared), ({ context }) => Context.get(context, Profile))
  )
  // reconnecting to a demo would start another one
  const reconnect = sources.demo ? Effect.void : RcRef.invalidate(shared)
  const asUser = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.andThen(
      Effect.tapError(
        Login.use(({ logIn }) => logIn),
        () => reconnect
      ),
      Effect.tapError(effect, (error) => (isSessionEnd(error) ? reconnect : Effect.void))
    )
  const withoutLogin = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.ensuring(
      effect,
      Account.use(({ state }) => (state.get().who === undefined ? reconnect : Effect.void))
    )
  const refresh = Effect.scoped(
    Effect.flatMap(RcRef.get(shared), ({ isChanged }) =>
      Effect.flatMap(isChanged, (is) => (is ? RcRef.invalidate(shared) : Effect.void))
    )
  )
  const provide = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.andThen(
      refresh,
      Effect.scoped(
        Effect.flatMap(RcRef.get(shared), ({ context }) => Effect.provideContext(cleanFailure(effect), context))
      )
    )
  const run = <A, E, R>(effect: Effect.Effect<A, E, R>, { isPublic = false }) =>
    isPublic ? provide(withoutLogin(effect)) : provide(asUser(effect))
  return { readOnly, call: run, read: run } satisfies Connected
})
