import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Result from "effect/Result"

import { limiting } from "../faults/RateLimits.ts"
import type { ActiveLimit } from "../faults/RateLimits.ts"
import { limitsOf, setLimits } from "../faults/registry.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { BadRequestProblem, emptyControlApi } from "./context/api.ts"
import { tenant } from "./context/current.ts"
import { RateLimitGroup } from "./ControlApi.ts"
import type { LimitEntry } from "./ControlApi.ts"

const mostShown = 100

const seconds = (milliseconds: number) => Math.ceil(milliseconds) / 1000

const entryOf = ({ held, id, limit, passed, refused }: ActiveLimit, now: number): LimitEntry => ({
  id,
  limit,
  passed,
  refused,
  holders: held(now, mostShown).map(({ holder: { name, region }, left, rest, wait }) => ({
    region,
    holder: name,
    remaining: left,
    wait_seconds: seconds(wait),
    full_seconds: seconds(rest)
  }))
})

const show = (tenant: Tenant): ReadonlyArray<LimitEntry> => {
  const now = tenant.clock.now()
  return (limitsOf(tenant)?.all() ?? []).map((one) => entryOf(one, now))
}

const showAfter = (use: (tenant: Tenant) => void) =>
  Effect.map(tenant, (tenant) => {
    use(tenant)
    return show(tenant)
  })

export const layer = HttpApiBuilder.group(emptyControlApi.add(RateLimitGroup), "rateLimit", (handlers) =>
  handlers.handleAll({
    read: () => Effect.map(tenant, show),
    set: ({ payload }) =>
      Result.match(limiting(payload.limits), {
        onFailure: (detail) => Effect.fail(new BadRequestProblem({ detail })),
        onSuccess: (make) => showAfter((tenant) => setLimits(tenant, make()))
      }),
    clear: () => showAfter((tenant) => setLimits(tenant, undefined)),
    reset: () => showAfter((tenant) => limitsOf(tenant)?.reset())
  })
)
