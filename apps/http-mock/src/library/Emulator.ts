import type { Http } from "@remote-assist/core/Http"
import { defaultApiKeyHeader } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import "effect/schema/SchemaJITCompiler/enable"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"

import type { UnusableFaults } from "../faults/compile.ts"
import type { ImportedFile, ImportOptions, Imported, Unreadable } from "../import/importWorld.ts"
import type { MailDispatcher } from "../mail/MailDispatcher.ts"
import type { UnusableState } from "../persistence/StateErrors.ts"
import { parseCors } from "../server/http.ts"
import { listen } from "../server/Listener.ts"
import type { CannotListen } from "../server/Listener.ts"
import * as Pipeline from "../server/pipeline.ts"
import type { UnusableEvidence } from "../tenants/Evidence.ts"
import { defaultSize } from "../tenants/Journal.ts"
import { stateOf } from "../tenants/Tenant.ts"
import type { TenantOptions } from "../tenants/Tenant.ts"
import { defaultTenant } from "../tenants/TenantName.ts"
import * as Tenants from "../tenants/Tenants.ts"
import { inProcessOrigin, isLocal } from "../wire/request.ts"
import { namedCalls } from "../world/calls/Calls.ts"
import { namedUsers } from "../world/seed/defaultWorld.ts"
import type { WorldFile } from "../world/seed/WorldFile.ts"
import { durationFrom } from "../world/timestamp.ts"
import * as EmulatedTenant from "./EmulatedTenant.ts"
import { checkOptions, defaultIssuer, defaultSiteId, defaultUpstreamTimeout } from "./Options.ts"
import type { EmulatorOptions, ServerOptions } from "./Options.ts"

export type { Demo, EmulatedTenant } from "./EmulatedTenant.ts"
export type { EmulatorOptions, ServerOptions } from "./Options.ts"
export { CannotListen } from "../server/Listener.ts"
export { UnusableState } from "../persistence/StateErrors.ts"
export { UnusableEvidence } from "../tenants/Evidence.ts"
export type { FaultInput } from "../faults/Fault.ts"
export type { UnusableFaults } from "../faults/compile.ts"
export type { MswHandler } from "../tenants/Handlers.ts"
export { world } from "../handlers/world.ts"
export type { HandlerWorld, WorldCall, WorldUser } from "../handlers/world.ts"
export type { UnusableWorld } from "../world/seed/WorldFile.ts"
export type { WorldFile } from "../world/seed/WorldFile.ts"
export type { Mail } from "../world/model/rows.ts"
export type { Imported, ImportedFile, ImportOptions, Unreadable } from "../import/importWorld.ts"

export const defaultPort = 4010

/**
 * An emulated service, for development and tests. An invalid option is a defect: a `TypeError`, a `RangeError` or, for a
 * world, an `UnusableWorld`.
 */
export class Emulator extends Context.Service<
  Emulator,
  EmulatedTenant.EmulatedTenant & {
    /**
     * Returns another tenant by name, with its own worlds and clock. It is created on first use, and dropped after half an
     * hour without a request. A name has 1 to 64 letters, digits, points, underscores or hyphens, and is not `.` or `..`.
     * Throws for an invalid name.
     */
    readonly tenant: (name: string) => EmulatedTenant.EmulatedTenant
    /** The certificate in PEM format that HTTPS clients must trust, or `undefined` for HTTP. */
    readonly certificate: string | undefined
    /**
     * Replaces the handlers or faults of the options, in all tenants. Those that were added to a tenant stay.
     */
    readonly reload: (changed: Pick<EmulatorOptions, "faults" | "handlers">) => Effect.Effect<void, UnusableFaults>
  }
