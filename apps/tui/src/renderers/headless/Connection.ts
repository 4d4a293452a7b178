import { createHash } from "node:crypto"

import { Exit } from "@remote-assist/cli"
import { sentences } from "@remote-assist/cli/Process"
import { type Errors, HttpFetch, Region, RegionConfig, TokenStore } from "@remote-assist/core"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import type * as Path from "effect/Path"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"

import { Account, layerClient } from "../../engine/Account.ts"
import * as ControlPlane from "../../engine/ControlPlane.ts"
import { Environment } from "../../engine/Environment.ts"
import * as Problem from "../../Problem.ts"
import { layerTokens, SessionFile } from "../../profiles/SessionFile.ts"
import * as ProfileSettings from "../../profiles/settings.ts"
import * as Requests from "../../requests/Requests.ts"
import type { Credentials, SessionOwner } from "../../session/Credentials.ts"
import { SessionStorage } from "../../session/Credentials.ts"
import { sessionOwner } from "../../session/loginMethods.ts"
import { credentials as configuredCredentials } from "../../Settings.ts"
import type { Sources } from "../../Settings.ts"
import { CommandError, noteSlowService, ReaderGone, toJson, usageError, writeNote } from "./output.ts"

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

const kinds = {
  offline: "unreachable",
  unavailable: "unreachable",
  session: "session",
  refused: "refused",
  local: "usage",
  unexpected: "refused"
} as const

/** Converts a problem of the screen. */
export const fromProblem = ({ by, kind, todo, what }: Problem.Problem): CommandError =>
  new CommandError({
    kind: kinds[kind],
    message: `${what} ${by === "logIn" ? "Log in with remote-assist login." : todo}`.trimEnd()
  })

/**
 * Fails with the failure of an operation, such as `deactivate grace@example.com`. A rejected token is the token of the session,
 * unless `isPublic` is set. `advice` is the hint after a refusal.
 */
export const failedTo = Effect.fnUntraced(function* (
  operation: string,
  error: Problem.Failure,
  isPublic = false,
  advice = Problem.stateAdvice
) {
  const problem =
    !isPublic && Problem.isSessionError(error)
      ? Problem.describeSessionError(operation, error)
      : Problem.describe(operation, error, advice)
  const { kind, message } = fromProblem((yield* Account).advised(problem, error))
  if (error._tag === "InvalidRequest") return yield* usageError(message)
  return yield* new CommandError({
    kind,
    message: problem.kind === "offline" ? `Could not ${operation}. ${message}` : message
  })
})

/** Converts any error; others than `CommandError` are usage errors, such as invalid settings. */
export const fromUnknown = (error: unknown): CommandError =>
  error instanceof CommandError
    ? error
    : usageError(Predicate.hasProperty(error, "message") ? String(error.message) : String(error))

export const loggedOut = new CommandError({
  kind: "session",
  message:
    "Nobody is logged in. Log in with remote-assist login, or set REMOTE_ASSIST_EMAIL and REMOTE_ASSIST_PASSWORD, or REMOTE_ASSIST_PERSONAL_ACCESS_TOKEN."
})

/** Why a login failed. */
export const loginError = ({ state }: Account["Service"]): CommandError => {
  const { problem } = state.get()
  if (problem === undefined) return loggedOut
  return fromProblem(problem.kind === "refused" ? { ...problem, kind: "session" } : problem)
}

