import { RegionName } from "@remote-assist/core/Region"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"

import { makeControlHandler } from "../control/ControlHandler.ts"
import { answerOwn, isOwn } from "../control/ownRoutes.ts"
import { tenantOfKey } from "../tenants/enterprises.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import { optionsOf } from "../tenants/Tenant.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { createHeader, defaultTenant, isTenantName, tenantHeader, tenantNameError } from "../tenants/TenantName.ts"
import type { Tenants } from "../tenants/Tenants.ts"
import { errorResponse, problem } from "../wire/errors.ts"
import { bearerToken, headerOf, intendedOperation, matchOperation, splitTenant } from "../wire/request.ts"
import type { RegionRequest } from "../wire/request.ts"
import type { Next } from "../wire/response.ts"
import { recordingsPath } from "../world/calls/recordingAddress.ts"
import { defaultOption } from "../world/gaps/options.ts"
import { serviceError } from "../world/ServiceError.ts"
import type { IncomingRequest } from "./http.ts"

/** The tenants of an emulator, and the header that has the API key. */
interface Emulated {
  readonly tenants: Tenants
  readonly apiKeyHeader: string
}

/** Matches the region, the path and the query of a URL without the tenant. */
const regionUrl = new RegExp(`^/(${RegionName.literals.join("|")})(/[^?]*)?(\\?.*)?$`, "s")

const isRegion = (name: string | undefined): name is RegionName => name === "us" || name === "eu"

/**
 * Returns the tenant that answers a request to a region. An enterprise that was registered in the named tenant has a tenant and
 * an API key of its own: a request with that key goes to it.
 */
const tenantByKey = (
  { apiKeyHeader, tenants }: Emulated,
  named: Tenant,
  region: RegionName,
  request: IncomingRequest["request"]
) => {
  if (MutableRef.get(named.regions[region].world).enterprises.length === 0) return named
  const key = headerOf(request, apiKeyHeader) ?? bearerToken(request)
  const enterprise = key === undefined ? undefined : tenantOfKey(tenants.find, named, region, key)
  return enterprise === undefined ? named : tenants.get(enterprise)
}

/**
 * The step that finds the tenant and the region of a request:
 *
 * 1. `/t/<name>` before the path, or the header {@link tenantHeader}, names the tenant (default: `default`).
 * 2. A path without `/us` or `/eu`, such as `/__mock/clock`, is answered here, by the control plane.
 * 3. Other requests go to the next step, with a {@link RequestContext}.
 */
export const tenant = (emulated: Emulated, next: Next<RequestContext>): Next<IncomingRequest> => {
  const { apiKeyHeader, tenants } = emulated
  const handler = makeControlHandler(tenants)
  return ({ access, request }) => {
    const { name: nameInPath, url } = splitTenant(request.url)
    const [, region, path = "/", query = ""] = regionUrl.exec(url) ?? []
    const name = nameInPath ?? request.headers[tenantHeader] ?? defaultTenant
    if (!isTenantName(name)) {
      const message = tenantNameError(name)
      return isOwn(url)
        ? problem(400, message)
        : errorResponse(intendedOperation(request.method, path), path, serviceError("badInput", message), defaultOption)
    }
    // a page loads its scripts without headers
    const isFollowing = request.headers[createHeader] === "never" || url.startsWith("/__mock/assets/")
    if (isOwn(url) && isFollowing && tenants.find(name) === undefined)
      return HttpServerResponse.setHeader(
        problem(410, `The tenant ${name} does not exist. A request without ${createHeader} creates it.`),
        // browsers would keep it for ever
        "cache-control",
        "no-store"
      )
    const named = tenants.get(name)
    if (!isRegion(region)) return answerOwn(request, url, named, { handler, access, apiKeyHeader })
    // the address of a recording names its tenant, and has no API key
    const tenant = path.startsWith(recordingsPath) ? named : tenantByKey(emulated, named, region, request)
    const sent = { path, query, apiKeyHeader, secure: access.secure === true }
    return next(makeContext(request, tenant, region, sent))
  }
}

/** Makes the context of a request. The path and the query are those after the region. */
const makeContext = (
  request: IncomingRequest["request"],
  tenant: Tenant,
  region: RegionName,
  sent: Pick<RegionRequest, "apiKeyHeader" | "path" | "query" | "secure">
): RequestContext => {
  const { path, query } = sent
  const state = tenant.regions[region]
  const match = matchOperation(request.method, path, query)
  const context: RequestContext = {
    request,
    region,
    ...sent,
    match,
    operation: match?.operation ?? intendedOperation(request.method, path),
    tenant,
    state,
    // not a getter: each evaluation of a literal with one makes a hidden class, which keeps the context alive
    world: () => MutableRef.get(state.world),
    // the time at which the request reached the world, so that it has one time
    now: () => context.exchange?.at ?? state.now(),
    option: (id) => optionsOf(context.world(), context.exchange)(id),
    exchange: undefined,
    body: undefined,
    faults: [],
    effect: undefined,
    handler: undefined,
    isPassedOn: false
  }
  return context
}
