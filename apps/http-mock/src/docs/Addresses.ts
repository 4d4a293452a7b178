const addresses = [
  { method: "GET", path: "/__mock", what: "this list" },
  { method: "GET", path: "/__mock/docs", what: "the operations, to read and to try" },
  { method: "GET", path: "/__mock/openapi.json", what: "the operations as an OpenAPI 3.1 document" },
  { method: "GET", path: "/__mock/keys", what: "the keys that verify the tokens of each region, as JWK sets" }
]

/** What the emulator serves about itself, beside the service, at an origin. */
export const addressesAt = (origin: string) =>
  addresses.map(({ method, path, what }) => ({ method, url: `${origin}${path}`, what }))
