import { RegionName } from "@remote-assist/core/Region"
import { disjunction } from "@remote-assist/core/Text"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"

import type { RegionState, Tenant } from "../tenants/Tenant.ts"
import { errorResponse, problem, unknownParameter } from "../wire/errors.ts"
import { originOf } from "../wire/request.ts"
import { optionLookup } from "../world/gaps/options.ts"
import { demoOf } from "../world/seed/demo.ts"
import type { Demo } from "../world/seed/demo.ts"
import { serviceError } from "../world/ServiceError.ts"
import { contentSecurityPolicy, denied } from "./access.ts"
import type { Access } from "./access.ts"
import type { ControlHandler } from "./ControlHandler.ts"

type Response = HttpServerResponse.HttpServerResponse

// loaded on demand, to keep the start fast
const controlApi = Effect.promise(() => import("./ControlApi.ts"))

const controlDocument = Effect.map(controlApi, ({ makeDocument }) => makeDocument())

/** A request outside of the regions. */
interface OwnRequest {
  readonly method: string
  /** The path without the tenant and the query. */
  readonly path: string
  /** The query with its `?`, or empty. */
  readonly query: string
  /** The URL of the tenant, as the client reaches it. */
  readonly base: string
  /** The prefix of all paths, such as `/t/team-a`; empty without a tenant. */
  readonly prefix: string
  readonly tenant: Tenant
  readonly apiKeyHeader: string
  /** The demo values, for clients that may use the control plane. */
  readonly demo: Demo | undefined
  /** Whether the control plane needs no token. */
  readonly local: boolean
  /** Whether the client is a browser that shows pages. */
  readonly acceptsHtml: boolean
}

// loaded on demand, as few emulators show it
const consolePage = Effect.promise(() => import("./consolePage.ts"))

const json = (body: unknown) => HttpServerResponse.jsonUnsafe(body)

/** Lists the endpoints that are not of the service. */
const addressesAt = (base: string) =>
  Effect.map(controlApi, ({ endpoints }) =>
    [...Object.entries(pages).map(([path, { what }]) => ({ method: "GET", path, what })), ...endpoints].map(
      ({ method, path, what }) => ({ method, url: `${base}${path.replaceAll(/:(\w+)/g, "{$1}")}`, what })
    )
  )

const keySet = (region: RegionName, { world }: RegionState) => {
  const { key } = MutableRef.get(world).settings
  return {
    keys: [{ kty: "oct", alg: "HS256", use: "sig", kid: region, k: Buffer.from(key).toString("base64url") }]
  }
}

const policy = contentSecurityPolicy("'unsafe-inline'", "font-src data:")

interface Page {
  readonly what: string
  /** Whether it is public, as it has no data of a world. */
  readonly isOpen: boolean
  /** Its query parameter (default: none). */
  readonly parameter?: string
  readonly answer: (request: OwnRequest) => Effect.Effect<Response>
}

/** The documentation pages; their code is loaded on demand. */
const pages: Readonly<Record<string, Page>> = {
  "/__mock": {
    what: "this list; in a browser, the console",
    isOpen: true,
    answer: ({ acceptsHtml, base, path, prefix }) =>
      acceptsHtml
        ? Effect.flatMap(consolePage, ({ page }) => page(path, prefix))
        : Effect.map(addressesAt(base), (addresses) => json({ addresses }))
  },
  "/__mock/health": {
    what: "the health check",
    isOpen: true,
    answer: () => Effect.sync(() => json({ status: "ok", pid: process.pid }))
  },
  "/__mock/docs": {
    what: "the documentation of the operations and the control plane, with a client",
    isOpen: true,
    answer: ({ apiKeyHeader, demo, local, prefix }) =>
      Effect.zip(
        Effect.promise(() => import("./swaggerPage.ts")),
        controlDocument
      ).pipe(
        Effect.flatMap(([{ page }, control]) => page({ base: prefix, apiKeyHeader, local, control }, demo?.apiKey)),
        Effect.map((html) =>
          HttpServerResponse.setHeader(HttpServerResponse.html(html), "content-security-policy", policy)
        )
      )
  },
  "/__mock/openapi.json": {
    what: "the operations as an OpenAPI 3.1 document; ?version=3.0 for 3.0.3",
    isOpen: true,
    parameter: "version",
    answer: ({ apiKeyHeader, base, query }) =>
      Effect.map(
        Effect.promise(() => import("../openapi/document.ts")),
        ({ inVersion, versions }) => {
          const version = new URLSearchParams(query).get("version") ?? versions[0]
          const document = inVersion(version, base, apiKeyHeader)
          if (document !== undefined) return json(document)
          const detail = `Unknown version ${version} of the document. Use version=${versions.join(" or version=")}.`
          return problem(400, detail)
        }
      )
  },
  "/__mock/control.json": {
    what: "the control plane as an OpenAPI 3.1 document",
    isOpen: false,
    answer: () => Effect.map(controlDocument, json)
  },
  // as JWK sets (RFC 7517)
  "/__mock/keys": {
    what: "the keys for verifying the tokens of each region, as JWK sets",
    isOpen: false,
    answer: ({ tenant: { regions } }) =>
      Effect.sync(() => json({ us: keySet("us", regions.us), eu: keySet("eu", regions.eu) }))
  }
}

