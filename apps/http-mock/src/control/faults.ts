import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { delete as remove, get, post } from "effect/http-api/HttpApiEndpoint"
import * as MutableRef from "effect/MutableRef"
import * as Schema from "effect/Schema"

import { compileFault, faultWarning } from "../faults/compile.ts"
import { Fault } from "../faults/Fault.ts"
import * as Faults from "../faults/Faults.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { nameCheck } from "../tenants/TenantName.ts"
import { CurrentTenant } from "./context.ts"
import { BadRequestProblem, NotFoundProblem, emptyControlApi, defined, makeGroup } from "./group.ts"

/** An active fault with its counts. */
export const FaultEntry = Schema.Struct({
  id: Schema.String,
  fault: Fault,
  /** The number of matching requests that no earlier fault answered. */
  matches: Schema.Int,
  hits: Schema.Int,
  /** The number of hits to come; absent if there is no limit. */
  remaining: Schema.optionalKey(Schema.Int),
  /** The number of responses without a path of the patch, by path; absent if there are none. */
  missed: Schema.optionalKey(Schema.Record(Schema.String, Schema.Int)),
  /** The end of the fault, by the tenant's clock. */
  until: Schema.optionalKey(Schema.DateTimeUtcFromString),
  /** Why no request is likely to match. */
  warning: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "FaultEntry" })
export type FaultEntry = typeof FaultEntry.Type

const Removed = Schema.Struct({ removed: Schema.Int })

/** Makes requests of a tenant fail, wait and break. */
export const FaultsGroup = makeGroup("faults", {
  "List the faults with their hits": get("list", "/faults", { success: Schema.Array(FaultEntry) }),
  "Create a fault": post("make", "/faults", { payload: Fault, success: FaultEntry, error: BadRequestProblem }),
  "Remove a fault": remove("remove", "/faults/:id", {
    params: { id: Schema.String.check(nameCheck("a fault")) },
    success: Removed,
    error: NotFoundProblem
  }),
  "Remove all faults": remove("clear", "/faults", { success: Removed })
})

const entryOf = ({ regions: { eu, us } }: Tenant, active: Faults.ActiveFault): FaultEntry => {
  const { fault, hits, id, matches, missed, until } = active
  return defined({
    id,
    fault,
    matches,
    hits,
    remaining: Faults.remainingHits(fault, matches, hits),
    missed: missed.size === 0 ? undefined : Object.fromEntries(missed),
    until: until === undefined ? undefined : DateTime.makeUnsafe(until),
    warning: faultWarning([MutableRef.get(us.world), MutableRef.get(eu.world)], fault)
  })
}

const maxFaults = 1000

const maxCharacters = 64 * 1024 * 1024

/** Returns the reason why a tenant cannot have another fault, or `undefined`. */
const limitError = (faults: ReadonlyArray<Faults.ActiveFault>, added: Faults.CompiledFault): string | undefined => {
  if (faults.length >= maxFaults)
    return `There are ${maxFaults} faults, the maximum. DELETE /__mock/faults/:id removes one, DELETE /__mock/faults all.`
  return faults.reduce((sum, { size }) => sum + size, added.size) > maxCharacters
    ? `The faults of a tenant can have ${maxCharacters} characters as JSON. Remove some, or use smaller bodies.`
    : undefined
}

export const layer = HttpApiBuilder.group(emptyControlApi.add(FaultsGroup), "faults", (handlers) =>
  handlers.handleAll({
    list: () =>
      Effect.map(CurrentTenant, (tenant) => (tenant.faults?.all() ?? []).map((active) => entryOf(tenant, active))),
    make: ({ payload }) => {
      const compiled = Effect.mapError(compileFault(payload), (detail) => new BadRequestProblem({ detail }))
      return Effect.flatMap(Effect.all([CurrentTenant, compiled]), ([tenant, compiled]) => {
        const faults = (tenant.faults ??= Faults.make(tenant))
        const detail = limitError(faults.all(), compiled)
        return detail === undefined
          ? Effect.succeed(entryOf(tenant, faults.add(compiled)))
          : Effect.fail(new BadRequestProblem({ detail }))
      })
    },
    remove: ({ params: { id } }) =>
      Effect.flatMap(CurrentTenant, (tenant): Effect.Effect<{ readonly removed: number }, NotFoundProblem> => {
        const removed = tenant.faults?.remove((one) => one.id === id) ?? 0
        return removed === 0
          ? Effect.fail(new NotFoundProblem({ detail: `There is no fault ${id}. GET /__mock/faults lists them.` }))
          : Effect.succeed({ removed })
      }),
    clear: () => Effect.map(CurrentTenant, (tenant) => ({ removed: tenant.faults?.remove(() => true) ?? 0 }))
  })
)
