import type { RegionName } from "@remote-assist/core/Region"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Schema from "effect/Schema"

import { originOf } from "../wire/request.ts"

/** The header that names the tenant of a request whose path does not. */
export const tenantHeader = "x-mock-tenant"

/** The header of requests to the control plane that create no tenant if it is `never`. */
export const createHeader = "x-mock-create"

/** The tenant of a request that names none. */
export const defaultTenant = "default"

const letters = "1 to 64 letters, digits, points, underscores or hyphens, but not . or .. alone"

/** Makes the check of a name, which must be usable in a URL: URLs drop the segments `.` and `..`. */
export const nameCheck = (subject: string) =>
  Schema.isPattern(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/, { expected: `a name of ${subject}: ${letters}` })

/** The name of a tenant: 1 to 64 letters, digits, points, underscores and hyphens. */
export const TenantName = Schema.String.check(nameCheck("a tenant"))

export const isTenantName = Schema.is(TenantName)

/** Explains why a text is not a valid tenant name. */
export const tenantNameError = (name: string): string =>
  `${JSON.stringify(name)} is not a valid name of a tenant. Use ${letters}.`

/** Returns the base address of a region of a tenant at an origin. */
export const regionUrl = (origin: string, tenant: string, region: RegionName): string =>
  `${origin}${tenant === defaultTenant ? "" : `/t/${tenant}`}/${region}`

/** Returns the base address of a region of a tenant, as the client of a request reaches it. */
export const requestRegionUrl = (
  request: HttpServerRequest,
  secure: boolean,
  tenant: string,
  region: RegionName
): string => regionUrl(originOf(request, secure), tenant, region)