>()("@remote-assist/http-mock/Emulator") {
  /**
   * A new emulator in process, without a socket, which ends with the scope. The first one of a process takes longer; each
   * other one takes about a millisecond.
   */
  static readonly make = (options: EmulatorOptions = {}): Effect.Effect<Emulator["Service"], never, Scope.Scope> =>
    Effect.gen(function* () {
      checkOptions(options, false)
      const dispatcher = yield* makeMailDispatcher(options)
      const tenants = yield* Effect.orDie(makeTenants(options, dispatcher))
      yield* warnOfFaults(tenants)
      const answer = yield* Effect.orDie(makeAnswer(tenants, options))
      const ending = yield* EmulatedTenant.makeEnding
      return makeEmulator({ origin: inProcessOrigin, tenants, answer, ending })
    })

  /** A new emulator in process, without a socket, with the `Http` of the SDK and an `HttpClient`. */
  static readonly layer = (options: EmulatorOptions = {}): Layer.Layer<Emulator | Http | HttpClient.HttpClient> =>
    Layer.unwrap(
      Effect.map(Emulator.make(options), (emulator) =>
        Layer.merge(Layer.succeed(Emulator, emulator), EmulatedTenant.layerFetch(emulator.fetch))
      )
    )

  /** A new emulator on a socket. */
  static readonly layerServer = (
    options: ServerOptions = {}
  ): Layer.Layer<Emulator, CannotListen | UnusableEvidence | UnusableState> =>
    Layer.effect(
      Emulator,
      Effect.gen(function* () {
        checkOptions(options, true)
        const { host = "127.0.0.1", port = defaultPort } = options
        const dispatcher = yield* makeMailDispatcher(options)
        const { startStoring, tenants } = yield* options.state === undefined
          ? Effect.map(makeTenants(options, dispatcher), (tenants) => ({ startStoring: Effect.void, tenants }))
          : makePersistentTenants(options, dispatcher, options.state)
        yield* warnOfFaults(tenants)
        const answer = yield* makeAnswer(tenants, options)
        const tls = yield* makeKeyPair(options.tls, host)
        const access = {
          local: isLocal(host),
          token: options.controlToken,
          secure: tls !== undefined,
          certificate: tls?.cert
        }
        const origin = yield* listen(answer(access), { host, port, cors: corsOption(options), tls })
        // a server that cannot listen leaves no file
        yield* startStoring
        dispatcher?.setOrigin(origin)
        const ending = yield* EmulatedTenant.makeEnding
        return makeEmulator({ origin, tenants, answer, ending }, tls?.cert)
      })
    )
}

/** Returns the options of tenants with the defaults. */
export const withDefaults = (options: EmulatorOptions): TenantOptions => ({
  seed: options.seed ?? 1,
  users: Math.max(options.world?.size?.users ?? options.users ?? 0, namedUsers),
  calls: Math.max(options.world?.size?.calls ?? options.calls ?? 0, namedCalls),
  issuer: options.issuer ?? defaultIssuer,
  audience: options.audience ?? defaultIssuer,
  site: {
    id: options.siteId ?? defaultSiteId,
    ...(options.partnerKey === undefined ? {} : { publicKey: options.partnerKey })
  },
  choices: {
    ...(options.tokenLife === undefined ? {} : { "token.life": Math.ceil(Duration.toSeconds(options.tokenLife)) }),
    ...options.gaps
  },
  journal: options.journal ?? defaultSize,
  ...(options.frozenAt === undefined ? {} : { frozenAt: DateTime.toEpochMillis(DateTime.makeUnsafe(options.frozenAt)) })
})

/** Creates a world from lists of users and pods. */
export const importWorld = (
  files: ReadonlyArray<ImportedFile>,
  options: ImportOptions = {}
): Effect.Effect<Imported, Unreadable> =>
  Effect.flatMap(
    Effect.promise(() => import("../import/importWorld.ts")),
    ({ importWorld }) => Effect.fromResult(importWorld(files, options))
  )

const makeEmulator = (instance: EmulatedTenant.Instance, certificate?: string) =>
  Emulator.of({
    ...EmulatedTenant.makeTenant(instance),
    certificate,
    reload: Effect.fnUntraced(function* ({ faults, handlers }) {
      const { tenants } = instance
      if (handlers !== undefined) tenants.handlers.replaceInitial(handlers)
      if (faults === undefined) return
      const addTo = yield* makeInitialFaults(faults)
      for (const { tenant } of tenants.all()) {
        tenant.faults?.remove(({ isInitial = false }) => isInitial)
        tenant.faults = addTo(tenant, tenant.faults)
        // tenants that are made later share it
        tenant.injected.faults = addTo
      }
      yield* warnOfFaults(tenants)
    }),
    tenant: (name) => EmulatedTenant.makeNamedTenant(instance, name)
  })

const corsOption = ({ cors = "*" }: EmulatorOptions) => Result.getOrElse(parseCors(cors), () => "off" as const)

