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

import { Account } from "../../engine/account/Account.ts"
import { Profile } from "../../profiles/Profile.ts"
import { SessionFile } from "../../profiles/SessionFile.ts"
import * as ProfileSettings from "../../profiles/settings.ts"
import type { Sources } from "../../profiles/Sources.ts"
import * as Claims from "../../session/claims.ts"
import * as Connection from "../headless/Connection.ts"
import { of, Stopped } from "../headless/Stopped.ts"
import { cleaned } from "./answer.ts"
import { Asking } from "./confirm.ts"

/** What a connection has. */
export type Session = Layer.Success<ReturnType<typeof Connection.layer>> | Profile | Asking

/** What an effect needs that is told who asks. */
type Calling = Session | McpRequestContext

/** Whether something needs nobody to be logged in. */
interface Public {
  readonly isPublic?: boolean
}

/** A connection that outlives its session. */
export interface Connected {
  /** Why nothing may be changed; nothing where it may. */
  readonly readOnly: string | undefined
  /**
   * Runs what a call asks for, as who is logged in, or as nobody what is public; where the session is found to be over, the
   * next one connects anew.
   */
  readonly call: <A, E>(
    effect: Effect.Effect<A, E, Calling>,
    of: Public
  ) => Effect.Effect<A, E | Stopped, McpRequestContext>
  /** The same of what is only read, whoever asks. */
  readonly read: <A, E>(effect: Effect.Effect<A, E, Session>, of: Public) => Effect.Effect<A, E | Stopped>
}

const connect = (sources: Sources, asking: Asking["Service"]) =>
  ProfileSettings.provide(sources)(
    Effect.gen(function* () {
      const [profile, settings, memo] = [yield* Profile, yield* ConfigProvider.ConfigProvider, yield* Layer.makeMemoMap]
      const built = yield* Layer.buildWithMemoMap(Connection.layer(sources, "unless told"), memo, yield* Effect.scope)
      return built.pipe(
        Context.add(Asking, asking),
        Context.add(Profile, profile),
        Context.add(ConfigProvider.ConfigProvider, settings)
      )
    })
  ).pipe(Effect.mapError(of))

/** Tells whether somebody has logged in otherwise, or out, since a connection was made. */
const watched = Effect.gen(function* () {
  const file = Option.getOrUndefined(yield* Effect.serviceOption(SessionFile))
  const store = Option.getOrUndefined(yield* Effect.serviceOption(TokenStore.TokenStore))
  const { credentials, stored } = yield* Connection.Entrance
  // a demo, and whom the settings name, are in no file
  if (file === undefined || store === undefined || credentials !== undefined) return { isOther: Effect.succeed(false) }
  const subject = Effect.map(Effect.option(store.load), (found) => {
    const tokens = Option.getOrUndefined(Option.flatten(found))
    return tokens && Claims.of(tokens.token).sub
  })
  const before = yield* subject
  const now = Effect.all([file.whose, subject])
  return { isOther: Effect.map(now, (now) => !Equal.equals(now, [stored, before])) }
})

const isOver = (error: unknown) => error instanceof Stopped && error.kind === "session"

const isAnybody = Effect.map(Account, ({ state }) => state.get().who !== undefined)

/**
 * Connects as commands do, and fails where the settings cannot be used. A server goes on for days: whoever logs in by
 * `remote-assist login` meanwhile is who the next call is made as; those under way end as whose they began.
 */
export const make = Effect.fnUntraced(function* (sources: Sources, asking: Asking["Service"]) {
  const acquire = Effect.flatMap(connect(sources, asking), (context) =>
    Effect.map(Effect.provideContext(watched, context), ({ isOther }) => ({ context, isOther }))
  )
  const shared = yield* RcRef.make({ acquire, idleTimeToLive: Duration.infinity })
  const { readOnly } = yield* Effect.scoped(
    Effect.map(RcRef.get(shared), ({ context }) => Context.get(context, Profile))
  )
  // a demo that is connected to anew is another one
  const again = sources.demo ? Effect.void : RcRef.invalidate(shared)
  const entered = Effect.tapError(
    Effect.flatMap(Connection.Entrance, ({ enter }) => enter),
    () => again
  )
  const logged = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.andThen(
      entered,
      Effect.tapError(effect, (error) => (isOver(error) ? again : Effect.void))
    )
  const unlogged = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.ensuring(
      effect,
      Effect.flatMap(isAnybody, (is) => (is ? Effect.void : again))
    )
  const checked = Effect.scoped(
    Effect.flatMap(RcRef.get(shared), ({ isOther }) =>
      Effect.flatMap(isOther, (is) => (is ? RcRef.invalidate(shared) : Effect.void))
    )
  )
  const over = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.andThen(
      checked,
      Effect.scoped(Effect.flatMap(RcRef.get(shared), ({ context }) => Effect.provideContext(cleaned(effect), context)))
    )
  const run = <A, E, R>(effect: Effect.Effect<A, E, R>, { isPublic = false }: Public) =>
    isPublic ? over(unlogged(effect)) : over(logged(effect))
  return { call: run, read: run, readOnly } satisfies Connected
})
