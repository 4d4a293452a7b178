import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"

import { Auth } from "../Auth.ts"
import { BodyLimit } from "../BodyLimit.ts"
import * as Core from "../CallOptions.ts"
import { CallTimeout } from "../CallTimeout.ts"
import * as Drift from "../Drift.ts"
import { InvalidSettings } from "../Errors.ts"
import { Http } from "../Http.ts"
import { safeCallback } from "../internal/call/run.ts"
import { fetchExchange } from "../internal/http.ts"
import * as Platform from "../internal/platform/exchange.ts"
import { OnTokens } from "../internal/session/storage.ts"
import { RawRequests } from "../RawRequests.ts"
import type { Method, RawRequest } from "../RawRequests.ts"
import { Region } from "../Region.ts"
import { Session } from "../Session.ts"
import { TokenStore } from "../TokenStore.ts"
import { Transport } from "../Transport.ts"
import { captureCaller, onAbort, startCall, validate, withCallerStack } from "./ClientRuntime.ts"
import type { CallContext, CallPromise, CallSite, ClientRuntime } from "./ClientRuntime.ts"
import type { Group } from "./Group.ts"
import * as log from "./log.ts"
import * as Options from "./options.ts"
import type { CallOptions } from "./options.ts"
import { reveal } from "./PlainValues.ts"
import { makeSession } from "./session.ts"
import type { Session as PlainSession } from "./session.ts"
import { invalidSetting, partnerKeyLayer } from "./settings.ts"
import type { AnySettings, PartnerSettings, Settings } from "./settings.ts"
import { encodeTokens, tokenStoreLayer } from "./tokenStore.ts"

export type { Method as RequestMethod }

/** The parts of a request that the contract does not describe, and the options of its call. */
export interface RequestOptions
  extends Omit<CallOptions, "extra">, Pick<RawRequest, "query" | "body" | "takesUserToken" | "retry"> {}

/** Calls an operation that the contract lacks; resolves with the body, whose secrets are a `Secret`. */
export type Request = (method: Method, path: string, options?: RequestOptions) => CallPromise<unknown>

