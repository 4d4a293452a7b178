// a Fastify server with the list of users: rows in an array, HMAC check of the token, look-up of user and permission
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import type { AddressInfo } from "node:net"

import Fastify from "fastify"
import type { FastifyRequest } from "fastify"

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
  readonly active: boolean
}

interface Answer {
  readonly entries: ReadonlyArray<User>
  readonly total_pages: number
}

const [url = "", apiKey = "", given = ""] = process.argv.slice(2)

const copyUsers = async () => {
  const headers = { "x-service-api-key": apiKey, authorization: given }
  const users: Array<User> = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await fetch(`${url}?page=${page}&page_size=100`, { headers })
    const { entries, total_pages } = (await answer.json()) as Answer
    users.push(...entries)
    pages = total_pages
  }
  return users
}

const users = await copyUsers()
const byId = new Map(users.map((user) => [user.id, user]))

const key = randomBytes(32)
const signature = (signed: string) => createHmac("sha256", key).update(signed).digest()
const claimsOf = (payload: string) => JSON.parse(Buffer.from(payload, "base64url").toString()) as Claims

// the emulator's claims, signed with a key of this server
const [head = "", payload = ""] = given.split(".")
const token = `${head}.${payload}.${signature(`${head}.${payload}`).toString("base64url")}`
const { aud, iss } = claimsOf(payload)

const verified = (token: string): Claims | undefined => {
  const [head = "", payload = "", signed = ""] = token.split(".")
  const expected = signature(`${head}.${payload}`)
  const actual = Buffer.from(signed, "base64url")
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? claimsOf(payload) : undefined
}

const refusalOf = ({ headers }: FastifyRequest): string | undefined => {
  if (headers["x-service-api-key"] !== apiKey) return "The API key is missing or not known."
  const claims = verified(headers.authorization ?? "")
  if (claims === undefined) return "The token is missing or was changed."
  const now = Date.now() / 1000
  if (claims.iss !== iss || claims.aud !== aud || now >= claims.exp || now < claims.nbf)
    return "The token does not work here and now."
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

const list = ({ query }: FastifyRequest<{ Querystring: { readonly page: number; readonly page_size: number } }>) => {
  const { page, page_size } = query
  return {
    entries: users.slice((page - 1) * page_size, page * page_size),
    total_entries: users.length,
    total_pages: Math.ceil(users.length / page_size),
    page,
    page_size
  }
}

const server = Fastify()
server.addHook("onRequest", async (request, reply) => {
  const message = refusalOf(request)
  if (message !== undefined) return reply.code(400).send({ code: 1002, message, name: "generic" })
})
server.get("/stringify", { schema: { querystring } }, list)
server.get("/schema", { schema: { querystring, response: { 200: answer } } }, list)

await server.listen({ host: "127.0.0.1", port: 0 })
process.send?.({ port: (server.server.address() as AddressInfo).port, token })
