import type { RegionName } from "@remote-assist/core/Region"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as MutableRef from "effect/MutableRef"

import * as Enterprises from "../tenants/enterprises.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import { bearerToken, headerOf } from "../wire/credentials.ts"

/** The tenant that a request works in: that of the registered enterprise whose API key it carries, else the one that it names. */
export const enterpriseTenant = (
  tenants: Tenants,
  tenant: Tenant,
  region: RegionName,
  apiKeyHeader: string,
  request: HttpServerRequest.HttpServerRequest
): Tenant => {
  if (MutableRef.get(tenant.regions[region].world).enterprises.length === 0) return tenant
  const key = headerOf(request, apiKeyHeader) ?? bearerToken(request)
  const name = key === undefined ? undefined : Enterprises.nameByKey(tenants.there, tenant, region, key)
  return name === undefined ? tenant : tenants.get(name)
}
