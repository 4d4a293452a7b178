import "effect/schema/SchemaJITCompiler/enable"
import type { Http } from "@remote-assist/core/Http"
import { defaultApiKeyHeader } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"

import { isLocal } from "../control/access.ts"
import { beginWith } from "../faults/registry.ts"
import { readServer, readWebhook } from "../mail/address.ts"
import type { Postman } from "../mail/Postman.ts"
import type { UnusableState } from "../persistence/StateErrors.ts"
import type { UnusableFolder } from "../record/UnusableFolder.ts"
import { listen } from "../server/Listener.ts"
import type { CannotListen } from "../server/Listener.ts"
import * as Server from "../server/Server.ts"
import type { UnusableStubs } from "../stubs/UnusableStubs.ts"
import type { Mailing, Tenant, TenantOptions } from "../tenants/Tenant.ts"
import * as Tenants from "../tenants/Tenants.ts"
import { readCors } from "../wire/cors.ts"
import { inProcessOrigin } from "../wire/origin.ts"
import type { WorldFile } from "../world/seed/WorldFile.ts"
import { checkOptions, checkServerOptions } from "./checkOptions.ts"
import * as EmulatedTenant from "./EmulatedTenant.ts"
import * as Ending from "./Ending.ts"
import { layerFetch } from "./httpClient.ts"
import { complete, defaultUpstreamTimeout } from "./Options.ts"
import type { EmulatorOptions, ServerOptions } from "./Options.ts"
import { durationFrom } from "./Time.ts"

export type { Demo, EmulatedTenant } from "./EmulatedTenant.ts"
export type { EmulatorOptions, ServerOptions } from "./Options.ts"
export { CannotListen } from "../server/Listener.ts"
export { UnusableFolder } from "../record/UnusableFolder.ts"
export { UnusableState } from "../persistence/StateErrors.ts"
export type { FaultGiven } from "../faults/Fault.ts"
export type { UnusableFaults } from "../faults/readFaults.ts"
export { UnusableStubs } from "../stubs/UnusableStubs.ts"
export type { StubHandler, StubHandlerRequest } from "../stubs/StubHandler.ts"
export type { Lookups, StubCall, StubUser } from "../stubs/request/lookups.ts"
export type { UnusableWorld } from "../world/seed/decode.ts"
export type { WorldFile } from "../world/seed/WorldFile.ts"
export type { Mail } from "../world/model/rows.ts"
export { importWorld } from "./importWorld.ts"
export type { Imported, ImportedFile, ImportOptions } from "./importWorld.ts"
export type { Unreadable } from "../import/read/Unreadable.ts"

export const defaultPort = 4010

// a tenant without requests for this long is dropped
const idleTime = Duration.minutes(30)

/**
 * An emulated service, for development and tests. An option that there is not, or a value that one cannot have, is a
 * mistake of the program: it dies with a `TypeError`, a `RangeError` or, for a world, an `UnusableWorld`, of one sentence.
 */
export class Emulator extends Context.Service<
  Emulator,
  EmulatedTenant.EmulatedTenant & {
    /**
     * The same for another tenant, by its name: worlds and a clock of its own. It begins with its first use, and is
     * dropped after half an hour without a request. Throws for what is no name: 1 to 64 letters, digits, points,
     * underscores or hyphens, but neither `.` nor `..`.
     */
    readonly tenant: (name: string) => EmulatedTenant.EmulatedTenant
    /** What clients of HTTPS have to trust, as PEM; nothing where HTTP is spoken. */
    readonly certificate: string | undefined
  }
>()("@remote-assist/http-mock/Emulator") {
  /**
   * In process, without a socket: a fresh emulator, which ends with the scope. The first of a process builds what all
   * share; each further one takes about a millisecond.
   */
  static readonly make = (options: EmulatorOptions = {}): Effect.Effect<Emulator["Service"], never, Scope.Scope> =>
    Effect.gen(function* () {
      checkOptions(options)
      const postman = yield* postmanOf(options)
      const tenants = yield* Effect.orDie(makeTenants(options, postman))
      const answer = yield* Effect.orDie(answerOf(tenants, options))
      const ending = yield* Ending.make
      return of({ origin: inProcessOrigin, tenants, answer, ending })
    })

  /** In process, without a socket; also what the SDK reaches it by, and the `HttpClient`. */
  static readonly layer = (options: EmulatorOptions = {}): Layer.Layer<Emulator | Http | HttpClient.HttpClient> =>
    Layer.unwrap(
      Effect.map(Emulator.make(options), (emulator) =>
        Layer.merge(Layer.succeed(Emulator, emulator), layerFetch(emulator.fetch))
      )
    )

  /** On a socket of this machine. */
  static readonly layerServer = (
    options: ServerOptions = {}
  ): Layer.Layer<Emulator, CannotListen | UnusableState | UnusableStubs | UnusableFolder> =>
    Layer.effect(
      Emulator,
      Effect.gen(function* () {
        checkServerOptions(options)
        const { host = "127.0.0.1", port = defaultPort } = options
        const postman = yield* postmanOf(options)
        const tenants = yield* options.state === undefined
          ? makeTenants(options, postman)
          : keptTenants(options, postman, options.state)
        const answer = yield* answerOf(tenants, options)
        const tls = yield* securing(options.tls, host)
        const access = { local: isLocal(host), token: options.controlToken, secure: tls !== undefined }
        const origin = yield* listen(answer(access), { host, port, cors: corsOf(options), tls })
        postman?.at(origin)
        const ending = yield* Ending.make
        return of({ origin, tenants, answer, ending }, tls?.cert)
      })
    )
}

