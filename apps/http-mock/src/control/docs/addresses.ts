import * as FindMyWay from "effect/http/FindMyWay"

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
export const allWith = (control: ReadonlyArray<Endpoint>): ReadonlyArray<Endpoint> => [...documentation, ...control]

/** An {@link Endpoint} at its address, with parameters in braces. */
export interface Address {
  readonly method: string
  readonly url: string
  readonly what: string
}

/** The addresses of endpoints at a base address. */
export const addressesAt = (base: string, endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<Address> =>
  endpoints.map(({ method, path, what }) => ({ method, url: `${base}${path.replaceAll(/:(\w+)/g, "{$1}")}`, what }))

/** The methods that some of the endpoints take at a path. */
export const methodsAt = (path: string, endpoints: ReadonlyArray<Endpoint>): ReadonlyArray<string> => {
  const router = FindMyWay.make<Endpoint>({ maxParamLength: Number.POSITIVE_INFINITY })
  for (const endpoint of endpoints) router.on(endpoint.method, endpoint.path, endpoint)
  return endpoints
    .filter((endpoint) => router.find(endpoint.method, path)?.handler === endpoint)
    .map(({ method }) => method)
}
