// a Fastify server with the same answers as the emulator: rows in maps, HMAC check of the token, look-up of user and permission
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

import Fastify from "fastify"
import type { FastifyRequest } from "fastify"

import * as Measure from "./measure.ts"

interface Claims {
  readonly sub: string
  readonly exp: number
  readonly nbf: number
  readonly iss: string
  readonly aud: string
  readonly pem: ReadonlyArray<string>
}

interface User {
  readonly id: number
  readonly email: string
  readonly active: boolean
}

const [port = "", origin = "", given = ""] = process.argv.slice(2)
const base = "/us/api"

const copied = async (path: string): Promise<any> =>
  (await fetch(`${origin}${base}${path}`, { headers: { ...Measure.key, authorization: given } })).json()

const copyUsers = async () => {
  const users: Array<User> = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { entries, total_pages } = await copied(`/v1r1/enterprise/users?page=${page}&page_size=100`)
    users.push(...entries)
    pages = total_pages
  }
  return users
}

const users = await copyUsers()
const byId = new Map(users.map((user) => [user.id, user]))
const byEmail = new Map(users.map((user) => [user.email, user]))
const callPath = "/v1/calls/call_00000000-0000-4000-8000-000000000001"
const calls = new Map([[callPath.split("/").at(-1), await copied(callPath)]])
const info = await copied("/v1/token/info")
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
  if (headers["x-service-api-key"] !== Measure.key["x-service-api-key"]) return "The API key is missing or not known."
  const claims = verified(headers.authorization ?? "")
  if (claims === undefined) return "The token is malformed. Log in to get one."
  const now = Date.now() / 1000
  if (claims.iss !== iss || claims.aud !== aud || now >= claims.exp || now < claims.nbf) return "The token has expired."
  if (byId.get(Number(claims.sub.slice("User:".length)))?.active !== true) return "The user is not active."
  return claims.pem.includes("manage_users") ? undefined : "The token lacks the permission manage_users."
}

const text = { type: "string" }
const flag = { type: "boolean" }
const integer = { type: "integer" }
const size = { type: ["string", "null"] }

// all rows have the field types of the first
const types: Readonly<Record<string, object>> = { string: text, boolean: flag, number: integer }
const special = {
  avatar: { type: "object", properties: { original: size, thumb: size } },
  permissions: { type: "array", items: text }
}
const properties = Object.fromEntries(
  Object.entries(users[0] ?? {}).map(([name, value]) => [name, types[typeof value]])
)

const querystring = {
  type: "object",
  properties: {
    filter: text,
    page: { type: "integer", minimum: 1, default: 1 },
    page_size: { type: "integer", minimum: 1, maximum: 100, default: 20 }
  }
}

const answer = {
  type: "object",
  properties: {
    entries: { type: "array", items: { type: "object", properties: { ...properties, ...special } } },
    total_entries: integer,
    total_pages: integer,
    page: integer,
    page_size: integer
  }
}

interface Query {
  readonly filter?: string
  readonly page: number
  readonly page_size: number
}

const list = ({ query: { filter, page, page_size } }: FastifyRequest<{ Querystring: Query }>) => {
  const found = filter && byEmail.get(filter.replace("email=", ""))
  const all = filter === undefined ? users : found ? [found] : []
  return {
    entries: all.slice((page - 1) * page_size, page * page_size),
    total_entries: all.length,
    total_pages: Math.ceil(all.length / page_size),
    page,
    page_size
  }
}

const server = Fastify()
await server.register(async (guarded) => {
  guarded.addHook("onRequest", async (request, reply) => {
    const message = refusalOf(request)
    return message === undefined ? undefined : reply.code(401).send({ code: 1002, message })
  })
  guarded.get(`${base}/v1/token/info`, () => info)
  guarded.get(`${base}/v1/calls/recent`, () => ({}))
  guarded.get<{ Params: { id: string } }>(`${base}/v1/calls/:id`, ({ params }) => calls.get(params.id))
  guarded.get<{ Querystring: Query }>(`${base}/v1r1/enterprise/users`, { schema: { querystring } }, list)
  guarded.get<{ Querystring: Query }>("/schema", { schema: { querystring, response: { 200: answer } } }, list)
})
const logIn = { type: "object", required: ["email", "password"], properties: { email: text, password: text } }
server.post<{ Body: { email: string; password: string } }>(
  `${base}/v1r1/auth`,
  { schema: { body: logIn } },
  ({ body, headers }, reply) => {
    if (headers["x-service-api-key"] !== Measure.key["x-service-api-key"] || accounts.get(body.email) !== body.password)
      return reply.code(400).send({ code: 1000, message: "wrong", name: "generic" })
    const iat = Math.floor(Date.now() / 1000)
    const claims = { ...claimsOf(payload), iat, nbf: iat, exp: iat + 2_592_000, jti: randomBytes(16).toString("hex") }
    const signingInput = `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`
    const token = `${signingInput}.${signature(signingInput).toString("base64url")}`
    return { refresh: randomBytes(16).toString("hex"), token }
  }
)

await server.listen({ host: "127.0.0.1", port: Number(port) })
