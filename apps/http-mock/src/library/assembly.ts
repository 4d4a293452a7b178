import { defaultApiKeyHeader } from "@remote-assist/core/Region"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { beginWith } from "../faults/registry.ts"
import * as Handlers from "../handlers/registry.ts"
import { readServer, readWebhook } from "../mail/address.ts"
import type { Postman } from "../mail/Postman.ts"
import * as Pipeline from "../server/pipeline.ts"
import type { Mailing, Tenant, TenantOptions } from "../tenants/Tenant.ts"
import * as Tenants from "../tenants/Tenants.ts"
import { readCors } from "../wire/cors.ts"
import { inProcessOrigin } from "../wire/request.ts"
import type { WorldFile } from "../world/seed/WorldFile.ts"
import { complete, defaultUpstreamTimeout } from "./Options.ts"
import type { EmulatorOptions, ServerOptions } from "./Options.ts"
import { durationFrom } from "./Time.ts"

// the code of options that most emulators do without is loaded by the first that has them

/** Pages of which origins may use the service; the options are checked. */
export const corsOf = ({ cors = "*" }: EmulatorOptions) => Result.getOrElse(readCors(cors), () => "off" as const)

const upstreamOf = Effect.fnUntraced(function* (options: EmulatorOptions) {
  const { make } = yield* Effect.promise(() => import("../upstream/Upstream.ts"))
  const { upstream: addresses = {}, upstreamOperations: operations = [], upstreamTimeout } = options
  const patience = upstreamTimeout === undefined ? defaultUpstreamTimeout : durationFrom(upstreamTimeout)
  return yield* make({ addresses, operations, patience })
})

/** Makes what answers requests to some tenants, by who may use the control plane. */
export const answerOf = Effect.fnUntraced(function* (tenants: Tenants.Tenants, options: EmulatorOptions) {
  const { eu, us } = options.upstream ?? {}
  const isAlone = us === undefined && eu === undefined
  if (isAlone && (options.upstreamOperations?.length ?? 0) > 0)
    throw new RangeError(
      "The option upstreamOperations needs an upstream. Give one with the option upstream, or leave the operations out."
    )
  const upstream = isAlone ? undefined : yield* upstreamOf(options)
  return Pipeline.make(tenants, options.apiKeyHeader ?? defaultApiKeyHeader, corsOf(options), upstream)
})

/** Who takes e-mails to where the options say, which are checked; nobody where they say nothing. */
export const postmanOf = Effect.fnUntraced(function* ({ mailTo, mailWebhook }: EmulatorOptions) {
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

export const securing = Effect.fnUntraced(function* (tls: ServerOptions["tls"], host: string) {
  if (tls === undefined || tls === false) return undefined
  const { generated, unusable } = yield* Effect.promise(() => import("../server/Certificate.ts"))
  if (tls === true) return yield* generated(host)
  const why = unusable(tls)
  if (why !== undefined) throw new RangeError(`Cannot use the option tls: ${why}.`)
  return tls
})

// a tenant without requests for this long is dropped
const idleTime = Duration.minutes(30)

const applying = Effect.fnUntraced(function* (world: WorldFile, options: TenantOptions) {
  const { applying, decode } = yield* Effect.promise(() => import("../world/seed/applyWorldFile.ts"))
  const now = yield* Clock.currentTimeMillis
  const source = "the option world"
  const known = Result.flatMap(decode(world, source), (file) =>
    applying(file, source, options, options.frozenAt ?? now)
  )
  return yield* Effect.orDie(Effect.fromResult(known))
})

const limiting = Effect.fnUntraced(function* (given: NonNullable<EmulatorOptions["rateLimit"]>) {
  const { limiting } = yield* Effect.promise(() => import("../faults/RateLimits.ts"))
  return Result.getOrThrowWith(limiting(given), (why) => new RangeError(`The option rateLimit: ${why}`))
})

const faulting = Effect.fnUntraced(function* (given: NonNullable<EmulatorOptions["faults"]>) {
  const { beginning } = yield* Effect.promise(() => import("../faults/prepare.ts"))
  return yield* Effect.orDie(beginning(given, "the option faults"))
})

export const makeTenants = Effect.fnUntraced(function* (
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
  if (options.handlers !== undefined) Handlers.begin(tenants, options.handlers)
  return tenants
})

/** The same, kept in a file across restarts. */
export const keptTenants = Effect.fnUntraced(function* (
  options: EmulatorOptions,
  postman: Postman | undefined,
  file: string
) {
  const { makeNode } = yield* Effect.promise(() => import("../persistence/StatePersistence.ts"))
  const { keep, save } = yield* makeNode(file)
  const tenants = yield* makeTenants(options, postman, save)
  yield* keep(tenants)
  return tenants
})
