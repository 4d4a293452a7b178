import { inspect } from "node:util"

import { assert, describe, it } from "vitest"

import { connect, ConnectionFailed, ErrorV1R1 } from "../../src/promise.ts"
import { clientOf, loggedIn, rejection, usual } from "./service.ts"
import type { Answer } from "./service.ts"

describe("a renewal of the session in the midst of a call", () => {
  it("has none of the call's options, and is not its response", async () => {
    const { remote, seen } = await loggedIn((seen, response) => {
      if (seen.path.endsWith("/refresh")) {
        response.setHeader("x-request-id", "renewal")
        return { token: "token-2", refresh: "refresh-2" }
      }
      if (seen.path.endsWith("/auth") || seen.headers.authorization === "token-2") return usual(seen, response)
      response.statusCode = 400
      return { code: 1003, message: "Token expired", name: "generic" }
    })
    const options = { extra: { query: { colour: "blue" }, body: { colour: "blue" } }, headers: { "x-team": "a" } }
    const { requestId } = await remote.enterpriseUsers.update(7, { active: false }, options).withResponse()
    const [, renewal] = seen
    assert.strictEqual(renewal?.path, "/api/v1/auth/refresh")
    assert.strictEqual(String(renewal?.query), "")
    assert.deepStrictEqual(JSON.parse(renewal?.body ?? ""), { refresh_token: "refresh-1" })
    assert.isUndefined(renewal?.headers["x-team"])
    assert.isUndefined(requestId)
    assert.strictEqual(seen.length, 3)
  })
})

describe("withResponse", () => {
  const numbered: Answer = (seen, response) => {
    response.setHeader("x-request-id", "request-1")
    const body = usual(seen, response)
    return seen.path.endsWith("/auth") ? body : { ...Object(body), colour: "blue" }
  }

  it("yields the answer, its status, headers and request id, and the body as it came", async () => {
    const { remote, seen } = await loggedIn(numbered)
    const call = remote.enterpriseUsers.list()
    const { data, headers, raw, requestId, status } = await call.withResponse()
    assert.strictEqual(data, await call)
    assert.strictEqual(status, 200)
    assert.strictEqual(requestId, "request-1")
    assert.strictEqual(headers["content-type"], "application/json")
    assert.strictEqual(Object(raw).colour, "blue")
    assert.notInclude(inspect(raw, { depth: 9 }), "token-of")
    assert.strictEqual(Object(raw).entries[1].token.reveal(), "token-of-2")
    assert.strictEqual(seen.length, 1)
  })

  it("may be asked for when the call has long ended", async () => {
    const { remote, seen } = await loggedIn(numbered)
    const call = remote.enterpriseUsers.list()
    await call
    assert.strictEqual((await call.withResponse()).requestId, "request-1")
    assert.strictEqual(seen.length, 1)
  })

  it("rejects with the request id and the masked headers of the answer", async () => {
    const { remote } = await loggedIn((seen, response) => {
      if (seen.path.endsWith("/auth")) return usual(seen, response)
      response.statusCode = 400
      response.setHeader("X-Request-Id", "request-1")
      response.setHeader("X-Echo", String(seen.headers.authorization))
      return { code: 7, message: "No user 7", name: "generic" }
    })
    const error = await rejection(remote.enterpriseUsers.remove(7).withResponse())
    assert.instanceOf(error, ErrorV1R1)
    const { headers, requestId }: ErrorV1R1 = error
    assert.strictEqual(requestId, "request-1")
    assert.deepInclude(headers, { "x-request-id": "request-1", "x-echo": "…" })
  })

  it("rejects if the body exceeds the setting bodyLimit", async () => {
    const { remote } = await clientOf(numbered, { bodyLimit: 10 })
    const error = await rejection(remote.auth.anonymous("Ada"))
    assert.deepInclude(error, { _tag: "BodyTooLarge", limit: 10, requestId: "request-1" })
  })

  it("rejects with the code and the error of the platform if no answer came", async () => {
    await using remote = await connect({ name: "us", baseUrl: "http://127.0.0.1:49151", apiKey: "key-1" })
    const error = await rejection(remote.auth.anonymous("Ada").withResponse())
    assert.instanceOf(error, ConnectionFailed)
    const { cause, code }: ConnectionFailed = error
    assert.strictEqual(code, "ECONNREFUSED")
    assert.match(inspect(cause), /ECONNREFUSED/)
  })
})
