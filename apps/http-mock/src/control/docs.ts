import type { RegionName } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import * as FindMyWay from "effect/http/FindMyWay"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"

import type { RegionState, Tenant } from "../tenants/Tenant.ts"
import { problem as plainProblem } from "../wire/errors.ts"
import type { Demo } from "../world/seed/demo.ts"

/** An endpoint that is not of the service. */
export interface Endpoint {
  readonly method: string
  /** Parameters are `:name`. */
  readonly path: `/${string}`
  readonly what: string
}

const documentation: ReadonlyArray<Endpoint> = [
  { method: "GET", path: "/__mock", what: "this list" },
  { method: "GET", path: "/__mock/health", what: "the health check" },
  {
    method: "GET",
    path: "/__mock/docs",
    what: "the documentation of the operations and the control plane, with a client"
  },
  {
    method: "GET",
    path: "/__mock/openapi.json",
    what: "the operations as an OpenAPI 3.1 document; ?version=3.0 for 3.0.3"
  },
  { method: "GET", path: "/__mock/control.json", what: "the control plane as an OpenAPI 3.1 document" },
  { method: "GET", path: "/__mock/keys", what: "the keys for verifying the tokens of each region, as JWK sets" }
]

/** The document of the control plane; loaded on demand, to keep the start fast. */
const controlDocument = Effect.map(
  Effect.promise(() => Promise.all([import("./ControlApi.ts"), import("effect/http-api/OpenApi")])),
  ([{ ControlApi }, { fromApi }]) => fromApi(ControlApi)
)

/** All endpoints that are not of the service. */
const endpoints: Effect.Effect<ReadonlyArray<Endpoint>> = Effect.map(
  Effect.promise(() => import("./ControlApi.ts")),
  ({ ControlApi }) => [
    ...documentation,
    ...Object.values(ControlApi.groups).flatMap((group) =>
      Object.values(group.endpoints).map(({ identifier, method, path }) => ({
        method: String(method),
        path: `/${path.slice(1)}` as const,
        what: `control: ${group.identifier}.${identifier}`
      }))
    )
  ]
)

/** The URL of an {@link Endpoint}, with parameters in braces. */
interface Address {
  readonly method: string
  readonly url: string
  readonly what: string
}

const addressesAt = (base: string, endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<Address> =>
  endpoints.map(({ method, path, what }) => ({ method, url: `${base}${path.replaceAll(/:(\w+)/g, "{$1}")}`, what }))

/** Returns the methods that the endpoints accept at a path. */
const methodsAt = (path: string, endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<string> => {
  const router = FindMyWay.make<Endpoint>({ maxParamLength: Number.POSITIVE_INFINITY })
  for (const endpoint of endpoints) router.on(endpoint.method, endpoint.path, endpoint)
  return endpoints
    .filter((endpoint) => router.find(endpoint.method, path)?.handler === endpoint)
    .map(({ method }) => method)
}

const keySet = (region: RegionName, { world }: RegionState) => {
  const { key } = MutableRef.get(world).settings
  return {
    keys: [{ kty: "oct", alg: "HS256", use: "sig", kid: region, k: Buffer.from(key).toString("base64url") }]
  }
}

/** Returns the keys for verifying the tokens of each region, as JWK sets (RFC 7517). */
const keys = ({ regions }: Tenant) => ({ us: keySet("us", regions.us), eu: keySet("eu", regions.eu) })

/** A request outside of the regions. */
export interface OwnRequest {
  readonly method: string
  /** The path without the query. */
  readonly path: string
  /** The query with its `?`, or empty. */
  readonly query: string
  /** The origin of the emulator, by the request. */
  readonly origin: string
  /** The prefix of all paths, such as `/t/team-a`; empty without a tenant. */
  readonly prefix: string
  readonly tenant: Tenant
  readonly apiKeyHeader: string
  /** The demo values, for programs on this machine only. */
  readonly demo: Demo | undefined
  /** Whether the control plane needs no token. */
  readonly local: boolean
}

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse>

const json = (body: unknown, status = 200) => HttpServerResponse.jsonUnsafe(body, { status })

// prevents requests to other hosts
const policy = [
  "default-src 'none'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src data:",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'"
].join("; ")

// the document and the page are loaded on demand, to keep the start fast
const answers: Readonly<Record<string, (request: OwnRequest) => Answer>> = {
  "/__mock": ({ origin, prefix }) =>
    Effect.map(endpoints, (all) => json({ addresses: addressesAt(`${origin}${prefix}`, all) })),
  "/__mock/health": () => Effect.sync(() => json({ status: "ok" })),
  "/__mock/keys": ({ tenant }) => Effect.sync(() => json(keys(tenant))),
  "/__mock/openapi.json": ({ apiKeyHeader, origin, prefix, query }) =>
    Effect.map(
      Effect.promise(() => import("../openapi/document.ts")),
      ({ inVersion, versions }) => {
        const version = new URLSearchParams(query).get("version") ?? versions[0]
        const document = inVersion(version, `${origin}${prefix}`, apiKeyHeader)
        if (document !== undefined) return json(document)
        const detail = `Unknown version ${version} of the document. Use version=${versions.join(" or version=")}.`
        return plainProblem(400, "Bad Request", detail)
      }
    ),
  "/__mock/docs": ({ apiKeyHeader, demo, local, prefix }) =>
    Effect.zip(
      Effect.promise(() => import("./swaggerPage.ts")),
      controlDocument
    ).pipe(
      Effect.flatMap(([{ page }, control]) => page({ base: prefix, apiKeyHeader, local, control }, demo?.apiKey)),
      Effect.map((html) =>
        HttpServerResponse.setHeader(HttpServerResponse.html(html), "content-security-policy", policy)
      )
    )
}

const problem = (status: number, title: string, why: string, addresses: ReadonlyArray<unknown>) =>
  HttpServerResponse.jsonUnsafe(
    { type: "about:blank", status, title, detail: `${why} See addresses for the endpoints.`, addresses },
    { status, contentType: "application/problem+json" }
  )

const refuse = ({ method, origin, prefix }: OwnRequest, path: string) =>
  Effect.map(endpoints, (all) => {
    const addresses = addressesAt(`${origin}${prefix}`, all)
    const allowed = methodsAt(path, all)
    // the router rejects some parameters, such as very long ones
    if (allowed.length === 0 || allowed.includes(method))
      return problem(404, "Not Found", `There is no endpoint ${method} ${path}.`, addresses)
    const why = `${path} does not accept ${method}. Use ${allowed.join(" or ")}.`
    const allow = allowed.flatMap((one) => (one === "GET" ? [one, "HEAD"] : [one])).join(", ")
    return HttpServerResponse.setHeader(problem(405, "Method Not Allowed", why, addresses), "allow", allow)
  })

/** Checks whether a path is a documentation page. */
export const serves = (path: string): boolean => Object.hasOwn(answers, path.replace(/\/$/, ""))

// pages without data of a world, which are public
const open = new Set(["/__mock", "/__mock/health", "/__mock/docs", "/__mock/openapi.json"])

/** Checks whether a path is public. */
export const isOpen = (path: string): boolean => open.has(path.replace(/\/$/, ""))

/** Handles a request for a documentation page; responds to any other with the list of endpoints. */
export const answer = (request: OwnRequest): Answer => {
  const path = request.path.replace(/\/$/, "")
  const page = Object.hasOwn(answers, path) ? answers[path] : undefined
  if (page === undefined) return refuse(request, request.path)
  return request.method === "GET" || request.method === "HEAD" ? page(request) : refuse(request, path)
}
