/** An endpoint that the emulator serves beside the service. */
export interface Endpoint {
  readonly method: string
  /** With parameters in braces. */
  readonly path: string
  readonly what: string
}

const documentation: ReadonlyArray<Endpoint> = [
  { method: "GET", path: "/__mock", what: "this list" },
  { method: "GET", path: "/__mock/docs", what: "the operations, to read and to try" },
  { method: "GET", path: "/__mock/openapi.json", what: "the operations as an OpenAPI 3.1 document" },
  { method: "GET", path: "/__mock/control.json", what: "the control plane as an OpenAPI 3.1 document" },
  { method: "GET", path: "/__mock/keys", what: "the keys that verify the tokens of each region, as JWK sets" }
]

/** An {@link Endpoint} at its address. */
export interface Address {
  readonly method: string
  readonly url: string
  readonly what: string
}

/** What the emulator serves beside the service, at a base address. */
export const addressesAt = (base: string, control: ReadonlyArray<Endpoint>): ReadonlyArray<Address> =>
  [...documentation, ...control].map(({ method, path, what }) => ({ method, url: `${base}${path}`, what }))

const fits = (pattern: string, url: string) => {
  const sent = url.split("/")
  const parts = pattern.split("/")
  return parts.length === sent.length && parts.every((part, at) => part.startsWith("{") || part === sent[at])
}

/** The methods that some addresses take at a URL. */
export const methodsAt = (url: string, addresses: ReadonlyArray<Address>): ReadonlyArray<string> => [
  ...new Set(addresses.filter((address) => fits(address.url, url)).map(({ method }) => method))
]