const methods = ["GET", "POST", "PUT", "DELETE"]

const refuse = ({ base, method }: OwnRequest, path: string) =>
  Effect.zipWith(controlApi, addressesAt(base), ({ findEndpoint }, addresses) => {
    const refusal = (status: number, why: string) =>
      problem(status, `${why} See addresses for the endpoints.`, { addresses })
    const allowed = Object.hasOwn(pages, path)
      ? ["GET"]
      : methods.filter((method) => findEndpoint(method, path) !== undefined)
    // the router rejects some parameters, such as invalid percent-encoding
    if (allowed.length === 0 || allowed.includes(method)) return refusal(404, `There is no endpoint ${method} ${path}.`)
    const allow = allowed.flatMap((one) => (one === "GET" ? [one, "HEAD"] : [one])).join(", ")
    return HttpServerResponse.setHeader(
      refusal(405, `${path} does not accept ${method}. Use ${disjunction(allowed)}.`),
      "allow",
      allow
    )
  })

const isRead = (method: string) => method === "GET" || method === "HEAD"

const index = ({ apiKeyHeader, base, demo }: OwnRequest, certificate: string | undefined) => {
  const urlsOf = (region: RegionName) => ({
    base_url: `${base}/${region}`,
    log_in: `POST ${base}/${region}/api/v1r1/auth`
  })
  return json({
    service: "remote-assistance service, emulated",
    regions: Object.fromEntries(RegionName.literals.map((region) => [region, urlsOf(region)])),
    api_key_header: apiKeyHeader,
    ...(demo === undefined ? {} : { demo }),
    ...(certificate === undefined ? {} : { certificate }),
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
  { access, apiKeyHeader, handler }: Extras
): Effect.Effect<Response, never, Scope.Scope> => {
  const { method } = request
  const { local, secure = false } = access
  const path = url.split("?", 1)[0] || "/"
  const prefix = request.url.slice(0, request.url.length - url.length)
  const refused = denied(request, access)
  const { settings } = MutableRef.get(tenant.regions.us.world)
  const sent: OwnRequest = {
    method,
    path,
    query: url.slice(path.length),
    base: `${originOf(request, secure)}${prefix}`,
    prefix,
    tenant,
    apiKeyHeader,
    demo: refused === undefined ? demoOf(MutableRef.get(tenant.regions.us.world)) : undefined,
    local,
    acceptsHtml: /\btext\/html\b/.test(request.headers["accept"] ?? "")
  }
  if (path === "/" && isRead(method)) return Effect.succeed(index(sent, access.certificate))
  if (!isOwn(path))
    return Effect.succeed(errorResponse(undefined, path, noRegion(path), optionLookup(settings.choices)))
  const [, file] = /^\/__mock\/assets\/([\w-][\w.-]*)$/.exec(path) ?? []
  if (file !== undefined && isRead(method)) return Effect.flatMap(consolePage, ({ asset }) => asset(file))
  const name = path.replace(/\/$/, "")
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined
  if (refused !== undefined && page?.isOpen !== true) return Effect.succeed(refused)
  if (page !== undefined) {
    if (!isRead(method)) return refuse(sent, name)
    const error = unknownParameter(`${name}${sent.query}`, page.parameter)
    return error === undefined ? page.answer(sent) : Effect.succeed(error)
  }
  // routers ignore a trailing slash, as after an empty id
  if (path.endsWith("/")) return refuse(sent, path)
  return Effect.flatMap(
    handler(request, url, { tenant, apiKeyHeader, secure }),
    Option.match({ onNone: () => refuse(sent, path), onSome: Effect.succeed })
  )
}
