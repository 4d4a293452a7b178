import { assert, describe, it } from "@effect/vitest"
import { expectTypeOf } from "vitest"

import type { EnterpriseUser } from "../src/EnterpriseUsers.ts"
import { ConnectionFailed, ErrorV1 } from "../src/Errors.ts"
import { connect, reveal, secret } from "../src/promise.ts"
import { json } from "./support/wire.ts"

type Answer = (path: string, signal: AbortSignal | null | undefined) => Response | Promise<Response>

const remote = (answer: Answer) =>
  connect({
    name: "us",
    baseUrl: "https://us.example.com",
    apiKey: "key-1",
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input)
      return Promise.resolve(answer(url.pathname + url.search, init?.signal))
    }
  })

const page = (number: number) => ({
  entries: [{ id: number * 2 - 1 }, { id: number * 2 }],
  total_entries: 6,
  total_pages: 3,
  page: number,
  page_size: 2
})

const service: Answer = (path) =>
  path.startsWith("/api/v1/auth")
    ? json(200, { token: "token-1", refresh: "refresh-1" })
    : json(200, page(Number(/page=(\d+)/.exec(path)?.[1] ?? 1)))

const credentials = { email: "ada", password: secret("correct-horse") }

describe("the promise form", () => {
  it("answers as promises, and as async iterables over all pages", async () => {
    const client = await remote(service)
    await client.session.logIn(credentials)
    assert.strictEqual((await client.enterpriseUsers.list({ page: 2 })).page, 2)
    const ids: Array<number> = []
    for await (const user of client.enterpriseUsers.stream()) {
      expectTypeOf(user).toEqualTypeOf<EnterpriseUser>()
      ids.push(user.id)
    }
    assert.deepStrictEqual(ids, [1, 2, 3, 4, 5, 6])
    await client.close()
  })

  it("takes services' values, such as the token, as methods", async () => {
    const client = await remote(service)
    await client.session.logIn(credentials)
    assert.strictEqual(reveal(await client.session.token()), "token-1")
  })

  it("rejects with instances of the error classes", async () => {
    const refusing = await remote(() => json(401, { code: 401, message: "Invalid credentials" }))
    const refused = await refusing.session.logIn(credentials).catch((error: unknown) => error)
    assert.instanceOf(refused, ErrorV1)
    const offline = await remote(() => Promise.reject(new TypeError("fetch failed")))
    assert.instanceOf(await offline.session.logIn(credentials).catch((error: unknown) => error), ConnectionFailed)
  })

  it("rejects an address that is none", async () => {
    const error: unknown = await connect({ name: "us", baseUrl: "nonsense", apiKey: "k" }).catch((error) => error)
    assert.match(String(error), /https:\/\/us\.example\.com/)
  })

  it("cancels a call and its request with a signal", async () => {
    const controller = new AbortController()
    const seen = Promise.withResolvers<AbortSignal | null | undefined>()
    const client = await remote((_, signal) => {
      seen.resolve(signal)
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted"))))
    })
    const call = client.session.logIn(credentials, { signal: controller.signal }).catch((error: unknown) => error)
    const signal = await seen.promise
    controller.abort("changed my mind")
    assert.strictEqual(await call, "changed my mind")
    assert.isTrue(signal?.aborted)
  })

  it("ends an iteration with the signal's reason", async () => {
    const controller = new AbortController()
    const client = await remote(service)
    await client.session.logIn(credentials)
    const read = async () => {
      for await (const { id } of client.enterpriseUsers.stream({}, {}, { signal: controller.signal })) {
        if (id === 2) controller.abort("enough")
      }
    }
    assert.strictEqual(await read().catch((error: unknown) => error), "enough")
  })
})
