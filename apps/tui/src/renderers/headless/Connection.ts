import { Exit } from "@remote-assist/cli"
import { sentences } from "@remote-assist/cli/Process"
import { type Errors, HttpFetch, Region, RegionConfig, TokenStore } from "@remote-assist/core"
import { shellQuote } from "@remote-assist/core/Text"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import { Account, layerClient } from "../../engine/Account.ts"
import * as ControlPlane from "../../engine/ControlPlane.ts"
import { Environment } from "../../engine/Environment.ts"
import { layerTokens, SessionFile } from "../../profiles/SessionFile.ts"
import * as ProfileSettings from "../../profiles/settings.ts"
import * as Requests from "../../requests/Requests.ts"
import { SessionStorage } from "../../session/Credentials.ts"
import { credentials as configuredCredentials } from "../../Settings.ts"
import type { Sources } from "../../Settings.ts"
import { fromUnknown, layerLogin, Login } from "./Login.ts"
import { CommandError, noteSlowService, ReaderGone, toJson, usageError, writeNote } from "./output.ts"
import { loadFleet, sharedAccount } from "./SharedSession.ts"

/** How a command reports errors. */
export interface OutputFlags {
  readonly json?: boolean
  readonly ndjson?: boolean
  readonly workers?: Option.Option<"redis">
}

/**
 * Where the session is: `stored` in its file; `default`, which resumes a stored session unless the settings have
 * credentials; or in `memory` for this process.
 */
export type SessionMode = "stored" | "default" | "memory"

const layerAccount = Account.layer.pipe(Layer.provideMerge(layerClient), Layer.provideMerge(ControlPlane.layer))

type LayerStore = Layer.Layer<
  TokenStore.TokenStore,
  Errors.InvalidSettings,
  FileSystem.FileSystem | Path.Path | SessionFile | Region.Region
>

/**
 * The tokens: in the session's file, if the mode stores the session or a stored one exists, else in Redis, if it has the session of
 * an account in the settings, else in memory.
 */
const layerStore = (mode: SessionMode, shared: string | undefined) =>
  Layer.unwrap(
    Effect.gen(function* (): Effect.fn.Return<LayerStore, never, SessionFile> {
      if (shared !== undefined)
        return Layer.merge(
          Requests.layerRecordedTokens((yield* loadFleet).layer(shared)),
          Layer.succeed(SessionStorage, { isKept: true, note: () => Effect.void, forget: Effect.void })
        )
      const { forget, note, whose } = yield* SessionFile
      const isKept = mode === "stored" || (mode === "default" && (yield* whose) !== undefined)
      const tokens = Requests.layerRecordedTokens(isKept ? layerTokens : TokenStore.TokenStore.layerMemory)
      return isKept ? Layer.merge(tokens, Layer.succeed(SessionStorage, { isKept, note, forget })) : tokens
    })
  )

/** Workers send the requests that carry a token. */
const layerWorkers = Layer.unwrap(
  Effect.gen(function* () {
    const { layerRedis, settings } = yield* loadFleet
    const fleet = yield* settings
    if (fleet === undefined)
      return yield* usageError("--workers redis needs REMOTE_ASSIST_REDIS_URL. Set it to the address of Redis.")
    const { layer } = yield* Effect.promise(() => import("@remote-assist/core/RedisWorkers"))
    const { layerWatch } = yield* Effect.promise(() => import("./worker.ts"))
    return layer(fleet, layerHttp).pipe(Layer.merge(layerWatch), Layer.provide(layerRedis(fleet)))
  })
)

// loaded on demand, to keep the start fast
const layerHttp = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("@remote-assist/core/HttpNode")),
    ({ layer }) => layer
  )
)

/** The region of the settings. */
const live = Effect.fnUntraced(function* (requested: SessionMode, hasWorkers: boolean) {
  const credentials = yield* configuredCredentials
  const mode = requested === "default" && credentials !== undefined ? "memory" : requested
  const shared = mode === "memory" ? yield* sharedAccount : undefined
  const login = Layer.unwrap(
    Effect.gen(function* () {
      const { mustBePrivate, whose } = yield* SessionFile
      const stored = mode === "default" ? yield* whose : undefined
      if (stored !== undefined) yield* mustBePrivate
      return layerLogin(credentials, stored, shared !== undefined)
    })
  )
  return login.pipe(
    Layer.provideMerge(layerAccount),
    Layer.provideMerge(Layer.provide(Environment.layer, layerHttp)),
    Layer.provideMerge(layerStore(mode, shared)),
    Layer.provideMerge(Requests.layerRecorder(Requests.layer(hasWorkers ? layerWorkers : layerHttp))),
    Layer.provideMerge(SessionFile.layer),
    Layer.provideMerge(RegionConfig.layer)
  )
})