/** The members of every client. */
export interface Connection {
  /**
   * Calls an operation that the contract lacks, such as `request("GET", "/v1/contacts", { query: { page: "2" } })`, with
   * session, retries and errors like every call.
   */
  readonly request: Request
  /** Closes the client: running and later calls reject with `ClientClosed`. */
  readonly close: () => Promise<void>
  /** Closes the client at the end of an `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** The members of a client with a session. */
export interface SessionConnection extends Connection {
  /** The session of the logged-in user. */
  readonly session: PlainSession
}

/** Groups of operations by the names that the program chooses. */
export type Groups = Readonly<Record<string, Group<unknown>>>

/** The methods of groups. */
export type Methods<Chosen extends Groups> = {
  readonly [Name in keyof Chosen]: Chosen[Name] extends Group<infer Methods> ? Methods : never
}

const { extra: _, ...requestChecks } = Options.callChecks

const methods: ReadonlyArray<unknown> = ["GET", "POST", "PUT", "PATCH", "DELETE"]

const isBody = (value: unknown) =>
  !Predicate.isObject(value) || Options.isPlain(value) || Predicate.hasProperty(value, "toJSON")

const checks: Options.Checks = {
  ...requestChecks,
  query: Options.query,
  body: { is: isBody, expected: "a value that JSON can represent" },
  takesUserToken: Options.flag,
  retry: Options.oneOf("safe", "idempotent", "unsafe")
}

const findProblems = (method: unknown, path: unknown, options: unknown) => [
  ...(methods.includes(method) ? [] : [`the method must be one of ${methods.join(", ")}.`]),
  ...(Predicate.isString(path) && path.startsWith("/") ? [] : ['the path must be one such as "/v1/calls".']),
  ...Options.findProblems(checks, options, "third")
]

const makeRequest = (runtime: ClientRuntime, { request: send }: RawRequests["Service"]): Request => {
  const request: Request = (method, path, options = {}) => {
    const site = captureCaller(request)
    const invalid = validate("request", () => findProblems(method, path, options))
    const call: { readonly options: RequestOptions } & CallContext = {
      options: invalid === undefined ? options : {},
      site,
      invalid
    }
    const { body, query, retry, takesUserToken } = call.options
    const parts = { body, query, retry, takesUserToken }
    return startCall(runtime, () => Effect.map(send(method, path, parts), ({ raw }) => raw), call)
  }
  return request
}

const httpOf = ({ fetch }: Settings) =>
  Layer.effect(
    Http,
    Effect.map(fetch === undefined ? Platform.make : Effect.succeed(fetchExchange(fetch)), (exchange) => ({ exchange }))
  )

const regionOf = (settings: Settings) => Region.layer({ ...settings, apiKey: Redacted.make(reveal(settings.apiKey)) })

/** Builds the services that all groups need, and the session unless a partner key signs. */
const buildBase = Effect.fnUntraced(function* (settings: AnySettings) {
  const region = yield* Layer.build(regionOf(settings))
  const transport = Transport.layer.pipe(
    Layer.provide([httpOf(settings), Layer.succeed(BodyLimit, settings.bodyLimit ?? BodyLimit.defaultValue())]),
    Layer.provideMerge(Layer.succeedContext(region))
  )
  const key = partnerKeyLayer(settings.partnerKey)
  if (key !== undefined) {
    const context = yield* Layer.build(Layer.provideMerge(key, transport))
    return { context, session: undefined }
  }
  const layer = Session.layer.pipe(
    Layer.provide(settings.tokenStore === undefined ? TokenStore.layerMemory : tokenStoreLayer(settings.tokenStore)),
    Layer.provideMerge(Auth.layer),
    Layer.provideMerge(transport)
  )
  const context = yield* Layer.build(layer)
  return { context, session: Context.get(context, Session) }
})

const optionsOf = ({ headers, retries, userAgent }: Settings): Core.CallOptions => ({
  headers: { ...(userAgent === undefined ? {} : { "user-agent": userAgent }), ...headers },
  retries
})

const contextOf = (
  { logger, onCall, onDrift, onTokens, strict, timeout, tracer }: Settings,
  options: Core.CallOptions
) => {
  let context = Context.add(log.context({ logger, onCall, tracer }), Core.CallOptions, options)
  if (timeout !== undefined) context = Context.add(context, CallTimeout, timeout)
  if (strict === true) context = Context.add(context, Drift.Mode, "strict")
  if (onDrift !== undefined)
    context = Context.add(context, Drift.Report, (drift) => safeCallback("onDrift", () => onDrift(drift)))
  if (onTokens !== undefined)
    context = Context.add(context, OnTokens, (tokens) =>
      safeCallback("onTokens", () => onTokens(tokens && encodeTokens(tokens)))
    )
  return context
}

const buildMethods = (runtime: ClientRuntime, settings: AnySettings, groups: Groups) =>
  Effect.gen(function* () {
    const { context, session } = yield* buildBase(settings)
    const methods: Record<string, unknown> = {}
    for (const [name, group] of Object.entries(groups)) methods[name] = yield* group.build(runtime, context)
    const raw = yield* Layer.build(Layer.provide(RawRequests.layer, Layer.succeedContext(context)))
    methods["request"] = makeRequest(runtime, Context.get(raw, RawRequests))
    if (session !== undefined) methods["session"] = makeSession(runtime, session)
    return methods
  })

const begin = (settings: AnySettings, groups: Groups, site: CallSite): Promise<object> => {
  const invalid = invalidSetting(settings) ?? invalidGroup(groups)
  if (invalid !== undefined) return Promise.reject(withCallerStack(invalid, site))
  const { signal } = settings
  if (signal?.aborted === true) return Promise.reject(signal.reason)
  const scope = Scope.makeUnsafe()
  const options = optionsOf(settings)
  const runtime: ClientRuntime = {
    context: contextOf(settings, options),
    options,
    running: new Set(),
    signals: new Map(),
    isClosed: false
  }
  let closing: Promise<void> | undefined
  const shut = () => {
    runtime.isClosed = true
    leaveSignal()
    for (const end of runtime.running) end()
    return Effect.runPromise(Scope.close(scope, Exit.void))
  }
  const close = () => (closing ??= shut())
  const leaveSignal = onAbort(runtime, signal, close)
  const built = Effect.provideService(buildMethods(runtime, settings, groups), Scope.Scope, scope)
  const fail = (reason: unknown) => close().then(() => Promise.reject(reason))
  return Effect.runPromiseExitWith(runtime.context)(built).then((exit) => {
    if (signal?.aborted === true) return fail(signal.reason)
    if (Exit.isSuccess(exit)) return { ...exit.value, close, [Symbol.asyncDispose]: close }
    return fail(withCallerStack(Cause.squash(exit.cause), site))
  })
}

const reserved = ["session", "request", "close"]

const invalidGroups = (reason: string) => new InvalidSettings({ setting: "groups", reason })

const invalidGroup = (groups: unknown) => {
  if (!Predicate.isObject(groups)) return invalidGroups("give an object of groups, such as { users: enterpriseUsers }.")
  const conflict = reserved.find((name) => Object.hasOwn(groups, name))
  if (conflict !== undefined) return invalidGroups(`the client itself has ${conflict}: give the group another name.`)
  const other = Object.entries(groups).find(([, group]) => !Predicate.hasProperty(group, "build"))
  return other && invalidGroups(`${other[0]} is not a group, such as enterpriseUsers.`)
}

/** Makes a client of groups; rejects with what reading its settings throws. */
export const open = (...args: Parameters<typeof begin>): Promise<object> =>
  new Promise((resolve) => resolve(begin(...args)))

interface ConnectTo {
  <Chosen extends Groups>(settings: PartnerSettings, groups: Chosen): Promise<Connection & Methods<Chosen>>
  <Chosen extends Groups>(settings: Settings, groups: Chosen): Promise<SessionConnection & Methods<Chosen>>
}

/**
 * Connects to one region with some groups of operations, under names of your choice: a bundle holds no other groups. The names
 * `session`, `request` and `close` are reserved.
 *
 * ```ts
 * const remote = await connectTo({ name: "us", baseUrl, apiKey }, { users: enterpriseUsers })
 * ```
 */
// oxlint-disable-next-line typescript/no-explicit-any -- methods are made one by one, which their types cannot follow
export const connectTo: ConnectTo = (settings: AnySettings, groups: Groups): Promise<any> =>
  open(settings, groups, captureCaller(connectTo))
