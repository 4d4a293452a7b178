import type { Tenant } from "../tenants/Tenant.ts"
import type { Faults } from "./Faults.ts"

// the code of faults is loaded by the first that is made, which keeps it out of the start
const made = new WeakMap<Tenant, Faults>()

/** The faults of a tenant; nothing until one is made. */
export const faultsOf = (tenant: Tenant): Faults | undefined => made.get(tenant)

/** The faults of a tenant, made by the given function where there are none yet. */
export const faultsOrNew = (tenant: Tenant, make: (tenant: Tenant) => Faults): Faults => {
  const faults = made.get(tenant) ?? make(tenant)
  made.set(tenant, faults)
  return faults
}

/** What puts faults and limits where a tenant began with some. */
export interface Beginning {
  readonly faults?: ((tenant: Tenant) => void) | undefined
  readonly limits?: ((tenant: Tenant) => void) | undefined
}

const begun = new WeakMap<Tenant, Beginning>()

/** Has a tenant begin with faults and limits, and whenever it is reset. */
export const beginWith = (tenant: Tenant, beginning: Beginning): void => {
  begun.set(tenant, beginning)
  beginning.limits?.(tenant)
  beginning.faults?.(tenant)
}

/** What a tenant began with. */
export const begunOf = (tenant: Tenant): Beginning => begun.get(tenant) ?? {}
