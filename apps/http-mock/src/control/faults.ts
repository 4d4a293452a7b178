import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import * as Faults from "../faults/Faults.ts"
import { remaining } from "../faults/Faults.ts"
import { prepare } from "../faults/prepare.ts"
import { faultsOf, faultsOrNew } from "../faults/registry.ts"
import { BadRequestProblem, NotFoundProblem, emptyControlApi } from "./context/api.ts"
import { tenant } from "./context/current.ts"
import { FaultsGroup } from "./ControlApi.ts"
import type { FaultEntry } from "./ControlApi.ts"

const entryOf = ({ fault, hits, id, matches, missed, until }: Faults.ActiveFault): FaultEntry => {
  const left = remaining(fault, matches, hits)
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

const mostFaults = 1000

const tooMany = `There are ${mostFaults} faults. DELETE /__mock/faults/:id ends one that is no longer needed, DELETE /__mock/faults all.`

const mostCharacters = 64 * 1024 * 1024

const tooLarge = `The faults of a tenant have ${mostCharacters} characters at the most, as JSON. Leave out some, or make the bodies that they answer smaller.`

const sizes = new WeakMap<object, number>()

const sizeOf = (fault: object): number => {
  const size = sizes.get(fault) ?? JSON.stringify(fault).length
  sizes.set(fault, size)
  return size
}

/** Why a tenant with some faults can have no more, or not this one. */
const noRoom = (faults: ReadonlyArray<Faults.ActiveFault>, fault: object): string | undefined => {
  if (faults.length >= mostFaults) return tooMany
  return faults.reduce((sum, one) => sum + sizeOf(one.fault), sizeOf(fault)) > mostCharacters ? tooLarge : undefined
}

export const layer = HttpApiBuilder.group(emptyControlApi.add(FaultsGroup), "faults", (handlers) =>
  handlers.handleAll({
    list: () => Effect.map(tenant, (tenant) => (faultsOf(tenant)?.all() ?? []).map(entryOf)),
    make: ({ payload }) => {
      const prepared = Effect.mapError(prepare(payload), (detail) => new BadRequestProblem({ detail }))
      return Effect.flatMap(Effect.all([tenant, prepared]), ([tenant, prepared]) => {
        const faults = faultsOrNew(tenant, Faults.make)
        const why = noRoom(faults.all(), payload)
        return why === undefined
          ? Effect.succeed(entryOf(faults.add(prepared)))
          : Effect.fail(new BadRequestProblem({ detail: why }))
      })
    },
    remove: ({ params: { id } }) =>
      Effect.flatMap(tenant, (tenant): Effect.Effect<{ readonly removed: number }, NotFoundProblem> => {
        const removed = faultsOf(tenant)?.remove((one) => one.id === id) ?? 0
        return removed === 0
          ? Effect.fail(
              new NotFoundProblem({ detail: `There is no fault ${id}. GET /__mock/faults lists those there are.` })
            )
          : Effect.succeed({ removed })
      }),
    clear: () => Effect.map(tenant, (tenant) => ({ removed: faultsOf(tenant)?.remove(() => true) ?? 0 }))
  })
)
