import { HttpFetch, Region, RegionConfig, TokenStore } from "@remote-assist/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { Account } from "../../engine/account/Account.ts"
import type { Credentials } from "../../engine/account/Account.ts"
import * as Client from "../../engine/account/client.ts"
import * as ControlPlane from "../../engine/connection/ControlPlane.ts"
import { Place } from "../../engine/connection/Place.ts"
import * as Requests from "../../engine/connection/Requests.ts"
import { layerTokens, SessionFile } from "../../profiles/SessionFile.ts"
import type { Sources } from "../../profiles/Sources.ts"
import * as Recording from "../../requests/Recording.ts"
import type { Whose } from "../../session/Credentials.ts"
import { Keeper } from "../../session/Keeper.ts"
import { credentials as given } from "../../Settings.ts"
import { SendsMany } from "./SendsMany.ts"
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
    readonly stored: Whose | undefined
    /** Logs in with what the settings say, or goes on with the session that is kept; once. */
    readonly enter: Effect.Effect<void, Stopped>
    /** The first request that an effect would send, as of somebody who is logged in. */
    readonly record: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<Recording.Outgoing | undefined, E, R>
  }
>()("@remote-assist/tui/Entrance") {}

/** Logs in for what is done with a resource, where that takes somebody who is logged in. */
export const entering = ({ isPublic }: { readonly isPublic?: boolean }) =>
  Effect.flatMap(Entrance, ({ enter }) => (isPublic === true ? Effect.void : enter))

const entrance = (credentials: Credentials | undefined, stored: Whose | undefined) =>
  Layer.effect(
    Entrance,
    Effect.gen(function* () {
      const account = yield* Account
      const enter = yield* Effect.cached(
        Effect.gen(function* () {
          const isIn =
            credentials !== undefined
              ? yield* account.logIn(credentials, false)
              : stored !== undefined && (yield* account.resume(stored))
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

const common = Account.layer.pipe(Layer.provideMerge(Client.layer), Layer.provideMerge(ControlPlane.layer))

/** Where a session is: one that is not kept already stays in memory, unless it is `always` kept. */
const store = (keeping: Keeping) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { forget, note, whose } = yield* SessionFile
      const isKept = keeping === "always" || (keeping === "unless told" && (yield* whose) !== undefined)
      const tokens = Recording.layerTokens(isKept ? layerTokens : TokenStore.TokenStore.layerMemory)
      return isKept ? Layer.merge(tokens, Layer.succeed(Keeper, { isKept, note, forget })) : tokens
    })
  )

/** Whether Node is told to send by the proxy that its environment names, which `fetch` alone does. */
const isByProxy = () =>
  process.env["NODE_USE_ENV_PROXY"] !== undefined ||
  [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].some((option) => option.includes("--use-env-proxy"))

const exchange = Layer.unwrap(
  Effect.gen(function* () {
    if (!(yield* SendsMany) || isByProxy()) return HttpFetch.layer
    const HttpNode = yield* Effect.promise(() => import("@remote-assist/core/HttpNode"))
    return HttpNode.layer
  })
)

/** The region that the settings name. */
const live = Effect.fnUntraced(function* (wanted: Keeping) {
  const credentials = yield* given
  const keeping = wanted === "unless told" && credentials !== undefined ? "never" : wanted
  const way = Layer.unwrap(
    Effect.gen(function* () {
      const { mustBePrivate, whose } = yield* SessionFile
      const stored = keeping === "unless told" ? yield* whose : undefined
      if (stored !== undefined) yield* mustBePrivate
      return entrance(credentials, stored)
    })
  )
  return way.pipe(
    Layer.provideMerge(common),
    Layer.provideMerge(Place.layer),
    Layer.provideMerge(store(keeping)),
    Layer.provideMerge(Recording.layer(Requests.layer(exchange))),
    Layer.provideMerge(SessionFile.layer),
    Layer.provideMerge(RegionConfig.layer)
  )
})

/** A fresh emulator in this process, with the world that a seed describes. */
const demo = Effect.fnUntraced(function* (seed: Option.Option<string>) {
  const { Emulator } = yield* Effect.promise(() => import("@remote-assist/http-mock"))
  const world = Option.isSome(seed) ? yield* worldOf(seed.value) : {}
  const context = yield* Layer.build(Emulator.layer(world))
  const { baseUrl, demo, fetch } = Context.get(context, Emulator)
  return entrance({ _tag: "Password", email: demo.email, password: Redacted.make(demo.password) }, undefined).pipe(
    Layer.provideMerge(common),
    Layer.provideMerge(Place.layerEmulator),
    Layer.provide(Recording.layerTokens(TokenStore.TokenStore.layerMemory)),
    Layer.provideMerge(Recording.layer(Requests.layer(Layer.succeedContext(context)))),
    // what the control plane's events come by
    Layer.provideMerge(Layer.succeed(HttpFetch.Fetch, fetch)),
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