const demo = Effect.fnUntraced(function* (seed: Option.Option<string>) {
  const { Emulator } = yield* Effect.promise(() => import("@remote-assist/http-mock"))
  const world = Option.isSome(seed) ? yield* parseSeed(seed.value) : {}
  const context = yield* Layer.build(Emulator.layer(world))
  const { baseUrl, demo, fetch } = Context.get(context, Emulator)
  const credentials = { way: "password", values: { email: demo.email }, secret: Redacted.make(demo.password) } as const
  return layerLogin(credentials, undefined).pipe(
    Layer.provideMerge(layerAccount),
    Layer.provideMerge(Environment.layerEmulator),
    Layer.provideMerge(Requests.layerRecordedTokens(TokenStore.TokenStore.layerMemory)),
    Layer.provideMerge(Requests.layerRecorder(Requests.layer(Layer.succeedContext(context)))),
    // for the events of the control plane
    Layer.provideMerge(Layer.succeed(HttpFetch.Fetch, fetch)),
    Layer.provideMerge(Region.Region.layer({ name: "us", baseUrl: baseUrl.us, apiKey: Redacted.make(demo.apiKey) }))
  )
})

const parseSeed = Effect.fnUntraced(function* (seed: string) {
  const { seedFormat, worldOf } = yield* Effect.promise(() => import("@remote-assist/http-mock/Flags"))
  const world = yield* worldOf(seed)
  return Option.isSome(world) ? world.value : yield* usageError(`--seed takes ${seedFormat}.`)
})

/** Number of requests to have under way, if workers send them. */
export const workersConcurrency = ({ workers = Option.none() }: OutputFlags): number | undefined =>
  Option.isSome(workers) ? 32 : undefined

/** The services of commands: of the region in the settings, or of an emulator. */
export const layerConnection = (
  { demo: isDemo, seed }: Pick<Sources, "demo" | "seed">,
  mode: SessionMode,
  hasWorkers = false
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (isDemo && hasWorkers)
        return yield* usageError("Workers cannot reach the emulator of --demo. Leave out --demo or --workers.")
      if (isDemo) return yield* demo(seed)
      if (Option.isSome(seed)) return yield* usageError("--seed is the content of a demo. Add --demo.")
      return yield* live(mode, hasWorkers)
    })
  )

// oxlint-disable-next-line typescript/no-explicit-any -- the services of a connection
type Any = any

/** Reports an error as one sentence or as JSON, and ends with its exit code. */
export const reportErrors =
  ({ json = false, ndjson = false }: OutputFlags) =>
  <A, R>(effect: Effect.Effect<A, unknown, R>) =>
    effect.pipe(
      Effect.catch((error) =>
        Effect.gen(function* () {
          if (error instanceof Exit) return yield* error
          if (error instanceof ReaderGone) return undefined
          const { code, kind, message: text } = fromUnknown(error)
          const message = sentences(text)
          yield* writeNote(json || ndjson ? toJson({ error: { code, kind, message } }) : message)
          return yield* new Exit({ code })
        })
      ),
      // the standard output is for results
      Effect.provideService(Logger.LogToStderr, true)
    )

/** Fails if a source of settings is given that a command does not read (default: the keys of the screen). */
export const checkSources = ({ demo, ...others }: Sources, reads?: ReadonlyArray<string>) => {
  const present = Record.getSomes<string, unknown>({ ...others, demo: Option.liftPredicate(demo, Boolean) })
  const unread = Object.keys(present).find((name) => (reads === undefined ? name === "keys" : !reads.includes(name)))
  if (unread === undefined) return Effect.void
  const flag = unread === "readOnly" ? "--read-only" : `--${unread}`
  return Effect.fail(usageError(`${flag} has no effect on this command. Leave it out.`))
}

/** Returns the flags that name the sources of the settings, for commands that messages advise. */
export const sourceFlags = ({ config, profile, region }: Sources): string =>
  Object.entries(Record.getSomes({ region, config, profile }))
    .map(([flag, value]) => ` --${flag} ${/^[\w./:@~-]+$/.test(value) ? value : shellQuote(value)}`)
    .join("")

/** Names the sources of the settings in the advice to log in. */
const withSources = (sources: Sources) => {
  const flags = sourceFlags(sources)
  return (error: unknown) =>
    error instanceof CommandError && error.kind === "session"
      ? new CommandError({
          kind: error.kind,
          message: error.message.replace("remote-assist login", (command) => command + flags)
        })
      : error
}

/** Runs a command with a connection. */
export const runConnected = (
  sources: Sources,
  flags: OutputFlags,
  effect: Effect.Effect<void, unknown, Any>,
  mode: SessionMode
): Effect.Effect<void, Exit, Any> =>
  Effect.forkScoped(noteSlowService).pipe(
    Effect.andThen(effect),
    Effect.catch((error) => Login.use(({ fail }) => fail(error))),
    Effect.provide(layerConnection(sources, mode, workersConcurrency(flags) !== undefined)),
    Effect.scoped,
    ProfileSettings.provide(sources),
    Effect.mapError(withSources(sources)),
    reportErrors(flags)
  )
