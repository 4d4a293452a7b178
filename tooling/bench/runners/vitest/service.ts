import { expect } from "vitest"

const base = `${process.env["EMULATOR_URL"]}/us/api`

interface Sent {
  readonly method?: string
  readonly token?: string
  readonly apiKey?: string
  readonly body?: unknown
}

export const send = async (path: string, { apiKey = "demo-api-key", body, method = "GET", token = "" }: Sent = {}) => {
  const answer = await fetch(base + path, {
    method,
    headers: { "x-service-api-key": apiKey, authorization: token, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body)
  })
  return { status: answer.status, body: (await answer.json()) as any }
}

export const refused = { status: 400, body: { name: "generic", message: expect.stringMatching(/./) } }

export const logIn = (password = "correct-horse") =>
  send("/v1r1/auth", { method: "POST", body: { email: "ada@example.com", password } })

export const users = (token: string, query: Record<string, string>) =>
  send(`/v1r1/enterprise/users?${new URLSearchParams(query).toString()}`, { token })

export const remove = (token: string, id: number) => send(`/v1r1/enterprise/users/${id}`, { method: "DELETE", token })

export const update = async (token: string, id: number, body: unknown) => {
  const { status } = await send(`/v1r1/enterprise/users/${id}`, { method: "PUT", token, body })
  expect(status).toBe(200)
}

export const userByEmail = async (token: string, email: string) => {
  const { body } = await users(token, { filter: `email=${email}` })
  expect(body.total_entries).toBe(1)
  return body.entries[0]
}

export const provision = async (token: string, name = "Somebody New") => {
  const email = `vitest-${crypto.randomUUID()}@example.com`
  const body = { name, email, send_email: false }
  const { status } = await send("/v1r1/enterprise/users", { method: "POST", token, body })
  expect(status).toBe(200)
  return await userByEmail(token, email)
}
