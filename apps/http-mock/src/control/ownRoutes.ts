import { RegionName } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"

import type { Tenant } from "../tenants/Tenant.ts"
import { errorResponse } from "../wire/errors.ts"
import { originOf } from "../wire/request.ts"
import { optionLookup } from "../world/gaps/options.ts"
import { demoOf } from "../world/seed/demo.ts"
import type { Demo } from "../world/seed/demo.ts"
import { serviceError } from "../world/ServiceError.ts"
import { denied } from "./access.ts"
import type { Access } from "./access.ts"
import type { ControlHandler } from "./ControlHandler.ts"
import * as Docs from "./docs.ts"

/** Returns the index page at a base URL. */
const index = (base: string, apiKeyHeader: string, demo: Demo | undefined) => {
  const urlsOf = (region: RegionName) => ({
    base_url: `${base}/${region}`,
    log_in: `POST ${base}/${region}/api/v1r1/auth`
  })
  return HttpServerResponse.jsonUnsafe({
    service: "remote-assistance service, emulated",
    regions: Object.fromEntries(RegionName.literals.map((region) => [region, urlsOf(region)])),
    api_key_header: apiKeyHeader,
    ...(demo === undefined ? {} : { demo }),
    docs: `${base}/__mock/docs`,
    openapi: `${base}/__mock/openapi.json`,
    keys: `${base}/__mock/keys`
  })
}

/** The control plane, and who may use it. */
interface Extras {
  readonly handler: ControlHandler
  readonly access: Access
  readonly apiKeyHeader: string
}

const own = /^\/__mock(?:[/?]|$)/

/** Checks whether a URL, without the tenant, is not of the service. */
export const isOwn = (url: string): boolean => own.test(url)

const noRegion = (path: string) =>
  serviceError("notFound", `The path ${path} has no region. Use /us or /eu, as in /us/api/v1r1/auth.`)

/** Handles a request without a region; `url` is without the tenant. */
export const answerOwn = (
  request: HttpServerRequest.HttpServerRequest,
  url: string,
  tenant: Tenant,
  extras: Extras
): Effect.Effect<HttpServerResponse.HttpServerResponse, never, Scope.Scope> => {
  const { method } = request
  const { access, apiKeyHeader, handler } = extras
  const path = url.split("?", 1)[0] || "/"
  const query = url.slice(path.length)
  const origin = originOf(request, access.secure === true)
  const prefix = request.url.slice(0, request.url.length - url.length)
  // only programs on this machine get the credentials
  const demo =
    access.local && denied(request, access) === undefined ? demoOf(MutableRef.get(tenant.regions.us.world)) : undefined
  if (isOwn(path)) {
    const docs = Docs.answer({ method, path, query, origin, prefix, tenant, apiKeyHeader, demo, local: access.local })
    if (Docs.isOpen(path)) return docs
    const refused = denied(request, access)
    if (refused !== undefined) return Effect.succeed(refused)
    // routers ignore a trailing slash, as after an empty id
    if (Docs.serves(path) || path.endsWith("/")) return docs
    return Effect.flatMap(
      handler(request, url, { tenant, apiKeyHeader, secure: access.secure === true }),
      Option.match({ onNone: () => docs, onSome: Effect.succeed })
    )
  }
  if (path === "/" && (method === "GET" || method === "HEAD"))
    return Effect.succeed(index(`${origin}${prefix}`, apiKeyHeader, demo))
  const { choices } = MutableRef.get(tenant.regions.us.world).settings
  return Effect.succeed(errorResponse(undefined, path, noRegion(path), optionLookup(choices)))
}
