import { UserTokenV1, UserTokenV1R1, UserTokenV1Text } from "@remote-assist/core/Credentials"

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

const withToken: ReadonlyArray<unknown> = [UserTokenV1, UserTokenV1Text, UserTokenV1R1]

/** Which credentials an operation needs; each entry is enough. */
export const security = (endpoint: {
  readonly middlewares: ReadonlySet<unknown>
  readonly path: string
}): ReadonlyArray<Readonly<Record<string, ReadonlyArray<string>>>> => {
  if (withToken.some((tag) => endpoint.middlewares.has(tag))) return [both]
  return endpoint.path.startsWith("/v1/token/") ? [apiKey, both] : [apiKey]
}
