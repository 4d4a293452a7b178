import * as Flag from "effect/cli/Flag"

import { TenantName } from "../../tenants/TenantName.ts"

/** Which tenant of an emulator that runs. */
export const tenant = Flag.String("tenant").pipe(
  Flag.withDescription("Tenant that it is about; none unless given, which is the tenant default"),
  Flag.withSchema(TenantName),
  Flag.optional
)
