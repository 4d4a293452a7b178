import { RegionName } from "@remote-assist/core/Region"
import * as MutableRef from "effect/MutableRef"

import { makeControlHandler } from "../control/ControlHandler.ts"
import { answerOwn, isOwn } from "../control/ownRoutes.ts"
import { tenantOfKey } from "../tenants/enterprises.ts"
import type { RequestContext } from "../tenants/RequestContext.ts"
import { optionsOf } from "../tenants/Tenant.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import { defaultTenant, isTenantName, tenantHeader, tenantNameError } from "../tenants/TenantName.ts"
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

const serviceUrl = new RegExp(`^/(${RegionName.literals.join("|")})(/[^?]*)?(\\?.*)?$`, "s")

const isRegion = (name: string | undefined): name is RegionName => name === "us" || name === "eu"

/** Returns the tenant of the registered enterprise whose API key a request has, or else the tenant that it names. */
const byApiKey = (
  { apiKeyHeader, tenants }: Emulated,
  tenant: Tenant,
  region: RegionName,
  request: IncomingRequest["request"]
) => {
  if (MutableRef.get(tenant.regions[region].world).enterprises.length === 0) return tenant
  const key = headerOf(request, apiKeyHeader) ?? bearerToken(request)
  const name = key === undefined ? undefined : tenantOfKey(tenants.find, tenant, region, key)
  return name === undefined ? tenant : tenants.get(name)
}

/** Finds the tenant of a request to a region, in the path (`/t/<name>`) or the header {@link tenantHeader}. Answers other requests. */
export const tenant = (emulated: Emulated, next: Next<RequestContext>): Next<IncomingRequest> => {
  const { apiKeyHeader, tenants } = emulated
  const handler = makeControlHandler(tenants)
  return ({ access, request }) => {
    const { name: inPath, url } = splitTenant(request.url)
    const [, region, path = "/", query = ""] = serviceUrl.exec(url) ?? []
    const name = inPath ?? request.headers[tenantHeader] ?? defaultTenant
    if (!isTenantName(name)) {
      const message = tenantNameError(name)
      return isOwn(url)
        ? problem(400, "Bad Request", message)
        : errorResponse(intendedOperation(request.method, path), path, serviceError("badInput", message), defaultOption)
    }
    const named = tenants.get(name)
    if (!isRegion(region)) return answerOwn(request, url, named, { handler, access, apiKeyHeader })
    const tenant = path.startsWith(recordingsPath) ? named : byApiKey(emulated, named, region, request)
    const sent = { path, query, apiKeyHeader, secure: access.secure === true }
    return next(makeContext(request, tenant, region, sent))
  }
}

/** Makes the context of a request. The path and the query are those after the region. */
const makeContext = (
  request: IncomingRequest["request"],
  tenant: Tenant,
  region: RegionName,
  { path, query, ...server }: Pick<RegionRequest, "apiKeyHeader" | "path" | "query" | "secure">
): RequestContext => {
  const state = tenant.regions[region]
  const match = matchOperation(request.method, path, query)
  const context: RequestContext = {
    request,
    region,
    secure: server.secure,
    apiKeyHeader: server.apiKeyHeader,
    path,
    query,
    match,
    operation: match?.operation ?? intendedOperation(request.method, path),
    tenant,
    state,
    // not a getter: each evaluation of a literal with one makes a hidden class, which keeps the context alive
    world: () => MutableRef.get(state.world),
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