const makeLogin = Effect.fnUntraced(function* (
  credentials: Credentials | undefined,
  stored: SessionOwner | undefined,
  isShared = false
) {
  const account = yield* Account
  const tokens = yield* TokenStore.TokenStore
  let resumed: string | undefined
  /** Takes over the session of the account in Redis, if another process has logged in. */
  const logInOrShare = (credentials: Credentials) =>
    tokens
      .exclusive(
        Effect.flatMap(tokens.load, (found) => {
          if (Option.isNone(found)) return account.logIn(credentials, false)
          resumed = Redacted.value(found.value.token)
          return account.resume(sessionOwner(credentials))
        })
      )
      .pipe(Effect.catchTag("TokenStoreFailed", (error) => failedTo("log you in", error)))
  /** Removes the session that was taken over if the service refused it, so that the next command logs in. */
  const endShared = Effect.fnUntraced(function* (error: CommandError) {
    const isResumed = Effect.map(
      tokens.load,
      Option.exists(({ token }) => Redacted.value(token) === resumed)
    )
    yield* Effect.ignore(tokens.exclusive(Effect.flatMap(isResumed, (is) => (is ? tokens.clear : Effect.void))))
    const message = error.message.replace("Log in with remote-assist login.", "The next command logs in again.")
    return yield* new CommandError({ kind: error.kind, message })
  })
  const [logIn, retry] = yield* Effect.cachedInvalidateWithTTL(
    Effect.gen(function* () {
      const isLoggedIn =
        credentials !== undefined
          ? yield* isShared ? logInOrShare(credentials) : account.logIn(credentials, false)
          : stored !== undefined && (yield* account.resume(stored))
      if (!isLoggedIn) return yield* loginError(account)
    }),
    Duration.infinity
  )
  return {
    credentials,
    /** Owner of the stored session, if the settings have no credentials. */
    stored,
    /** Logs in with the credentials, or resumes the stored session; once, unless it fails. */
    logIn: Effect.tapError(logIn, () => retry),
    /** Fails with an error of a command. */
    fail: (error: unknown) =>
      isShared && error instanceof CommandError && error.kind === "session" ? endShared(error) : Effect.fail(error)
  }
})

/** Logs in on demand: a dry run needs no login. */
export class Login extends Context.Service<Login, Effect.Success<ReturnType<typeof makeLogin>>>()(
  "@remote-assist/tui/Login"
) {}

const layerLogin = (...args: Parameters<typeof makeLogin>) => Layer.effect(Login, makeLogin(...args))

/** Logs in, unless the resource is public. */
export const logInFor = ({ isPublic }: { readonly isPublic?: boolean }) =>
  Login.use(({ logIn }) => (isPublic === true ? Effect.void : logIn))

const layerAccount = Account.layer.pipe(Layer.provideMerge(layerClient), Layer.provideMerge(ControlPlane.layer))

const loadFleet = Effect.promise(() => import("@remote-assist/core/Fleet"))

/** Whether processes with the same account share its session by Redis. */
const isRedisSet = Effect.map(Config.option(Config.NonEmptyString("REMOTE_ASSIST_REDIS_URL")), Option.isSome)

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

/** Names the account of the credentials in Redis; `undefined` if it is not shared. A token names nobody, but identifies its account. */
const sharedAccount = Effect.gen(function* () {
  const credentials = yield* configuredCredentials
  if (credentials === undefined || credentials.way === "partner-key" || !(yield* isRedisSet)) return undefined
  const { secret, values, way } = credentials
  return way === "pat" && secret !== undefined
    ? `pat ${createHash("sha256").update(Redacted.value(secret)).digest("hex").slice(0, 16)}`
    : values.email
})

/** Removes the session that processes share by Redis; returns the name of its account, or `undefined` if they share none. */
export const clearShared = Effect.gen(function* () {
  const account = yield* sharedAccount
  if (account === undefined) return undefined
  const { layer } = yield* loadFleet
  yield* Effect.provide(
    TokenStore.TokenStore.use(({ clear }) => clear),
    layer(account)
  )
  return account
})

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
    Layer.provide(Requests.layerRecordedTokens(TokenStore.TokenStore.layerMemory)),
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

/** Names the sources of the settings in the advice to log in. */
const withSources = ({ config, profile, region }: Sources) => {
  const sources = Object.entries(Record.getSomes({ region, config, profile })).map(
    ([flag, value]) => ` --${flag} ${value}`
  )
  return (error: unknown) =>
    error instanceof CommandError && error.kind === "session"
      ? new CommandError({
          kind: error.kind,
          message: error.message.replace("remote-assist login", `$&${sources.join("")}`)
        })
      : error
}

/** Runs a command with a connection. */
export const runConnected = (
  sources: Sources,
  flags: OutputFlags,
  effect: Effect.Effect<void, unknown, Any>,
  mode: SessionMode = "default"
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
