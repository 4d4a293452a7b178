import type { RegionName } from "@remote-assist/core/Region"
import * as Effect from "effect/Effect"
import type * as OpenApi from "effect/http-api/OpenApi"
import * as FindMyWay from "effect/http/FindMyWay"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as MutableRef from "effect/MutableRef"

import type { RegionState, Tenant } from "../../tenants/Tenant.ts"
import { problem as plainProblem } from "../../wire/errors.ts"
import type { Demo } from "../../world/seed/demo.ts"

/** An endpoint that the emulator serves beside the service. */
export interface Endpoint {
  readonly method: string
  /** Parameters are spelt `:name`. */
  readonly path: `/${string}`
  readonly what: string
}

const documentation: ReadonlyArray<Endpoint> = [
  { method: "GET", path: "/__mock", what: "this list" },
  { method: "GET", path: "/__mock/health", what: "that the emulator answers" },
  { method: "GET", path: "/__mock/docs", what: "the operations and the control plane, to read and to try" },
  {
    method: "GET",
    path: "/__mock/openapi.json",
    what: "the operations as an OpenAPI 3.1 document; ?version=3.0 as one of 3.0.3"
  },
  { method: "GET", path: "/__mock/control.json", what: "the control plane as an OpenAPI 3.1 document" },
  { method: "GET", path: "/__mock/keys", what: "the keys that verify the tokens of each region, as JWK sets" }
]

/** All that the emulator serves beside the service: documentation and the control plane. */
const allWith = (control: ReadonlyArray<Endpoint>): ReadonlyArray<Endpoint> => [...documentation, ...control]

/** An {@link Endpoint} at its address, with parameters in braces. */
interface Address {
  readonly method: string
  readonly url: string
  readonly what: string
}

/** The addresses of endpoints at a base address. */
const addressesAt = (base: string, endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<Address> =>
  endpoints.map(({ method, path, what }) => ({ method, url: `${base}${path.replaceAll(/:(\w+)/g, "{$1}")}`, what }))

/** The methods that some of the endpoints take at a path. */
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

/** The keys that verify the tokens of each region, as JWK sets (RFC 7517). */
const keys = ({ regions }: Tenant) => ({ us: keySet("us", regions.us), eu: keySet("eu", regions.eu) })

/** What is asked for. */
export interface DocsRequest {
  readonly method: string
  /** Without a query. */
  readonly path: string
  /** What follows the `?`; empty where nothing does. */
  readonly query: string
  /** Where the request says that the emulator is. */
  readonly origin: string
  /** What stands before the path of every address, such as `/t/team-a`; empty where no tenant is named. */
  readonly prefix: string
}

/** What the answers are about. */
export interface DocsContext {
  readonly tenant: Tenant
  readonly apiKeyHeader: string
  /** What a program of this machine may know; nothing for another one, and for a page under another name. */
  readonly demo: Demo | undefined
  /** Whether the control plane asks for no token. */
  readonly local: boolean
  /** The endpoints of the control plane. */
  readonly endpoints: Effect.Effect<ReadonlyArray<Endpoint>>
  /** The document of the control plane. */
  readonly controlDocument: Effect.Effect<OpenApi.OpenAPISpec>
}

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse>

interface Place extends DocsContext {
  readonly query: string
  readonly origin: string
  readonly prefix: string
}

const json = (body: unknown, status = 200) => HttpServerResponse.jsonUnsafe(body, { status })

// keeps a browser from asking anybody else, whatever the page's library does
const policy = [
  "default-src 'none'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src data:",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'"
].join("; ")

// the document and the page are loaded when they are asked for, which keeps them out of the start
const answers: Readonly<Record<string, (place: Place) => Answer>> = {
  "/__mock": ({ endpoints, origin, prefix }) =>
    Effect.map(endpoints, (control) => json({ addresses: addressesAt(`${origin}${prefix}`, allWith(control)) })),
  "/__mock/health": () => Effect.sync(() => json({ status: "ok" })),
  "/__mock/keys": ({ tenant }) => Effect.sync(() => json(keys(tenant))),
  "/__mock/openapi.json": ({ apiKeyHeader, origin, prefix, query }) =>
    Effect.map(
      Effect.promise(() => import("../../openapi/document.ts")),
      ({ inVersion, versions }) => {
        const version = new URLSearchParams(query).get("version") ?? versions[0]
        const document = inVersion(version, `${origin}${prefix}`, apiKeyHeader)
        if (document !== undefined) return json(document)
        const detail = `There is no version ${version} of the document. Use version=${versions.join(" or version=")}.`
        return plainProblem(400, "Bad Request", detail)
      }
    ),
  "/__mock/docs": ({ apiKeyHeader, controlDocument, demo, local, prefix }) =>
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
    { type: "about:blank", status, title, detail: `${why} The addresses say what there is.`, addresses },
    { status, contentType: "application/problem+json" }
  )

const refuse = (method: string, path: string, base: string, { endpoints }: DocsContext) =>
  Effect.map(endpoints, (control) => {
    const all = allWith(control)
    const addresses = addressesAt(base, all)
    const taken = methodsAt(path, all)
    // a parameter that no router takes, as one of a thousand letters, has the methods and no endpoint
    if (taken.length === 0 || taken.includes(method))
      return problem(404, "Not Found", `There is nothing at ${method} ${path}.`, addresses)
    const why = `${path} does not take ${method}. Use ${taken.join(" or ")}.`
    const allow = taken.flatMap((one) => (one === "GET" ? [one, "HEAD"] : [one])).join(", ")
    return HttpServerResponse.setHeader(problem(405, "Method Not Allowed", why, addresses), "allow", allow)
  })

/** Whether a path is one of those that are served here. */
export const serves = (path: string): boolean => Object.hasOwn(answers, path.replace(/\/$/, ""))

// what tells nothing of a world, so that a browser may open it wherever the emulator listens
const open = new Set(["/__mock", "/__mock/health", "/__mock/docs", "/__mock/openapi.json"])

/** Whether a path is served to anybody. */
export const isOpen = (path: string): boolean => open.has(path.replace(/\/$/, ""))

/** Answers a request for what the emulator serves about itself; any other with what there is. */
export const answer = ({ method, origin, path, prefix, query }: DocsRequest, context: DocsContext): Answer => {
  const base = `${origin}${prefix}`
  const found = Object.entries(answers).find(([address]) => address === path.replace(/\/$/, ""))
  return found !== undefined && (method === "GET" || method === "HEAD")
    ? found[1]({ ...context, origin, prefix, query })
    : refuse(method, found === undefined ? path : found[0], base, context)
}
