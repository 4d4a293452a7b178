import type * as Settings from "@remote-assist/cli/Settings"
import { Client, HttpFetch, Region, RegionConfig, Session } from "@remote-assist/core"
import type { Http } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { Account } from "../engine/Account.ts"
import type { Credentials } from "../engine/Account.ts"
import * as Recording from "../requests/Recording.ts"
import { credentials as given } from "../Settings.ts"
import { ofProblem, Stopped } from "./Stopped.ts"

/** Where the service is, and what to log in with. */
export interface Sources extends Settings.Sources {
  readonly demo: boolean
}

const nobody = new Stopped({
  kind: "session",
  message:
    "Nobody is logged in: set REMOTE_ASSIST_EMAIL and REMOTE_ASSIST_PASSWORD, or REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN."
})

/** The way in, for commands that may not need it: what is only recorded needs nobody to be logged in. */
export class Entrance extends Context.Service<
  Entrance,
  {
    /** What the settings say to log in with. */
    readonly credentials: Credentials | undefined
    /** Logs in with what the settings say, once. */
    readonly enter: Effect.Effect<void, Stopped>
    /** The first request that an effect would send, as of somebody who is logged in. */
    readonly record: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<Recording.Outgoing | undefined, E, R>
  }
>()("@remote-assist/tui/Entrance") {}

const entrance = (credentials: Credentials | undefined) =>
  Layer.effect(
    Entrance,
    Effect.gen(function* () {
      const account = yield* Account
      const session = yield* Session.Session
      const enter = yield* Effect.cached(
        Effect.gen(function* () {
          if (credentials === undefined) return yield* nobody
          if (yield* account.logIn(credentials)) return
          const { problem } = account.state.get()
          if (problem === undefined) return yield* nobody
          return yield* ofProblem(problem.kind === "refused" ? { ...problem, kind: "session" } : problem)
        })
      )
      const anybody = Effect.orDie(session.start({ token: Redacted.make("recorded") }))
      return Entrance.of({
        credentials,
        enter,
        record: (effect) =>
          Effect.andThen(
            Effect.suspend(() => (account.state.get().who === undefined ? anybody : Effect.void)),
            Recording.first(effect)
          )
      })
    })
  )

const over = <E>(
  http: Layer.Layer<Http.Http>,
  region: Layer.Layer<Region.Region, E>,
  credentials: Credentials | undefined
) =>
  entrance(credentials).pipe(
    Layer.provideMerge(Account.layer),
    Layer.provideMerge(Client.layer),
    Layer.provide(Recording.layer(http)),
    Layer.provideMerge(region)
  )

/** The region that the settings name. */
const live = Effect.map(given, (credentials) => over(HttpFetch.layer, RegionConfig.layer, credentials))

/** A fresh emulator in this process. */
const demo = Effect.gen(function* () {
  const { Emulator } = yield* Effect.promise(() => import("@remote-assist/http-mock"))
  const context = yield* Layer.build(Emulator.layer())
  const { baseUrl, demo } = Context.get(context, Emulator)
  return over(
    Layer.succeedContext(context),
    Region.Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) }),
    { _tag: "Password", email: demo.email, password: Redacted.make(demo.password) }
  )
})

/** What commands work with: the service that the settings name, or an emulated one. */
export const layer = (isDemo: boolean) =>
  Layer.unwrap(
    Effect.gen(function* () {
      return isDemo ? yield* demo : yield* live
    })
  )
