import { inspect } from "node:util"

import { assert, describe, it } from "vitest"

import { ErrorV1R1, InvalidRequest, secret, SessionEnded } from "../../src/promise.ts"
import { clientOf, loggedIn, rejection, usual } from "./service.ts"

describe("a request that the contract lacks", () => {
  it("is sent with the session, and answers the body without what is secret in it", async () => {
    const { remote, seen } = await loggedIn(({ path }) =>
      path.endsWith("/auth") ? { token: "token-1", refresh: "refresh-1" } : { id: 1, token: "canary-4711" }
    )
    const call = remote.request("POST", "/v1/contacts", {
      query: { tag: ["a", "b"] },
      body: { name: "Ada", pin: secret("0000") },
      headers: { "x-team": "a" }
    })
    const body = Object(await call)
    assert.strictEqual(body.id, 1)
    assert.notInclude(inspect(body) + JSON.stringify(body), "canary-4711")
    assert.strictEqual(body.token.reveal(), "canary-4711")
    assert.strictEqual((await call.withResponse()).status, 200)
    assert.strictEqual(seen[0]?.path, "/api/v1/contacts")
    assert.strictEqual(String(seen[0]?.query), "tag=a&tag=b")
    assert.strictEqual(seen[0]?.headers.authorization, "token-1")
    assert.strictEqual(seen[0]?.headers["x-team"], "a")
    assert.deepStrictEqual(JSON.parse(seen[0]?.body ?? ""), { name: "Ada", pin: "0000" })
  })

  it("takes numbers and flags in its query, and a value that JSON can represent as its body", async () => {
    const { remote, seen } = await loggedIn()
    await remote.request("GET", "/v1/contacts", { query: { page: 2, all: true, id: [1, "b"] } })
    assert.strictEqual(String(seen[0]?.query), "page=2&all=true&id=1&id=b")
    for (const body of [[1], "a", null, new Date(0), secret("0000")]) {
      await remote.request("POST", "/v1/contacts", { body })
    }
    assert.deepStrictEqual(
      seen.slice(1).map(({ body }) => body),
      ["[1]", '"a"', "null", '"1970-01-01T00:00:00.000Z"', '"0000"']
    )
  })

  it("needs no session if it takes no user token", async () => {
    const { remote, seen } = await clientOf(() => ({}))
    assert.instanceOf(await rejection(remote.request("GET", "/v1/health")), SessionEnded)
    assert.deepStrictEqual(await remote.request("GET", "/v1/health", { takesUserToken: false }), {})
    assert.strictEqual(seen.length, 1)
    assert.strictEqual(seen[0]?.headers["x-service-api-key"], "key-1")
  })

  it("rejects with the error that the service answers", async () => {
    const { remote } = await loggedIn((seen, response) => {
      if (seen.path.endsWith("/auth")) return usual(seen, response)
      response.statusCode = 400
      return { code: 7, message: "No", name: "generic" }
    })
    assert.instanceOf(await rejection(remote.request("DELETE", "/v1r1/contacts/7")), ErrorV1R1)
  })

  it.each<[string, Array<any>, string]>([
    ["a method there is not", ["FETCH", "/v1/contacts"], "one of GET, POST"],
    ["a method that is not a text", [Object.create(null), "/v1/contacts"], "one of GET, POST"],
    ["a whole address", ["GET", "https://elsewhere.example.com/"], "the path must be"],
    ["an option misspelt", ["GET", "/v1/contacts", { qeury: {} }], 'did you mean "query"?'],
    ["an object in the query", ["GET", "/v1/contacts", { query: { page: {} } }], "an object of texts"],
    ["a query of another kind", ["GET", "/v1/contacts", { query: new URLSearchParams() }], "Object.fromEntries"],
    ["a body that is not awaited", ["POST", "/v1/contacts", { body: Promise.resolve({}) }], "was not awaited"],
    ["a body of another kind", ["POST", "/v1/contacts", { body: new Map() }], "a value that JSON can represent"],
    ["a path that leads elsewhere", ["GET", "/v1/../../x"], "path"]
  ])("is refused: %s", async (_, input, part) => {
    const { remote, seen } = await loggedIn()
    const misused: any = remote.request
    const error = await rejection(misused(...input))
    assert.instanceOf(error, InvalidRequest)
    assert.include(error.message, part)
    assert.strictEqual(seen.length, 0)
  })
})
