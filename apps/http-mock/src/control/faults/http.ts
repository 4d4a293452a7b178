import { byId, operations } from "@remote-assist/core/Contract"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import type { Fault } from "../../faults/Fault.ts"
import * as Faults from "../../faults/Faults.ts"
import { faultsOf, faultsOrNew } from "../../faults/registry.ts"
import { remaining } from "../../faults/sampling.ts"
import { nearest } from "../../world/similarity.ts"
import { tenant } from "../context/CurrentTenant.ts"
import { emptyControlApi } from "../context/emptyControlApi.ts"
import { BadRequestProblem, NotFoundProblem } from "../context/Problems.ts"
import { FaultsGroup } from "./FaultsGroup.ts"
import type { FaultEntry } from "./FaultsGroup.ts"

const entryOf = ({ fault, hits, id, matches, until }: Faults.ActiveFault): FaultEntry => {
  const left = remaining(fault.when, matches)
  return {
    id,
    fault,
    matches,
    hits,
    ...(left === undefined ? {} : { remaining: left }),
    ...(until === undefined ? {} : { until: DateTime.makeUnsafe(until) })
  }
}

const whyNot = ({ does, operations: asked }: Fault): string | undefined => {
  const named = asked.filter((operation) => operation !== "*")
  const unknown = named.find((operation) => byId(operation) === undefined)
  if (unknown !== undefined)
    return `There is no operation ${unknown}. Name another, such as ${nearest(
      unknown,
      operations.map(({ id }) => id)
    )}, or * for every one.`
  const without =
    does?.kind === "expired" ? named.find((operation) => byId(operation)?.takesUserToken === false) : undefined
  return without === undefined ? undefined : `${without} takes no user token, so none can expire there.`
}

export const layer = HttpApiBuilder.group(emptyControlApi.add(FaultsGroup), "faults", (handlers) =>
  handlers.handleAll({
    list: () => Effect.map(tenant, (tenant) => (faultsOf(tenant)?.all() ?? []).map(entryOf)),
    make: ({ payload }) => {
      const detail = whyNot(payload)
      return detail === undefined
        ? Effect.map(tenant, (tenant) => entryOf(faultsOrNew(tenant, Faults.make).add(payload)))
        : Effect.fail(new BadRequestProblem({ detail }))
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
