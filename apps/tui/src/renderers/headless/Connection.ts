import { Exit } from "@remote-assist/cli"
import { sentences } from "@remote-assist/cli/Process"
import { HttpFetch, Region, RegionConfig, TokenStore } from "@remote-assist/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

import { Account } from "../../engine/Account.ts"
import type { Credentials } from "../../engine/Account.ts"
import * as ControlPlane from "../../engine/ControlPlane.ts"
import { Environment } from "../../engine/Environment.ts"
import * as Requests from "../../engine/Requests.ts"
import { layerClient } from "../../engine/Signer.ts"
import { SessionFile, layerTokens } from "../../profiles/SessionFile.ts"
import * as ProfileSettings from "../../profiles/settings.ts"
import type { Sources } from "../../profiles/Sources.ts"
import * as RequestRecorder from "../../requests/RequestRecorder.ts"
import type { SessionOwner } from "../../session/Credentials.ts"
import { SessionStorage } from "../../session/Credentials.ts"
import { refusalAdvice } from "../../session/loginMethods.ts"
import { credentials as given } from "../../Settings.ts"
import { ReaderGone, Stopped, ofError, ofProblem, tell, usage, writeJson } from "./output.ts"

/** The flags that say how a command reports failures. */
export interface Told {
  readonly json?: boolean
  readonly ndjson?: boolean
}

/**
 * When a session is kept in its file and resumed: `always`, `unless told` by the settings whom to log in, or `never`, when it
 * lasts as long as the process.
 */
export type Keeping = "always" | "unless told" | "never"

export const nobody = new Stopped({
  kind: "session",
  message:
    "Nobody is logged in: log in with remote-assist login, or set REMOTE_ASSIST_EMAIL and REMOTE_ASSIST_PASSWORD, or REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN."
})

/** Why a log-in came to nothing. */
export const notLoggedIn = ({ state }: Account["Service"]): Stopped => {
  const { problem } = state.get()
  if (problem === undefined) return nobody
  return ofProblem(problem.kind === "refused" ? { ...problem, kind: "session" } : problem)
}

/** The way in, for commands that may not need it: what is only recorded needs nobody to be logged in. */
export class Entrance extends Context.Service<
  Entrance,
  {
    /** What the settings say to log in with. */
    readonly credentials: Credentials | undefined
    /** Whose session is kept, where the settings say nothing: `Account.resume` goes on with it. */
    readonly stored: SessionOwner | undefined
    /** Logs in with what the settings say, or goes on with the session that is kept; once. */
    readonly enter: Effect.Effect<void, Stopped>
  }
>()("@remote-assist/tui/Entrance") {}

/** Logs in for what is done with a resource, where that takes somebody who is logged in. */
export const entering = ({ isPublic }: { readonly isPublic?: boolean }) =>
  Effect.flatMap(Entrance, ({ enter }) => (isPublic === true ? Effect.void : enter))

const entrance = (credentials: Credentials | undefined, stored: SessionOwner | undefined) =>
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
          if (!isIn) return yield* notLoggedIn(account)
        })
      )
      return Entrance.of({ credentials, stored, enter })
    })
  )

const common = Account.layer.pipe(Layer.provideMerge(layerClient), Layer.provideMerge(ControlPlane.layer))

/** Where a session is: one that is not kept already stays in memory, unless it is `always` kept. */
const store = (keeping: Keeping) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { forget, note, whose } = yield* SessionFile
      const isKept = keeping === "always" || (keeping === "unless told" && (yield* whose) !== undefined)
      const tokens = RequestRecorder.layerTokens(isKept ? layerTokens : TokenStore.TokenStore.layerMemory)
      return isKept ? Layer.merge(tokens, Layer.succeed(SessionStorage, { isKept, note, forget })) : tokens
    })
  )

/** Whether Node is told to send by the proxy that its environment names, which `fetch` alone does. */
const isByProxy = () =>
  process.env["NODE_USE_ENV_PROXY"] !== undefined ||
  [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].some((option) => option.includes("--use-env-proxy"))