// checked with the other options
const corsOf = ({ cors = "*" }: EmulatorOptions) => Result.getOrElse(readCors(cors), () => "off" as const)

const upstreamOf = Effect.fnUntraced(function* (tenants: Tenants.Tenants, options: ServerOptions) {
  const { recording } = yield* Effect.promise(() => import("../record/recording.ts"))
  const { record, upstream: addresses = {}, upstreamOperations: operations = [], upstreamTimeout } = options
  const patience = upstreamTimeout === undefined ? defaultUpstreamTimeout : durationFrom(upstreamTimeout)
  return yield* recording(tenants, options.apiKeyHeader ?? defaultApiKeyHeader, record, {
    addresses,
    operations,
    patience
  })
})

const answerOf = Effect.fnUntraced(function* (tenants: Tenants.Tenants, options: ServerOptions) {
  const { eu, us } = options.upstream ?? {}
  const isAlone = us === undefined && eu === undefined
  const useless = isAlone
    ? (["record", "upstreamOperations"] as const).find((name) => (options[name]?.length ?? 0) > 0)
    : undefined
  if (useless !== undefined)
    throw new RangeError(
      `The option ${useless} goes with an upstream. Give one with the option upstream, or --upstream.`
    )
  const upstream = isAlone ? undefined : yield* upstreamOf(tenants, options)
  return Server.make(tenants, options.apiKeyHeader ?? defaultApiKeyHeader, corsOf(options), upstream)
})

const applying = Effect.fnUntraced(function* (world: WorldFile, options: TenantOptions) {
  const { applying, decode } = yield* Effect.promise(() => import("../world/seed/applying.ts"))
  const now = yield* Clock.currentTimeMillis
  const source = "the option world"
  const known = Result.flatMap(decode(world, source), (file) =>
    applying(file, source, options, options.frozenAt ?? now)
  )
  return yield* Effect.orDie(Effect.fromResult(known))
})

const limiting = Effect.fnUntraced(function* (given: NonNullable<EmulatorOptions["rateLimit"]>) {
  const { limiting } = yield* Effect.promise(() => import("../faults/limits/limiting.ts"))
  return Result.getOrThrowWith(limiting(given), (why) => new RangeError(`The option rateLimit: ${why}`))
})

const securing = Effect.fnUntraced(function* (tls: ServerOptions["tls"], host: string) {
  if (tls === undefined || tls === false) return undefined
  const { generated, unusable } = yield* Effect.promise(() => import("../server/Certificate.ts"))
  if (tls === true) return yield* generated(host)
  const why = unusable(tls)
  if (why !== undefined) throw new RangeError(`Cannot use the option tls: ${why}.`)
  return tls
})

const faulting = Effect.fnUntraced(function* (given: NonNullable<EmulatorOptions["faults"]>) {
  const { beginning } = yield* Effect.promise(() => import("../faults/beginning.ts"))
  return yield* Effect.orDie(beginning(given, "the option faults"))
})

// checked with the other options
const postmanOf = Effect.fnUntraced(function* ({ mailTo, mailWebhook }: EmulatorOptions) {
  if (mailTo === undefined && mailWebhook === undefined) return undefined
  const { make } = yield* Effect.promise(() => import("../mail/Postman.ts"))
  const [server, webhook] = [readServer(mailTo ?? ""), readWebhook(mailWebhook ?? "")]
  return yield* make({ server, webhook }, inProcessOrigin)
})

const mailingBy =
  (postman: Postman): Mailing =>
  (tenant, region) =>
  (before, after, exchange) =>
    postman.take({ tenant, region }, before, after, exchange)

const stubbing = Effect.fnUntraced(function* (tenants: Tenants.Tenants, { handlers, stubs }: EmulatorOptions) {
  if (handlers === undefined && stubs === undefined) return
  const { useFolder, useHandler } = yield* Effect.promise(() => import("../stubs/begin.ts"))
  for (const [route, handler] of Object.entries(handlers ?? {})) useHandler(tenants, route, handler)
  if (stubs !== undefined) yield* useFolder(tenants, stubs)
})

const makeTenants = Effect.fnUntraced(function* (
  options: EmulatorOptions,
  postman: Postman | undefined,
  save?: Effect.Effect<void>
) {
  const mailing = postman === undefined ? undefined : mailingBy(postman)
  const seed = complete(options)
  const transform = options.world === undefined ? undefined : yield* applying(options.world, seed)
  const limits = options.rateLimit === undefined ? undefined : yield* limiting(options.rateLimit)
  const faults = options.faults === undefined ? undefined : yield* faulting(options.faults)
  const begun =
    limits === undefined && faults === undefined ? undefined : (tenant: Tenant) => beginWith(tenant, { limits, faults })
  const tenants = yield* Tenants.make({ ...seed, transform, begun, mailing, idle: idleTime, save })
  yield* stubbing(tenants, options)
  return tenants
})

const keptTenants = Effect.fnUntraced(function* (options: EmulatorOptions, postman: Postman | undefined, file: string) {
  const { makeNode } = yield* Effect.promise(() => import("../persistence/StatePersistence.ts"))
  const { keep, save } = yield* makeNode(file)
  const tenants = yield* makeTenants(options, postman, save)
  yield* keep(tenants)
  return tenants
})

const of = (instance: EmulatedTenant.Instance, certificate?: string) =>
  Emulator.of({
    ...EmulatedTenant.of(instance),
    certificate,
    tenant: (name) => EmulatedTenant.named(instance, name)
  })
