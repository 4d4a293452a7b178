import * as Context from "effect/Context"

import type { Tenant } from "../tenants/Tenant.ts"
import type { Tenants } from "../tenants/Tenants.ts"

/** The settings of the emulator that the control plane needs. */
export interface EmulatorInfo {
  /** Name of the API-key header of requests. */
  readonly apiKeyHeader: string
  /** Whether the emulator uses HTTPS. */
  readonly secure: boolean
}

/** The emulator of the current request. */
export class CurrentEmulator extends Context.Service<CurrentEmulator, EmulatorInfo>()(
  "@remote-assist/http-mock/control/CurrentEmulator"
) {}

/** The tenant of the current request, by path or header. */
export class CurrentTenant extends Context.Service<CurrentTenant, Tenant>()(
  "@remote-assist/http-mock/control/CurrentTenant"
) {}

/** All tenants of the emulator. */
export class AllTenants extends Context.Service<AllTenants, Tenants>()("@remote-assist/http-mock/control/AllTenants") {}
