import * as Result from "effect/Result"

import type { Tenant } from "../../tenants/Tenant.ts"
import * as Limit from "./Limit.ts"
import * as Limits from "./Limits.ts"
import { setLimits } from "./registry.ts"

/** Sets the limits that are given for a tenant, each time with full buckets, or says what is wrong with them. */
export const limiting = (given: unknown): Result.Result<(tenant: Tenant) => void, string> =>
  Result.map(
    Limit.read(given),
    (limits) => (tenant) => setLimits(tenant, limits.length === 0 ? undefined : Limits.make(limits))
  )
