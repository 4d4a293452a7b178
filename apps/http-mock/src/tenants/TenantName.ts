import type { RegionName } from "@remote-assist/core/Region"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Schema from "effect/Schema"

import { originOf } from "../wire/request.ts"

/** The header that names the tenant of a request whose path does not. */
export const tenantHeader = "x-mock-tenant"

/** The tenant of a request that names none. */
export const defaultTenant = "default"

const letters = "1 to 64 letters, digits, points, underscores or hyphens, but neither . nor .."

/** What a name has to be; URLs step over `.` and `..`. */
export const isNameOf = (what: string) =>
  Schema.isPattern(/^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/, { expected: `a name of ${what}: ${letters}` })

/** The name of a tenant: 1 to 64 letters, digits, points, underscores and hyphens. */
export const TenantName = Schema.String.check(isNameOf("a tenant"))

export const isTenantName = Schema.is(TenantName)

const tenantUrl = /^\/t\/([^/?]*)(.*)$/s

/** What an address names: a tenant, if it is one of `/t/<name>`, and the address there. */
export const inTenant = (url: string): { readonly name: string | undefined; readonly url: string } => {
  const [, name, rest = url] = url.startsWith("/t/") ? (tenantUrl.exec(url) ?? []) : []
  return { name, url: rest }
}

/** Why a text cannot be the name of a tenant. */
export const whyNoTenantName = (name: string): string =>
  `${JSON.stringify(name)} is no name of a tenant. Use ${letters}.`

/** The region of a tenant, at an origin. */
export const baseOf = (origin: string, tenant: string, region: RegionName): string =>
  `${origin}${tenant === defaultTenant ? "" : `/t/${tenant}`}/${region}`

/** Where whoever sends a request finds the region of the tenant that answers it, without a header that names the tenant. */
export const baseFor = (request: HttpServerRequest, secure: boolean, tenant: string, region: RegionName): string =>
  baseOf(originOf(request, secure), tenant, region)
