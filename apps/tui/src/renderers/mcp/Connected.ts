import { TokenStore } from "@remote-assist/core"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as RcRef from "effect/RcRef"

import { Profile } from "../../profiles/Profile.ts"
import { SessionFile } from "../../profiles/SessionFile.ts"
import * as ProfileSettings from "../../profiles/settings.ts"
import { readClaims } from "../../session/SessionStatus.ts"
import type { Sources } from "../../Settings.ts"
import { layerConnection } from "../headless/Connection.ts"
import { fromUnknown, logInFor, Login } from "../headless/Login.ts"
import { Confirmation } from "./confirm.ts"
import { checkArguments, cleaned } from "./Tool.ts"
import type { Arguments, Tool } from "./Tool.ts"

/** Returns an effect that checks whether another program has changed the stored session since now. */
const sessionWatch = Effect.gen(function* () {
  const file = Option.getOrUndefined(yield* Effect.serviceOption(SessionFile))
  const { load } = yield* TokenStore.TokenStore
  const { credentials, stored } = yield* Login
  // a demo, and credentials of the settings, have no stored session
  if (file === undefined || credentials !== undefined) return Effect.succeed(false)
  const subject = Effect.map(Effect.option(load), (found) =>
    Option.map(Option.flatten(found), ({ token }) => readClaims(token).sub)
  )
  const before = [stored, yield* subject]
  return Effect.map(Effect.all([file.whose, subject]), (now) => !Equal.equals(now, before))
})

const connect = (sources: Sources, confirmation: Confirmation["Service"]) =>
  Effect.gen(function* () {
    const [profile, settings, memo] = [yield* Profile, yield* ConfigProvider.ConfigProvider, yield* Layer.makeMemoMap]
    const built = yield* Layer.buildWithMemoMap(layerConnection(sources, "default"), memo, yield* Effect.scope)
    const context = built.pipe(
      Context.add(Confirmation, confirmation),
      Context.add(Profile, profile),
      Context.add(ConfigProvider.ConfigProvider, settings)
    )
    return { context, isChanged: yield* Effect.provideContext(sessionWatch, context) }
  }).pipe(ProfileSettings.provide(sources), Effect.mapError(fromUnknown))

/** A connection that outlives its session. */
export type Connected = Effect.Success<ReturnType<typeof make>>

/**
 * Connects as commands do; fails if the settings are invalid. A server runs for days: after another `remote-assist login`,
 * the next call runs as the new user, and running calls end as the old one.
 */
export const make = Effect.fnUntraced(function* (sources: Sources, confirmation: Confirmation["Service"]) {
  const shared = yield* RcRef.make({ acquire: connect(sources, confirmation), idleTimeToLive: Duration.infinity })
  const current = RcRef.get(shared)
  const refresh = Effect.scoped(
    Effect.flatMap(current, ({ isChanged }) => Effect.when(RcRef.invalidate(shared), isChanged))
  )
  // reconnecting to a demo would start another one
  const reconnect = sources.demo ? Effect.void : RcRef.invalidate(shared)
  /**
   * Runs a tool as the current user, or without a login if it is public, and cleans its answer. After a session ends, the
   * next call reconnects.
   */
  const call = (tool: Tool, args: Arguments) =>
    Effect.gen(function* () {
      yield* checkArguments(tool, args)
      yield* refresh
      const { context } = yield* current
      return yield* Effect.andThen(logInFor(tool), tool.run(args)).pipe(
        Effect.tapError((error) =>
          error._tag === "CommandError" && error.kind === "session" ? reconnect : Effect.void
        ),
        cleaned,
        Effect.provideContext(context)
      )
    }).pipe(Effect.scoped)
  const { context } = yield* Effect.scoped(current)
  /** Why nothing can be changed, or `undefined`. */
  const { readOnly } = Context.get(context, Profile)
  return { readOnly, call }
})
