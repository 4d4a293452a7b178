import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { compileFault } from "../faults/compile.ts"
import { Fault } from "../faults/Fault.ts"
import * as Faults from "../faults/Faults.ts"
import { remainingHits } from "../faults/Faults.ts"
import { nameCheck } from "../tenants/TenantName.ts"
import { BadRequestProblem, NotFoundProblem, emptyControlApi, currentTenant } from "./context.ts"

/** An active fault, and what came of it. */
export const FaultEntry = Schema.Struct({
  id: Schema.String,
  fault: Fault,
  /** Requests that it is for, and that no fault made before it took. */
  matches: Schema.Int,
  hits: Schema.Int,
  /** How many hits are to come; absent where their number is open. */
  remaining: Schema.optionalKey(Schema.Int),
  /** Paths of a patch that were not there, each with the number of answers; absent if there are none. */
  missed: Schema.optionalKey(Schema.Record(Schema.String, Schema.Int)),
  /** When it ends, by the tenant's clock. */
  until: Schema.optionalKey(Schema.DateTimeUtcFromString)
}).annotate({ identifier: "FaultEntry" })
export type FaultEntry = typeof FaultEntry.Type

const Removed = Schema.Struct({ removed: Schema.Int })

/** Makes requests fail, wait and break, for one tenant. */
export const FaultsGroup = HttpApiGroup.make("faults")
  .add(
    HttpApiEndpoint.get("list", "/faults", { success: Schema.Array(FaultEntry) }).annotate(
      OpenApi.Summary,
      "List the faults with their hits"
    ),
    HttpApiEndpoint.post("make", "/faults", { payload: Fault, success: FaultEntry, error: BadRequestProblem }).annotate(
      OpenApi.Summary,
      "Create a fault"
    ),
    HttpApiEndpoint.delete("remove", "/faults/:id", {
      params: { id: Schema.String.check(nameCheck("a fault")) },
      success: Removed,
      error: NotFoundProblem
    }).annotate(OpenApi.Summary, "Remove a fault"),
    HttpApiEndpoint.delete("clear", "/faults", { success: Removed }).annotate(OpenApi.Summary, "Remove all faults")
  )
  .prefix("/__mock")
  .middleware(HttpApiMiddleware.ProblemDetails)

const entryOf = ({ fault, hits, id, matches, missed, until }: Faults.ActiveFault): FaultEntry => {
  const left = remainingHits(fault, matches, hits)
  return {
    id,
    fault,
    matches,
    hits,
    ...(left === undefined ? {} : { remaining: left }),
    ...(missed.size === 0 ? {} : { missed: Object.fromEntries(missed) }),
    ...(until === undefined ? {} : { until: DateTime.makeUnsafe(until) })
  }
}

const maxFaults = 1000

const tooMany = `There are ${maxFaults} faults. DELETE /__mock/faults/:id ends one that is no longer needed, DELETE /__mock/faults all.`

const maxCharacters = 64 * 1024 * 1024

const tooLarge = `The faults of a tenant have ${maxCharacters} characters at the most, as JSON. Leave out some, or make the bodies that they answer smaller.`

const sizes = new WeakMap<object, number>()

const sizeOf = (fault: object): number => {
  const size = sizes.get(fault) ?? JSON.stringify(fault).length
  sizes.set(fault, size)
  return size
}

/** Why a tenant with some faults can have no more, or not this one. */
const noRoom = (faults: ReadonlyArray<Faults.ActiveFault>, fault: object): string | undefined => {
  if (faults.length >= maxFaults) return tooMany
  return faults.reduce((sum, one) => sum + sizeOf(one.fault), sizeOf(fault)) > maxCharacters ? tooLarge : undefined
}

export const layer = HttpApiBuilder.group(emptyControlApi.add(FaultsGroup), "faults", (handlers) =>
  handlers.handleAll({
    list: () => Effect.map(currentTenant, (tenant) => (tenant.faults?.all() ?? []).map(entryOf)),
    make: ({ payload }) => {
      const compiled = Effect.mapError(compileFault(payload), (detail) => new BadRequestProblem({ detail }))
      return Effect.flatMap(Effect.all([currentTenant, compiled]), ([tenant, compiled]) => {
        const faults = (tenant.faults ??= Faults.make(tenant))
        const why = noRoom(faults.all(), payload)
        return why === undefined
          ? Effect.succeed(entryOf(faults.add(compiled)))
          : Effect.fail(new BadRequestProblem({ detail: why }))
      })
    },
    remove: ({ params: { id } }) =>
      Effect.flatMap(currentTenant, (tenant): Effect.Effect<{ readonly removed: number }, NotFoundProblem> => {
        const removed = tenant.faults?.remove((one) => one.id === id) ?? 0
        return removed === 0
          ? Effect.fail(
              new NotFoundProblem({ detail: `There is no fault ${id}. GET /__mock/faults lists those there are.` })
            )
          : Effect.succeed({ removed })
      }),
    clear: () => Effect.map(currentTenant, (tenant) => ({ removed: tenant.faults?.remove(() => true) ?? 0 }))
  })
)
