import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"

import { Auth } from "../Auth.ts"
import * as Core from "../CallOptions.ts"
import { CallTimeout } from "../CallTimeout.ts"
import * as Drift from "../Drift.ts"
import { InvalidSettings } from "../Errors.ts"
import { Http } from "../Http.ts"
import { tell } from "../internal/call/tell.ts"
import { fetchExchange } from "../internal/http.ts"
import * as Platform from "../internal/platform/runtime.ts"
import { RawRequests } from "../RawRequests.ts"
import { Region } from "../Region.ts"
import { Session } from "../Session.ts"
import { TokenStore } from "../TokenStore.ts"
import { Transport } from "../Transport.ts"
import { blame, callerOf, onAbort } from "./Door.ts"
import type { CallSite, Door } from "./Door.ts"
import type { Group } from "./Group.ts"
import * as log from "./log.ts"
import { requestOf } from "./request.ts"
import type { Request } from "./request.ts"
import { reveal } from "./Secret.ts"
import { sessionOf } from "./session.ts"
import type { Session as PlainSession } from "./session.ts"
import { layerOf, wrongIn } from "./Settings.ts"
import type { AnySettings, PartnerSettings, Settings } from "./Settings.ts"
import * as tokenStore from "./tokenStore.ts"

/** What every client has. */
export interface Connection {
  /**
   * Calls what the contract lacks, such as `request("GET", "/v1/contacts", { query: { page: "2" } })`, with session,
   * repeats and errors as every call has them.
   */
  readonly request: Request
  /** Ends what is under way, which rejects with `ClientClosed`, as every call from now on does. */
  readonly close: () => Promise<void>
  /** The same, at the end of an `await using`. */
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** What a client with a session has. */
export interface SessionConnection extends Connection {
  /** Who is logged in. */
  readonly session: PlainSession
}

/** Groups of operations by the name that a program gives them. */
export type Groups = Readonly<Record<string, Group<unknown>>>

/** The methods of groups. */
export type Methods<Chosen extends Groups> = {
  readonly [Name in keyof Chosen]: Chosen[Name] extends Group<infer Methods> ? Methods : never
}

const httpOf = ({ fetch }: Settings) =>
  Layer.effect(
    Http,
    Effect.map(fetch === undefined ? Platform.make : Effect.succeed(fetchExchange(fetch)), (exchange) => ({ exchange }))
  )

const regionOf = (settings: Settings) => Region.layer({ ...settings, apiKey: Redacted.make(reveal(settings.apiKey)) })

const storeOf = ({ onTokens, tokenStore: store }: Settings) => {
  const kept = store === undefined ? TokenStore.layerMemory : tokenStore.layer(store)
  return onTokens === undefined ? kept : tokenStore.layerTelling(onTokens).pipe(Layer.provide(kept))
}

/** What all groups of a client are built on; `Session` is there unless a partner key signs. */
const baseOf = Effect.fnUntraced(function* (settings: AnySettings) {
  const region = yield* Layer.build(regionOf(settings))
  const transport = Transport.layer.pipe(
    Layer.provide(httpOf(settings)),
    Layer.provideMerge(Layer.succeedContext(region))
  )
  const key = layerOf(settings.partnerKey)
  if (key !== undefined) {
    const context = yield* Layer.build(Layer.provideMerge(key, transport))
    return { context, session: undefined }
  }
  const layer = Session.layer.pipe(
    Layer.provide(storeOf(settings)),
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

const contextOf = ({ logger, onDrift, strict, timeout }: Settings, options: Core.CallOptions) => {
  let context = Context.add(log.context(logger), Core.CallOptions, options)
  if (timeout !== undefined) context = Context.add(context, CallTimeout, timeout)
  if (strict === true) context = Context.add(context, Drift.Mode, "strict")
  if (onDrift !== undefined)
    context = Context.add(context, Drift.Report, (drift) => tell("onDrift", () => onDrift(drift)))
  return context
}

const methodsOf = (door: Door, settings: AnySettings, groups: Groups) =>
  Effect.gen(function* () {
    const { context, session } = yield* baseOf(settings)
    const methods: Record<string, unknown> = {}
    for (const [name, group] of Object.entries(groups)) methods[name] = yield* group.build(door, context)
    const raw = yield* Layer.build(Layer.provide(RawRequests.layer, Layer.succeedContext(context)))
    methods["request"] = requestOf(door, Context.get(raw, RawRequests))
    if (session !== undefined) methods["session"] = sessionOf(door, session)
    return methods
  })

type WrongIn = (groups: Groups) => InvalidSettings | undefined

const begin = (settings: AnySettings, groups: Groups, site: CallSite, wrongInGroups?: WrongIn): Promise<object> => {
  const wrong = wrongIn(settings) ?? wrongInGroups?.(groups)
  if (wrong !== undefined) return Promise.reject(blame(wrong, site))
  const { signal } = settings
  if (signal?.aborted === true) return Promise.reject(signal.reason)
  const scope = Scope.makeUnsafe()
  const options = optionsOf(settings)
  const door: Door = { context: contextOf(settings, options), options, running: new Set(), isClosed: false }
  let closing: Promise<void> | undefined
  const shut = () => {
    door.isClosed = true
    leaveSignal()
    for (const end of door.running) end()
    return Effect.runPromise(Scope.close(scope, Exit.void))
  }
  const close = () => (closing ??= shut())
  const leaveSignal = onAbort(signal, close)
  const built = Effect.provideService(methodsOf(door, settings, groups), Scope.Scope, scope)
  const refuse = (reason: unknown) => close().then(() => Promise.reject(reason))
  return Effect.runPromiseExitWith(door.context)(built).then((exit) => {
    if (signal?.aborted === true) return refuse(signal.reason)
    if (Exit.isSuccess(exit)) return { ...exit.value, close, [Symbol.asyncDispose]: close }
    return refuse(blame(Cause.squash(exit.cause), site))
  })
}

const own = ["session", "request", "close"]

const invalidGroups = (reason: string) => new InvalidSettings({ setting: "groups", reason })

const wrongInGroups = (groups: unknown) => {
  if (!Predicate.isObject(groups)) return invalidGroups("give an object of them, such as { users: enterpriseUsers }.")
  const taken = own.find((name) => Object.hasOwn(groups, name))
  if (taken !== undefined) return invalidGroups(`${taken} is the client's own: give the group another name.`)
  const other = Object.entries(groups).find(([, group]) => !Predicate.hasProperty(group, "build"))
  return other && invalidGroups(`${other[0]} is no group, such as enterpriseUsers.`)
}

/** Makes a client of groups. What its settings throw when they are read it rejects with. */
export const open = (...input: Parameters<typeof begin>): Promise<object> =>
  new Promise((resolve) => resolve(begin(...input)))

interface ConnectTo {
  <Chosen extends Groups>(settings: PartnerSettings, groups: Chosen): Promise<Connection & Methods<Chosen>>
  <Chosen extends Groups>(settings: Settings, groups: Chosen): Promise<SessionConnection & Methods<Chosen>>
}

/**
 * Connects to one region with some groups of operations, under names of one's own, other than those of what a client has:
 * a bundle holds no others.
 *
 * ```ts
 * const remote = await connectTo({ name: "us", baseUrl, apiKey }, { users: enterpriseUsers })
 * ```
 */
// oxlint-disable-next-line typescript/no-explicit-any -- methods are made one by one, which their types cannot follow
export const connectTo: ConnectTo = (settings: AnySettings, groups: Groups): Promise<any> =>
  open(settings, groups, callerOf(connectTo), wrongInGroups)
