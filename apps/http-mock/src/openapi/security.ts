import type { Operation } from "@remote-assist/core/Contract"

/** How requests carry their credentials. */
export const securitySchemes = (apiKeyHeader: string) => ({
  apiKey: {
    type: "apiKey",
    in: "header",
    name: apiKeyHeader,
    description: "The API key. Operations that take no user token accept it in the header `authorization` too."
  },
  userToken: {
    type: "apiKey",
    in: "header",
    name: "authorization",
    description: "A user token as log-in yields it, without a prefix; `Bearer` before it is passed over."
  }
})

const apiKey = { apiKey: [] }
const both = { apiKey: [], userToken: [] }

/** Which credentials an operation needs; each entry is enough. */
export const security = ({
  path,
  takesUserToken
}: Operation): ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>> => {
  if (takesUserToken) return [both]
  return path.startsWith("/v1/token/") ? [apiKey, both] : [apiKey]
}