const makeAnswer = Effect.fnUntraced(function* (tenants: Tenants.Tenants, options: EmulatorOptions) {
  const { upstream: addresses = {}, upstreamOperations: operations = [], upstreamTimeout } = options
  const isAlone = addresses.us === undefined && addresses.eu === undefined
  const timeout = upstreamTimeout === undefined ? defaultUpstreamTimeout : durationFrom(upstreamTimeout)
  const upstream = isAlone
    ? undefined
    : yield* (yield* Effect.promise(() => import("../upstream/Upstream.ts"))).make({ addresses, operations, timeout })
  return Pipeline.make({
    tenants,
    apiKeyHeader: options.apiKeyHeader ?? defaultApiKeyHeader,
    cors: corsOption(options),
    upstream
  })
})

const makeMailDispatcher = Effect.fnUntraced(function* (options: EmulatorOptions) {
  const { mailTo, mailWebhook, mailWebhookSecret } = options
  if (mailTo === undefined && mailWebhook === undefined) return undefined
  const { make } = yield* Effect.promise(() => import("../mail/MailDispatcher.ts"))
  return yield* make({ mailTo, mailWebhook, mailWebhookSecret }, inProcessOrigin)
})

const makeKeyPair = Effect.fnUntraced(function* (tls: ServerOptions["tls"], host: string) {
  if (tls === undefined || tls === false) return undefined
  const { generateKeyPair, keyPairError } = yield* Effect.promise(() => import("../server/Certificate.ts"))
  if (tls === true) return yield* generateKeyPair(host)
  const reason = keyPairError(tls)
  if (reason !== undefined) throw new RangeError(`Cannot use the option tls: ${reason}.`)
  return tls
})

// tenants are dropped after this time without requests
const idleTime = Duration.minutes(30)

const makeTransform = Effect.fnUntraced(function* (world: WorldFile, options: TenantOptions) {
  const { makeWorldTransform, decode } = yield* Effect.promise(() => import("../world/seed/applyWorldFile.ts"))
  const now = yield* Clock.currentTimeMillis
  const source = "the option world"
  const known = Result.flatMap(decode(world, source), (file) =>
    makeWorldTransform(file, source, options, options.frozenAt ?? now)
  )
  return yield* Effect.orDie(Effect.fromResult(known))
})

const makeInitialLimits = Effect.fnUntraced(function* (limits: NonNullable<EmulatorOptions["rateLimit"]>) {
  const { compileLimits } = yield* Effect.promise(() => import("../faults/RateLimits.ts"))
  return Result.getOrThrowWith(compileLimits(limits), (reason) => new RangeError(`The option rateLimit: ${reason}`))
})

const makeInitialFaults = Effect.fnUntraced(function* (faults: NonNullable<EmulatorOptions["faults"]>) {
  const { initialFaults } = yield* Effect.promise(() => import("../faults/compile.ts"))
  return yield* initialFaults(faults, "the option faults")
})

const makeTenants = Effect.fnUntraced(function* (
  options: EmulatorOptions,
  dispatcher: MailDispatcher | undefined,
  save?: Effect.Effect<void>
) {
  const seed = withDefaults(options)
  const transform = options.world === undefined ? undefined : yield* makeTransform(options.world, seed)
  const limits = options.rateLimit === undefined ? undefined : yield* makeInitialLimits(options.rateLimit)
  const faults = options.faults === undefined ? undefined : yield* Effect.orDie(makeInitialFaults(options.faults))
  return yield* Tenants.make({
    ...seed,
    transform,
    injected: { limits, faults },
    handlers: options.handlers,
    mailerOf: dispatcher?.mailerOf,
    idle: idleTime,
    save
  })
})

/** Warns of initial faults that are not likely to hit a request. */
const warnOfFaults = Effect.fnUntraced(function* (tenants: Tenants.Tenants) {
  const tenant = tenants.get(defaultTenant)
  if (tenant.faults === undefined) return
  const { faultWarning } = yield* Effect.promise(() => import("../faults/compile.ts"))
  const { eu, us } = stateOf(tenant)
  const warnings = new Set(tenant.faults.all().flatMap(({ fault }) => faultWarning([us, eu], fault) ?? []))
  for (const warning of warnings) yield* Effect.logWarning(`${warning} Check the initial faults.`)
})

/** Creates tenants whose states are stored in a file. */
const makePersistentTenants = Effect.fnUntraced(function* (
  options: EmulatorOptions,
  dispatcher: MailDispatcher | undefined,
  file: string
) {
  const { makeNode } = yield* Effect.promise(() => import("../persistence/StatePersistence.ts"))
  const { attach, save } = yield* makeNode(file)
  const tenants = yield* makeTenants(options, dispatcher, save)
  return { startStoring: yield* attach(tenants), tenants }
})
