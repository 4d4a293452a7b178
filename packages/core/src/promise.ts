import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"

import { Auth } from "./Auth.ts"
import { Calls } from "./Calls.ts"
import * as Client from "./Client.ts"
import { EnterpriseUsers } from "./EnterpriseUsers.ts"
import * as HttpFetch from "./HttpFetch.ts"
import { Invitations } from "./Invitations.ts"
import { OnCallGroups } from "./OnCallGroups.ts"
import { PersonalAccessTokens } from "./PersonalAccessTokens.ts"
import { Pods } from "./Pods.ts"
import type { RegionSettings } from "./Region.ts"
import { Region } from "./Region.ts"
import { Registration } from "./Registration.ts"
import { Session } from "./Session.ts"
import { Tokens } from "./Tokens.ts"

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call and its request; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

type Answer<A> =
  A extends Effect.Effect<infer Value, infer _E, infer _R>
    ? Promise<Value>
    : A extends Stream.Stream<infer Value, infer _E, infer _R>
      ? AsyncIterable<Value>
      : never

type Promised<Service> = {
  readonly [Name in keyof Service]: Service[Name] extends (...input: infer Input) => infer Output
    ? (...input: [...Input, options?: CallOptions]) => Answer<Output>
    : (options?: CallOptions) => Answer<Service[Name]>
}

/** The SDK for programs that do not use Effect: the same methods, as promises and async iterables. */
export interface Remote {
  readonly session: Promised<Session["Service"]>
  readonly auth: Promised<Auth["Service"]>
  readonly tokens: Promised<Tokens["Service"]>
  readonly personalAccessTokens: Promised<PersonalAccessTokens["Service"]>
  readonly registration: Promised<Registration["Service"]>
  readonly calls: Promised<Calls["Service"]>
  readonly onCallGroups: Promised<OnCallGroups["Service"]>
  readonly invitations: Promised<Invitations["Service"]>
  readonly enterpriseUsers: Promised<EnterpriseUsers["Service"]>
  readonly pods: Promised<Pods["Service"]>
  /** Frees what is held. */
  readonly close: () => Promise<void>
}

/** Settings of {@link connect}. */
export interface Settings extends Omit<RegionSettings, "apiKey"> {
  readonly apiKey: string
  /** The `fetch` to use; that of the platform unless set. */
  readonly fetch?: typeof globalThis.fetch
}

/** Wraps a secret, such as a password, so that no log or error shows it. */
export const secret: (value: string) => Redacted.Redacted = (value) => Redacted.make(value)

/** Reads a secret, such as a token that was answered. */
export const reveal: (value: Redacted.Redacted) => string = Redacted.value

const isOptions = (value: unknown): value is CallOptions =>
  Predicate.hasProperty(value, "signal") && value.signal instanceof AbortSignal

const settle = (effect: Effect.Effect<unknown, unknown>, signal: AbortSignal | undefined) =>
  Effect.runPromiseExit(effect, signal === undefined ? {} : { signal }).then((exit): unknown =>
    Exit.isSuccess(exit)
      ? exit.value
      : Promise.reject(signal?.aborted === true ? signal.reason : Cause.squash(exit.cause))
  )

const aborted = (signal: AbortSignal) =>
  Effect.callback<never, unknown>((resume) => {
    const abort = () => resume(Effect.fail(signal.reason))
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort, { once: true })
    return Effect.sync(() => signal.removeEventListener("abort", abort))
  })

type Output = Effect.Effect<unknown, unknown> | Stream.Stream<unknown, unknown>

const answerOf = (output: Output, signal: AbortSignal | undefined) =>
  Effect.isEffect(output)
    ? settle(output, signal)
    : Stream.toAsyncIterable(signal === undefined ? output : Stream.interruptWhen(output, aborted(signal)))

// oxlint-disable-next-line typescript/no-explicit-any -- members are wrapped one by one, as Promised describes them
const promised: <Service extends object>(service: Service) => Promised<Service> = (service: any): any =>
  Record.map<string, Output | ((...input: ReadonlyArray<unknown>) => Output), unknown>(
    service,
    (member) =>
      (...input: ReadonlyArray<unknown>) => {
        const last = input.at(-1)
        const signal = isOptions(last) ? last.signal : undefined
        const rest = signal === undefined ? input : input.slice(0, -1)
        return answerOf(Predicate.isFunction(member) ? member(...rest) : member, signal)
      }
  )

/**
 * Connects to one region. Methods reject with the same errors the Effect services fail with, as instances of the
 * classes in `Errors`. An invalid address rejects here.
 */
export const connect = ({ apiKey, fetch, ...region }: Settings): Promise<Remote> => {
  const http =
    fetch === undefined ? HttpFetch.layer : HttpFetch.layer.pipe(Layer.provide(Layer.succeed(HttpFetch.Fetch, fetch)))
  const runtime = ManagedRuntime.make(
    Client.layer.pipe(Layer.provide(Region.layer({ ...region, apiKey: Redacted.make(apiKey) })), Layer.provide(http))
  )
  return runtime.context().then((context) => ({
    session: promised(Context.get(context, Session)),
    auth: promised(Context.get(context, Auth)),
    tokens: promised(Context.get(context, Tokens)),
    personalAccessTokens: promised(Context.get(context, PersonalAccessTokens)),
    registration: promised(Context.get(context, Registration)),
    calls: promised(Context.get(context, Calls)),
    onCallGroups: promised(Context.get(context, OnCallGroups)),
    invitations: promised(Context.get(context, Invitations)),
    enterpriseUsers: promised(Context.get(context, EnterpriseUsers)),
    pods: promised(Context.get(context, Pods)),
    close: () => runtime.dispose()
  }))
}
