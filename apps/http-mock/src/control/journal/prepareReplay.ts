import type { RegionName } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { setLimits } from "../../faults/limits/registry.ts"
import { faultsOf } from "../../faults/registry.ts"
import * as Codec from "../../persistence/Codec.ts"
import type { Tenants } from "../../tenants/Tenants.ts"
import { BadRequestProblem } from "../context/Problems.ts"
import type { ReplayRequest } from "./ReplayFile.ts"
import type { Ready } from "./runReplay.ts"

const freshName = (tenants: Tenants) => {
  const taken = new Set(tenants.all().map(({ tenant }) => tenant.name))
  let number = 1
  while (taken.has(`replay-${number}`)) number += 1
  return `replay-${number}`
}

// of those that fit the syntax, no client may send these
const isMethod = (method: string) => /^[\w!#$%&'*+.^`|~-]+$/.test(method) && !/^(?:CONNECT|TRACK)$/i.test(method)

const noMethod = ({ id, method }: ReplayRequest) =>
  Effect.fail(
    new BadRequestProblem({ detail: `${JSON.stringify(method)} is no method that request ${id} can be sent with.` })
  )

const ready = (request: ReplayRequest): Effect.Effect<Ready, BadRequestProblem> => {
  if (!isMethod(request.method)) return noMethod(request)
  return request.world === undefined
    ? Effect.succeed({ ...request, state: undefined })
    : Effect.fromResult(
        Result.map(Schema.decodeResult(Codec.World(request.region))(request.world), (state) => ({
          ...request,
          state
        }))
      ).pipe(
        Effect.mapError(
          ({ message }) =>
            new BadRequestProblem({ detail: `The world of request ${request.id} does not fit: ${message}` })
        )
      )
}

/** A tenant in the states that the requests begin with, or in its own where none is in a region. */
const begun = (tenants: Tenants, name: string, requests: ReadonlyArray<Ready>) => {
  const first = (region: RegionName) =>
    requests.find((request) => request.region === region)?.state ?? tenants.get(name).initial[region]
  const tenant = tenants.begin(name, { us: first("us"), eu: first("eu"), pace: undefined })
  // what limits refused and faults took is not in the file
  faultsOf(tenant)?.remove(() => true)
  setLimits(tenant, undefined)
  return tenant
}

const alreadyThere = (name: string) =>
  new BadRequestProblem({
    detail: `There is a tenant ${name} already. DELETE /__mock/tenants/${name} drops it, or give another name.`
  })

/** What a replay runs: its requests with their worlds decoded, and a tenant of its own, by the name asked for or a fresh one. */
export const prepare = Effect.fnUntraced(function* (
  tenants: Tenants,
  requests: ReadonlyArray<ReplayRequest>,
  asked: string | undefined
) {
  if (asked !== undefined && tenants.all().some(({ tenant }) => tenant.name === asked))
    return yield* alreadyThere(asked)
  const prepared = yield* Effect.forEach(requests, ready)
  return { prepared, tenant: begun(tenants, asked ?? freshName(tenants), prepared) }
})
