import type { Tenant } from "../../tenants/Tenant.ts"
import type { Limits } from "./Limits.ts"

// the code of limits is loaded by the first that is set, which keeps it out of the start
const set = new WeakMap<Tenant, Limits>()

/** The rate limits of a tenant; nothing where there are none. */
export const limitsOf = (tenant: Tenant): Limits | undefined => set.get(tenant)

/** Puts limits in the place of those of a tenant; nothing takes them away. */
export const setLimits = (tenant: Tenant, limits: Limits | undefined): void => {
  if (limits === undefined) set.delete(tenant)
  else set.set(tenant, limits)
}
