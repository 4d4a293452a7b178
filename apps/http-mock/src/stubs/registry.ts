import type { Tenant } from "../tenants/Tenant.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import type { Stubs } from "./Stubs.ts"
import type { TenantStubs } from "./TenantStubs.ts"

// the code of stubs is loaded by the first that there is, which keeps it out of the start
const made = new WeakMap<Tenants, Stubs>()

/** The stubs of a tenant; nothing while its emulator has none. */
export const stubsOf = (tenants: Tenants, tenant: Tenant): TenantStubs | undefined => made.get(tenants)?.of(tenant)

/** The stubs of an emulator, made by the given function where there are none yet. */
export const stubsOrNew = (tenants: Tenants, make: () => Stubs): Stubs => {
  const stubs = made.get(tenants) ?? make()
  made.set(tenants, stubs)
  return stubs
}
