import type { RegionName } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as MutableRef from "effect/MutableRef"
import * as Result from "effect/Result"

import { contextOf } from "../../tenants/Deployment.ts"
import type { Deployment } from "../../tenants/Deployment.ts"
import * as Calls from "../../world/calls/Calls.ts"
import type { CallRow } from "../../world/calls/kept/CallRow.ts"
import { compare } from "../../world/calls/kept/order.ts"
import { acted, rowOf } from "../../world/life/acted.ts"
import { place } from "../../world/life/place.ts"
import { stateOf } from "../../world/life/states.ts"
import type { TransitionContext } from "../../world/model/TransitionContext.ts"
import type { Step } from "../../world/model/World.ts"
import { tenant } from "../context/CurrentTenant.ts"
import { emptyControlApi } from "../context/emptyControlApi.ts"
import { BadRequestProblem, NotFoundProblem } from "../context/Problems.ts"
import { CallsGroup } from "./CallsGroup.ts"
import { shown } from "./shown.ts"

interface InRegion {
  readonly region?: RegionName
}

const deploymentOf = ({ region = "us" }: InRegion) => Effect.map(tenant, ({ regions }) => regions[region])

/** Takes a step in a region, and shows the call that it is of. */
const changed = (query: InRegion, step: (context: TransitionContext) => Step<CallRow>) =>
  Effect.gen(function* () {
    const deployment: Deployment = yield* deploymentOf(query)
    const context = contextOf(deployment)
    const taken = step(context)
    if (Result.isFailure(taken)) return yield* new BadRequestProblem({ detail: taken.failure.message })
    const [world, row] = taken.success
    MutableRef.set(deployment.world, world)
    for (const watch of deployment.watchers) watch()
    yield* deployment.changed(context.world)
    return shown({ ...context, world }, row)
  })

const there = (query: InRegion, id: string) =>
  Effect.gen(function* () {
    const deployment = yield* deploymentOf(query)
    const context = contextOf(deployment)
    const position = Calls.positionOf(context.world.calls, id)
    if (position === undefined)
      return yield* new NotFoundProblem({
        detail: `There is no call ${id} in the region ${query.region ?? "us"}. GET /__mock/calls lists those that were placed.`
      })
    return { context, row: rowOf(context.world.calls, position) }
  })

export const layer = HttpApiBuilder.group(emptyControlApi.add(CallsGroup), "calls", (handlers) =>
  handlers.handleAll({
    list: ({ query: { limit = 100, state, ...query } }) =>
      Effect.map(deploymentOf(query), (deployment) => {
        const context = contextOf(deployment)
        return [...HashMap.values(context.world.calls.kept.rows)]
          .filter((row) => state === undefined || stateOf(row) === state)
          .toSorted(compare)
          .slice(0, limit)
          .map((row) => shown(context, row))
      }),
    place: ({ payload, query }) => changed(query, (context) => place(context, payload)),
    read: ({ params: { id }, query }) => Effect.map(there(query, id), ({ context, row }) => shown(context, row)),
    act: ({ params: { id }, payload, query }) =>
      Effect.andThen(
        there(query, id),
        changed(query, (context) => acted(context, id, payload))
      )
  })
)
