import type { RegionName } from "@remote-assist/core/Region"
import type * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import type * as Scope from "effect/Scope"

import { faultsOf } from "../faults/registry.ts"
import type { Deployment } from "../tenants/Deployment.ts"
import type { Tenant } from "../tenants/Tenant.ts"
import type { Upstream } from "../upstream/Upstream.ts"
import { bytesRead } from "../wire/bytesRead.ts"
import { choosing } from "../world/gaps/Gaps.ts"
import { reached } from "./record.ts"
import type { Address } from "./serviceAnswer.ts"

/** What another service answers to a request to a region of a tenant. */
export const passedAnswer = (
  upstream: Upstream,
  request: HttpServerRequest.HttpServerRequest,
  tenant: Tenant,
  region: RegionName,
  deployment: Deployment,
  { operation, path, query }: Address
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, Scope.Scope> => {
  reached(tenant, deployment, undefined)
  const { choices } = MutableRef.get(deployment.world).settings
  return upstream.pass({
    request,
    region,
    body: bytesRead(request),
    operation,
    path,
    query,
    exchange: deployment.exchange,
    choose: choosing(choices),
    // what a fault breaks is the whole of an answer
    isWhole: operation !== undefined && faultsOf(tenant) !== undefined
  })
}
