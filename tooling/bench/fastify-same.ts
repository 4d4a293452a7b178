// a Fastify server with the same answers as the emulator: rows in maps, HMAC check of the token, look-up of the user
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

import Fastify from "fastify"
import type { FastifyRequest } from "fastify"

interface Claims {
  readonly sub: string
  readonly exp: number
  readonly nbf: number
  readonly iss: string
  readonly aud: string
}

const [port = "", origin = "", given = ""] = process.argv.slice(2)
const apiKey = "demo-api-key"
const base = "/us/api"

const copied = async (path: string): Promise<unknown> =>
  (await fetch(`${origin}${base}${path}`, { headers: { "x-service-api-key": apiKey, authorization: given } })).json()

const callPath = "/v1/calls/call_00000000-0000-4000-8000-000000000001"
const info = await copied("/v1/token/info")
const calls = new Map([[callPath.split("/").at(-1), await copied(callPath)]])
const byEmail = new Map([
  ["email=grace@example.com", await copied("/v1r1/enterprise/users?filter=email%3Dgrace%40example.com")]
])
const pages = new Map([["7", await copied("/v1r1/enterprise/users?page=7")]])
const active = new Set(["User:101"])
const accounts = new Map([["ada@example.com", "correct-horse"]])

const key = randomBytes(32)
const signature = (signed: string) => createHmac("sha256", key).update(signed).digest()
const claimsOf = (payload: string) => JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims
const [head = "", payload = "", signed = ""] = given.split(".")
const { aud, iss } = claimsOf(payload)
// the key of the emulator's token is unknown, so this computes another signature at the same cost
const known = Buffer.from(signed)

const verified = (token: string): Claims | undefined => {
  const [head = "", payload = "", signed = ""] = token.split(".")
  const computed = signature(`${head}.${payload}`)
  const actual = Buffer.from(signed)
  return computed.length > 0 && actual.length === known.length && timingSafeEqual(actual, known)
    ? claimsOf(payload)
    : undefined
}

const refusalOf = ({ headers }: FastifyRequest): string | undefined => {
  if (headers["x-service-api-key"] !== apiKey) return "The API key is missing or not known."
  const claims = verified(headers.authorization ?? "")
  if (claims === undefined) return "The token is malformed. Log in to get one."
  const now = Date.now() / 1000
  if (claims.iss !== iss || claims.aud !== aud || now >= claims.exp || now < claims.nbf) return "The token has expired."
  return active.has(claims.sub) ? undefined : "The user is not active."
}

const server = Fastify()
const page = { type: "object", properties: { page: { type: "integer", minimum: 1 }, filter: { type: "string" } } }
const guarded = {
  onRequest: async (
    request: FastifyRequest,
    reply: { code: (status: number) => { send: (body: object) => unknown } }
  ) => {
    const message = refusalOf(request)
    return message === undefined ? undefined : reply.code(401).send({ code: 1002, message })
  }
}
server.get(`${base}/v1/token/info`, guarded, () => info)
server.get(`${base}/v1/calls/recent`, guarded, () => ({}))
server.get<{ Params: { id: string } }>(`${base}/v1/calls/:id`, guarded, ({ params }) => calls.get(params.id))
server.get<{ Querystring: { filter?: string; page?: number } }>(
  `${base}/v1r1/enterprise/users`,
  { ...guarded, schema: { querystring: page } },
  ({ query }) => (query.filter === undefined ? pages.get(String(query.page)) : byEmail.get(query.filter))
)
const text = { type: "string" }
const logIn = { type: "object", required: ["email", "password"], properties: { email: text, password: text } }
server.post<{ Body: { email: string; password: string } }>(
  `${base}/v1r1/auth`,
  { schema: { body: logIn } },
  ({ body, headers }, reply) => {
    if (headers["x-service-api-key"] !== apiKey || accounts.get(body.email) !== body.password)
      return reply.code(400).send({ code: 1000, message: "wrong", name: "generic" })
    const iat = Math.floor(Date.now() / 1000)
    const claims = { ...claimsOf(payload), iat, nbf: iat, exp: iat + 2_592_000, jti: randomBytes(16).toString("hex") }
    const signingInput = `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`
    const token = `${signingInput}.${signature(signingInput).toString("base64url")}`
    return { refresh: randomBytes(16).toString("hex"), token }
  }
)

await server.listen({ host: "127.0.0.1", port: Number(port) })
