import type { RegionName } from "@remote-assist/core/Region"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

import { originOf } from "../wire/origin.ts"
import { defaultTenant } from "./TenantName.ts"

/** The region of a tenant, at an origin. */
export const baseOf = (origin: string, tenant: string, region: RegionName): string =>
  `${origin}${tenant === defaultTenant ? "" : `/t/${tenant}`}/${region}`

/** Where whoever sends a request finds the region of the tenant that answers it, without a header that names the tenant. */
export const baseFor = (request: HttpServerRequest, secure: boolean, tenant: string, region: RegionName): string =>
  baseOf(originOf(request, secure), tenant, region)
