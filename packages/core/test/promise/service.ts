import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:http"

import { afterEach } from "vitest"

import { connect } from "../../src/promise.ts"
import type { Settings } from "../../src/promise.ts"

/** A request as it reached the service. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

export type Answer = (seen: Seen, response: ServerResponse) => unknown

const ends: Array<() => Promise<void>> = []

afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const textOf = async (request: IncomingMessage) => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}

const tokens = { token: "token-1", refresh: "refresh-1" }

/** A page of users, three pages of two in all. */
export const usersPage = (page: number) => ({
  entries: [{ id: page * 2 - 1 }, { id: page * 2, token: `token-of-${page * 2}` }],
  total_entries: 6,
  total_pages: 3,
  page,
  page_size: 2
})

/** Answers as the service does, as far as these tests need it. */
export const usual: Answer = ({ path, query }) =>
  path.startsWith("/api/v1/auth") ? tokens : usersPage(Number(query.get("page") ?? 1))

/** A service on a socket of this machine, until the test has ended. `undefined` leaves the answer to the function. */
export const serve = async (answer: Answer = usual) => {
  const seen: Array<Seen> = []
  const server = createServer((request, response) => {
    void textOf(request).then(async (body) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
      const one = { method: request.method ?? "", path: pathname, query: searchParams, headers: request.headers, body }
      seen.push(one)
      const json = await answer(one, response)
      if (json === undefined || response.writableEnded) return
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify(json))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  ends.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  )
  return { seen, baseUrl: `http://127.0.0.1:${port}` }
}

/** A client of such a service. */
export const clientOf = async (answer: Answer = usual, settings: Partial<Settings> = {}) => {
  const { baseUrl, seen } = await serve(answer)
  const remote = await connect({ name: "us", baseUrl, apiKey: "key-1", logger: false, ...settings })
  ends.push(() => remote.close())
  return { remote, seen, baseUrl }
}

/** A client of such a service, logged in. */
export const loggedIn = async (answer: Answer = usual, settings: Partial<Settings> = {}) => {
  const client = await clientOf(answer, settings)
  await client.remote.session.logIn({ email: "ada", password: "correct-horse" })
  client.seen.length = 0
  return client
}

/** What a promise is rejected with. */
export const rejection = (promise: PromiseLike<unknown>): Promise<any> =>
  Promise.resolve(promise).then(
    () => {
      throw new Error("it was not rejected")
    },
    (error: unknown) => error
  )
