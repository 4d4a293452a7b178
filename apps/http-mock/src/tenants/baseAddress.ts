import type { RegionName } from "@remote-assist/core/Region"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

import { originOf } from "../wire/origin.ts"
import { defaultTenant } from "./TenantName.ts"

/** The region of a tenant, at an origin. */
export const baseOf = (origin: string, tenant: string, region: RegionName): string =>
  `${origin}${tenant === defaultTenant ? "" : `/t/${tenant}`}/${region}`

// by the request's source, which every view of a request shares
const noted = new WeakMap<object, string>()

/** Notes where a request that is sent once more found its region the first time. */
export const noteBase = ({ source }: HttpServerRequest, base: string): void => {
  noted.set(source, base)
}

/** What was noted of a request. */
export const notedBase = ({ source }: HttpServerRequest): string | undefined => noted.get(source)

/** Where whoever sends a request finds the region of the tenant that answers it, without a header that names the tenant. */
export const baseFor = (request: HttpServerRequest, secure: boolean, tenant: string, region: RegionName): string =>
  notedBase(request) ?? baseOf(originOf(request, secure), tenant, region)