/** How requests are sent: each of many costs less by `node:http`, while `fetch` starts faster. */
const exchange = (isBulk: boolean) =>
  !isBulk || isByProxy()
    ? HttpFetch.layer
    : Layer.unwrap(
        Effect.map(
          Effect.promise(() => import("@remote-assist/core/HttpNode")),
          ({ layer }) => layer
        )
      )

/** The region that the settings name. */
const live = Effect.fnUntraced(function* (wanted: Keeping, isBulk: boolean) {
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
    Layer.provideMerge(Environment.layer),
    Layer.provideMerge(store(keeping)),
    Layer.provideMerge(RequestRecorder.layer(Requests.layer(exchange(isBulk)))),
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
    Layer.provideMerge(Environment.layerEmulator),
    Layer.provide(RequestRecorder.layerTokens(TokenStore.TokenStore.layerMemory)),
    Layer.provideMerge(RequestRecorder.layer(Requests.layer(Layer.succeedContext(context)))),
    // what the control plane's events come by
    Layer.provideMerge(Layer.succeed(HttpFetch.Fetch, fetch)),
    Layer.provideMerge(Region.Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) }))
  )
})

const worldOf = Effect.fnUntraced(function* (seed: string) {
  const { seedFormat, worldOf } = yield* Effect.promise(() => import("@remote-assist/http-mock/Flags"))
  const world = yield* worldOf(seed)
  return Option.isSome(world) ? world.value : yield* usage(`--seed takes ${seedFormat}.`)
})

/** What commands work with: the service that the settings name, or an emulated one. */
export const layerConnection = (
  { demo: isDemo, seed }: Pick<Sources, "demo" | "seed">,
  keeping: Keeping,
  isBulk = false
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (isDemo) return yield* demo(seed)
      if (Option.isSome(seed)) return yield* usage("--seed says what the world of a demo has: give --demo too.")
      return yield* live(keeping, isBulk)
    })
  )

// oxlint-disable-next-line typescript/no-explicit-any -- what is loaded by name needs what a connection has
type Any = any

const ended = (isJson: boolean) => (error: unknown) =>
  Effect.gen(function* () {
    if (error instanceof Exit) return yield* error
    if (error instanceof ReaderGone) return undefined
    const { code, kind, message } = ofError(error)
    yield* tell(isJson ? writeJson({ error: { code, kind, message: sentences(message) } }) : sentences(message))
    return yield* new Exit({ code })
  })

const telling =
  ({ json = false, ndjson = false }: Told) =>
  <A, R>(effect: Effect.Effect<A, unknown, R>) =>
    effect.pipe(
      Effect.catch(ended(json || ndjson)),
      // the standard output is for what was asked for
      Effect.provideService(Logger.LogToStderr, true)
    )

/** Fails with what to do, if that follows from how the user logged in. */
const advised = (error: Stopped) =>
  Effect.gen(function* () {
    const { whose } = (yield* Account).state.get()
    const advice = refusalAdvice(whose?.way, error.about, yield* Clock.currentTimeMillis)
    if (advice === undefined) return yield* error
    return yield* new Stopped({ kind: error.kind, message: `${error.what ?? ""} ${advice}` })
  })

/** Runs what a command does: a failure is told in one sentence, or as JSON where that was asked for. */
export const run = (
  sources: Sources,
  told: Told,
  effect: Effect.Effect<void, unknown, Any>,
  keeping: Keeping = "unless told",
  isBulk = false
): Effect.Effect<void, Exit, Any> =>
  effect.pipe(
    Effect.catchIf((error) => error instanceof Stopped, advised),
    Effect.provide(layerConnection(sources, keeping, isBulk)),
    Effect.scoped,
    ProfileSettings.provide(sources),
    telling(told)
  )

/** As {@link run}, for what needs no connection. */
export const runHere = (told: Told, effect: Effect.Effect<void, unknown, Any>): Effect.Effect<void, Exit, Any> =>
  telling(told)(effect)
