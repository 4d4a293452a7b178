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
import type { Sources } from "../../profiles/Sources.ts"
import { readClaims } from "../../session/SessionStatus.ts"
import { Entrance, layerConnection } from "../headless/Connection.ts"
import { Stopped, ofError } from "../headless/output.ts"
import { cleanedFailure } from "./answer.ts"
import { Asking } from "./confirm.ts"

/** The services of a connection. */
export type Session = Layer.Success<ReturnType<typeof layerConnection>> | Profile | Asking

type Run<R> = <A, E>(
  effect: Effect.Effect<A, E, Session | R>,
  of: { readonly isPublic?: boolean }
) => Effect.Effect<A, E | Stopped, R>

/** A connection that outlives its session. */
export interface Connected {
  /** Why nothing may be changed; `undefined` if something may. */
  readonly readOnly: string | undefined
  /**
   * Runs an effect as the user who is logged in, or as nobody if it is public. If the session turns out to be over, the
   * next call connects anew.
   */
  readonly call: Run<McpRequestContext>
  /** The same without the context of a call. */
  readonly read: Run<never>
}

const connect = (sources: Sources, asking: Asking["Service"]) =>
  ProfileSettings.provide(sources)(
    Effect.gen(function* () {
      const [profile, settings, memo] = [yield* Profile, yield* ConfigProvider.ConfigProvider, yield* Layer.makeMemoMap]
      const built = yield* Layer.buildWithMemoMap(layerConnection(sources, "unless told"), memo, yield* Effect.scope)
      return built.pipe(
        Context.add(Asking, asking),
        Context.add(Profile, profile),
        Context.add(ConfigProvider.ConfigProvider, settings)
      )
    })
  ).pipe(Effect.mapError(ofError))

/** Whether another program has logged in otherwise, or out, since the connection was made. */
const watched = Effect.gen(function* () {
  const file = Option.getOrUndefined(yield* Effect.serviceOption(SessionFile))
  const store = Option.getOrUndefined(yield* Effect.serviceOption(TokenStore.TokenStore))
  const { credentials, stored } = yield* Entrance
  // a demo, and a user whom the settings name, are in no file
  if (file === undefined || store === undefined || credentials !== undefined) return Effect.succeed(false)
  const subject = Effect.map(Effect.option(store.load), (found) => {
    const tokens = Option.getOrUndefined(Option.flatten(found))
    return tokens && readClaims(tokens.token).sub
  })
  const before = [stored, yield* subject]
  return Effect.map(Effect.all([file.whose, subject]), (now) => !Equal.equals(now, before))
})

const isOver = (error: unknown) => error instanceof Stopped && error.kind === "session"

/**
 * Connects as commands do, and fails if the settings cannot be used. A server runs for days: whoever logs in with
 * `remote-assist login` is who the next call is made as; calls under way end as they began.
 */
export const make = Effect.fnUntraced(function* (sources: Sources, asking: Asking["Service"]) {
  const acquire = Effect.flatMap(connect(sources, asking), (context) =>
    Effect.map(Effect.provideContext(watched, context), (isOther) => ({ context, isOther }))
  )
  const shared = yield* RcRef.make({ acquire, idleTimeToLive: Duration.infinity })
  const { readOnly } = yield* Effect.scoped(
    Effect.map(RcRef.get(shared), ({ context }) => Context.get(context, Profile))
  )
  // a new connection to a demo is to another demo
  const again = sources.demo ? Effect.void : RcRef.invalidate(shared)
  const asUser = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.andThen(
      Effect.tapError(
        Effect.flatMap(Entrance, ({ enter }) => enter),
        () => again
      ),
      Effect.tapError(effect, (error) => (isOver(error) ? again : Effect.void))
    )
  const asAnybody = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.ensuring(
      effect,
      Effect.flatMap(Account, ({ state }) => (state.get().who === undefined ? again : Effect.void))
    )
  const checked = Effect.scoped(
    Effect.flatMap(RcRef.get(shared), ({ isOther }) =>
      Effect.flatMap(isOther, (is) => (is ? RcRef.invalidate(shared) : Effect.void))
    )
  )
  const over = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.andThen(
      checked,
      Effect.scoped(
        Effect.flatMap(RcRef.get(shared), ({ context }) => Effect.provideContext(cleanedFailure(effect), context))
      )
    )
  const run = <A, E, R>(effect: Effect.Effect<A, E, R>, { isPublic = false }) =>
    isPublic ? over(asAnybody(effect)) : over(asUser(effect))
  return { readOnly, call: run, read: run } satisfies Connected
})
