import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { beginWith } from "../../faults/registry.ts"
import type { Postman } from "../../mail/Postman.ts"
import type { Tenant, TenantOptions } from "../../tenants/Tenant.ts"
import * as Tenants from "../../tenants/Tenants.ts"
import type { WorldFile } from "../../world/seed/WorldFile.ts"
import { complete } from "../Options.ts"
import type { EmulatorOptions } from "../Options.ts"
import { mailingBy } from "./mailing.ts"

// a tenant without requests for this long is dropped
const idleTime = Duration.minutes(30)

const applying = Effect.fnUntraced(function* (world: WorldFile, options: TenantOptions) {
  const { applying, decode } = yield* Effect.promise(() => import("../../world/seed/applying.ts"))
  const now = yield* Clock.currentTimeMillis
  const source = "the option world"
  const known = Result.flatMap(decode(world, source), (file) =>
    applying(file, source, options, options.frozenAt ?? now)
  )
  return yield* Effect.orDie(Effect.fromResult(known))
})

const limiting = Effect.fnUntraced(function* (given: NonNullable<EmulatorOptions["rateLimit"]>) {
  const { limiting } = yield* Effect.promise(() => import("../../faults/limits/limiting.ts"))
  return Result.getOrThrowWith(limiting(given), (why) => new RangeError(`The option rateLimit: ${why}`))
})

const faulting = Effect.fnUntraced(function* (given: NonNullable<EmulatorOptions["faults"]>) {
  const { beginning } = yield* Effect.promise(() => import("../../faults/beginning.ts"))
  return yield* Effect.orDie(beginning(given, "the option faults"))
})

const stubbing = Effect.fnUntraced(function* (tenants: Tenants.Tenants, { handlers, stubs }: EmulatorOptions) {
  if (handlers === undefined && stubs === undefined) return
  const { useFolder, useHandler } = yield* Effect.promise(() => import("../../stubs/begin.ts"))
  for (const [route, handler] of Object.entries(handlers ?? {})) useHandler(tenants, route, handler)
  if (stubs !== undefined) yield* useFolder(tenants, stubs)
})

/** Makes the tenants that the options describe. */
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
  yield* stubbing(tenants, options)
  return tenants
})

/** The same, kept in a file across restarts. */
export const keptTenants = Effect.fnUntraced(function* (
  options: EmulatorOptions,
  postman: Postman | undefined,
  file: string
) {
  const { makeNode } = yield* Effect.promise(() => import("../../persistence/StatePersistence.ts"))
  const { keep, save } = yield* makeNode(file)
  const tenants = yield* makeTenants(options, postman, save)
  yield* keep(tenants)
  return tenants
})
