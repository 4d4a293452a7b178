import { RegionName } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { delete as remove, get, post, put } from "effect/http-api/HttpApiEndpoint"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Limit, maxLimits } from "../faults/RateLimit.ts"
import { compileLimits } from "../faults/RateLimits.ts"
import type { ActiveLimit } from "../faults/RateLimits.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { CurrentTenant } from "./context.ts"
import { BadRequestProblem, emptyControlApi, makeGroup } from "./group.ts"

/** The remaining requests of a client. */
const HolderEntry = Schema.Struct({
  region: RegionName,
  /** The index of an API key, the subject of a user token, or `unknown` for invalid ones. */
  holder: Schema.String,
  remaining: Schema.Int,
  /** The time until the next request passes, by the tenant's clock. */
  wait_seconds: Schema.Finite,
  /** The time until the limit is full again. */
  full_seconds: Schema.Finite
}).annotate({ identifier: "RateHolderEntry" })

const LimitEntry = Schema.Struct({
  id: Schema.String,
  limit: Limit,
  passed: Schema.Int,
  refused: Schema.Int,
  /** The latest 100 holders, the latest first. */
  holders: Schema.Array(HolderEntry)
}).annotate({ identifier: "RateLimitEntry" })
type LimitEntry = typeof LimitEntry.Type

const Entries = Schema.Array(LimitEntry)

const Limits = Schema.Struct({
  /** Objects, or texts such as `100/minute`. */
  limits: Schema.Array(Schema.Union([Schema.String, Limit])).check(Schema.isMaxLength(maxLimits))
})

/** Limits the requests of a tenant. */
export const RateLimitGroup = makeGroup("rateLimit", {
  "List the rate limits with their remaining requests": get("read", "/rate-limit", { success: Entries }),
  "Replace the rate limits": put("set", "/rate-limit", { payload: Limits, success: Entries, error: BadRequestProblem }),
  "Remove the rate limits": remove("clear", "/rate-limit", { success: Entries }),
  "Refill the buckets and reset the counters": post("reset", "/rate-limit/reset", { success: Entries })
})

const maxShown = 100

const seconds = (milliseconds: number) => Math.ceil(milliseconds) / 1000

const entryOf = ({ id, levels, limit, passed, refused }: ActiveLimit, now: number): LimitEntry => ({
  id,
  limit,
  passed,
  refused,
  holders: levels(now, maxShown).map(({ holder: { name, region }, remaining, untilFull, wait }) => ({
    region,
    holder: name,
    remaining,
    wait_seconds: seconds(wait),
    full_seconds: seconds(untilFull)
  }))
})

const show = (tenant: Tenant): ReadonlyArray<LimitEntry> => {
  const now = tenant.clock.now()
  return (tenant.limits?.all() ?? []).map((one) => entryOf(one, now))
}

const showAfter = (use: (tenant: Tenant) => void) =>
  Effect.map(CurrentTenant, (tenant) => {
    use(tenant)
    return show(tenant)
  })

export const layer = HttpApiBuilder.group(emptyControlApi.add(RateLimitGroup), "rateLimit", (handlers) =>
  handlers.handleAll({
    read: () => Effect.map(CurrentTenant, show),
    set: ({ payload }) =>
      Result.match(compileLimits(payload.limits), {
        onFailure: (detail) => Effect.fail(new BadRequestProblem({ detail })),
        onSuccess: (make) => showAfter((tenant) => void (tenant.limits = make()))
      }),
    clear: () => showAfter((tenant) => void (tenant.limits = undefined)),
    reset: () => showAfter((tenant) => tenant.limits?.reset())
  })
)
