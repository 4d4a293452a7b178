import { Client, HttpFetch, Region, RegionConfig, TokenStore } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { Account } from "../../engine/Account.ts"
import type { Credentials } from "../../engine/Account.ts"
import { Place } from "../../engine/Place.ts"
import { layerTokens, SessionFile } from "../../profiles/SessionFile.ts"
import type { Who } from "../../profiles/SessionFile.ts"
import type { Sources } from "../../profiles/Sources.ts"
import * as Recording from "../../requests/Recording.ts"
import * as Requests from "../../requests/Requests.ts"
import { credentials as given } from "../../Settings.ts"
import { ofProblem, Stopped, usage } from "./Stopped.ts"

export type { Sources } from "../../profiles/Sources.ts"

export const nobody = new Stopped({
  kind: "session",
  message:
    "Nobody is logged in: log in with remote-assist login, or set REMOTE_ASSIST_EMAIL and REMOTE_ASSIST_PASSWORD, or REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN."
})

/** The way in, for commands that may not need it: what is only recorded needs nobody to be logged in. */
export class Entrance extends Context.Service<
  Entrance,
  {
    /** What the settings say to log in with. */
    readonly credentials: Credentials | undefined
    /** Whose session is kept, where the settings say nothing: `Account.resume` goes on with it. */
    readonly stored: Who | undefined
    /** Logs in with what the settings say, or goes on with the session that is kept; once. */
    readonly enter: Effect.Effect<void, Stopped>
    /** The first request that an effect would send, as of somebody who is logged in. */
    readonly record: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<Recording.Outgoing | undefined, E, R>
  }
>()("@remote-assist/tui/Entrance") {}

const entrance = (credentials: Credentials | undefined, stored: Who | undefined) =>
  Layer.effect(
    Entrance,
    Effect.gen(function* () {
      const account = yield* Account
      const enter = yield* Effect.cached(
        Effect.gen(function* () {
          const isIn =
            credentials !== undefined
              ? yield* account.logIn(credentials)
              : stored !== undefined && (yield* account.resume(stored.who))
          const { problem } = account.state.get()
          if (isIn) return
          if (problem === undefined) return yield* nobody
          return yield* ofProblem(problem.kind === "refused" ? { ...problem, kind: "session" } : problem)
        })
      )
      return Entrance.of({
        credentials,
        stored,
        enter,
        record: Recording.first
      })
    })
  )

/**
 * When a session is kept in its file, and gone on with: `always`, or `unless told` by the settings whom to log in. Else it
 * lasts as long as the process.
 */
export type Keeping = "always" | "unless told" | "never"

const common = Account.layer.pipe(Layer.provideMerge(Client.layerStore))

/** Where the tokens of a session are: what is not kept already stays in memory, unless it is `always` kept. */
const tokens = (keeping: Keeping) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { isThere } = yield* SessionFile
      return keeping === "always" || (yield* isThere) ? layerTokens : TokenStore.TokenStore.layerMemory
    })
  )

/** The region that the settings name. */
const live = Effect.fnUntraced(function* (keeping: Keeping) {
  const credentials = yield* given
  const isKept = keeping === "always" || (keeping === "unless told" && credentials === undefined)
  const way = Layer.unwrap(
    Effect.gen(function* () {
      const { isThere, mustBePrivate, who } = yield* SessionFile
      if (!isKept || keeping === "always" || !(yield* isThere)) return entrance(credentials, undefined)
      yield* mustBePrivate
      return entrance(undefined, (yield* who) ?? { who: "somebody" })
    })
  )
  return way.pipe(
    Layer.provideMerge(common),
    Layer.provideMerge(Place.layer),
    Layer.provideMerge(Recording.layerTokens(isKept ? tokens(keeping) : TokenStore.TokenStore.layerMemory)),
    Layer.provideMerge(Recording.layer(Requests.layer(HttpFetch.layer))),
    Layer.provideMerge(SessionFile.layer),
    Layer.provideMerge(RegionConfig.layer)
  )
})

/** A fresh emulator in this process, with the world that a seed describes. */
const demo = Effect.fnUntraced(function* (seed: Option.Option<string>) {
  const { Emulator } = yield* Effect.promise(() => import("@remote-assist/http-mock"))
  const world = Option.isSome(seed) ? yield* worldOf(seed.value) : {}
  const context = yield* Layer.build(Emulator.layer(world))
  const { baseUrl, demo } = Context.get(context, Emulator)
  return entrance({ _tag: "Password", email: demo.email, password: Redacted.make(demo.password) }, undefined).pipe(
    Layer.provideMerge(common),
    Layer.provideMerge(Place.layerEmulator),
    Layer.provide(Recording.layerTokens(TokenStore.TokenStore.layerMemory)),
    Layer.provideMerge(Recording.layer(Requests.layer(Layer.succeedContext(context)))),
    Layer.provideMerge(Region.Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) }))
  )
})

const worldOf = Effect.fnUntraced(function* (seed: string) {
  const { seedAccepts, worldOf } = yield* Effect.promise(() => import("@remote-assist/http-mock/Flags"))
  const world = yield* worldOf(seed)
  return Option.isSome(world) ? world.value : yield* usage(`--seed takes ${seedAccepts}.`)
})

/** What commands work with: the service that the settings name, or an emulated one. */
export const layer = ({ demo: isDemo, seed }: Pick<Sources, "demo" | "seed">, keeping: Keeping) =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (isDemo) return yield* demo(seed)
      if (Option.isSome(seed)) return yield* usage("--seed says what the world of a demo has: give --demo too.")
      return yield* live(keeping)
    })
  )
