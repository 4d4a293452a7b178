import type { Tenant } from "../tenants/Tenant.ts"
import type { Faults } from "./Faults.ts"
import type { Limits } from "./RateLimits.ts"

/** What puts back the faults and limits that a tenant began with. */
interface Beginning {
  readonly faults?: ((tenant: Tenant) => void) | undefined
  readonly limits?: (() => Limits | undefined) | undefined
}

// the code of faults and limits is loaded when the first is made, so not by most starts
const faults = new WeakMap<Tenant, Faults>()
const limits = new WeakMap<Tenant, Limits>()
const beginnings = new WeakMap<Tenant, Beginning>()

/** The faults of a tenant, or undefined until one is made. */
export const faultsOf = (tenant: Tenant): Faults | undefined => faults.get(tenant)

/** The faults of a tenant, made by a function if there are none yet. */
export const faultsOrNew = (tenant: Tenant, make: (tenant: Tenant) => Faults): Faults => {
  const made = faults.get(tenant) ?? make(tenant)
  faults.set(tenant, made)
  return made
}

/** The rate limits of a tenant, or undefined if there are none. */
export const limitsOf = (tenant: Tenant): Limits | undefined => limits.get(tenant)

/** Replaces the rate limits of a tenant; undefined removes them. */
export const setLimits = (tenant: Tenant, made: Limits | undefined): void => {
  if (made === undefined) limits.delete(tenant)
  else limits.set(tenant, made)
}

/** Has a tenant begin with faults and limits, and return to them when it is reset. */
export const beginWith = (tenant: Tenant, beginning: Beginning): void => {
  beginnings.set(tenant, beginning)
  setLimits(tenant, beginning.limits?.())
  beginning.faults?.(tenant)
}

/** What a tenant began with. */
export const beginningOf = (tenant: Tenant): Beginning => beginnings.get(tenant) ?? {}
