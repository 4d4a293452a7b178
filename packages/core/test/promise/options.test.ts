import { inspect } from "node:util"

import { assert, describe, it } from "vitest"

import {
  connect,
  ErrorV1R1,
  InvalidRequest,
  InvalidSettings,
  secret,
  SessionEnded,
  TimedOut
} from "../../src/promise.ts"
import type { Remote, TokenStore } from "../../src/promise.ts"
import { clientOf, loggedIn, rejection, usersPage, usual } from "./service.ts"
import type { Answer } from "./service.ts"

const failing: Answer = (seen, response) => {
  if (seen.path.endsWith("/auth")) return usual(seen, response)
  response.statusCode = 503
  return {}
}

describe("the options of a call", () => {
  it("timeout: the call takes no longer", async () => {
    const { remote } = await loggedIn((seen, response) =>
      seen.path.endsWith("/auth") ? usual(seen, response) : undefined
    )
    const error = await rejection(remote.enterpriseUsers.list({}, { timeout: 200 }))
    assert.instanceOf(error, TimedOut)
    assert.strictEqual(error.seconds, 0.2)
  })

  it("retries: the call is repeated as often, and otherwise as the client's setting says", async () => {
    const { remote, seen } = await loggedIn(failing, { retries: 1 })
    await rejection(remote.enterpriseUsers.list({}, { retries: 0 }))
    assert.strictEqual(seen.length, 1)
    await rejection(remote.enterpriseUsers.list())
    assert.strictEqual(seen.length, 3)
  })

  it("headers: are sent beside the client's", async () => {
    const { remote, seen } = await loggedIn(usual, {
      headers: { "x-team": "a", "x-both": "client" },
      userAgent: "acme/1"
    })
    const headers: any = { "x-both": "call", "x-none": undefined }
    await remote.enterpriseUsers.list({}, { headers })
    const sent = seen[0]?.headers
    assert.strictEqual(sent?.["x-team"], "a")
    assert.strictEqual(sent?.["x-both"], "call")
    assert.strictEqual(sent?.["user-agent"], "acme/1")
    assert.notProperty(sent, "x-none")
    assert.strictEqual(sent?.authorization, "token-1")
    assert.strictEqual(sent?.["x-service-api-key"], "key-1")
  })

  it.each([
    ["Authorization", "log in"],
    ["X-Service-Api-Key", "make a client with the API key"],
    ["content-length", "leave it out"],
    ["transfer-encoding", "leave it out"],
    ["Host", "leave it out"],
    ["connection", "leave it out"],
    ["expect", "leave it out"]
  ])("headers: replace nothing that the client sends by itself: %s", async (name, advice) => {
    const headers = { [name]: "0" }
    const { baseUrl, remote, seen } = await loggedIn()
    for (const call of [
      remote.enterpriseUsers.update(7, { active: false }, { headers }),
      remote.tokens.info("token-of-others", { headers }),
      remote.request("POST", "/v1/health", { headers, takesUserToken: false, body: {} })
    ]) {
      const error = await rejection(call)
      assert.instanceOf(error, InvalidRequest)
      assert.include(error.message, name.toLowerCase())
      assert.include(error.message, advice)
    }
    assert.strictEqual(seen.length, 0)
    const error = await rejection(connect({ name: "us", baseUrl, apiKey: "key-1", headers }))
    assert.instanceOf(error, InvalidSettings)
    assert.strictEqual(error.setting, "headers")
    assert.include(error.message, advice)
  })

  it("headers: replace no API key, in whichever header it travels", async () => {
    const { baseUrl } = await loggedIn()
    const settings = { name: "us", baseUrl, apiKey: "key-1", apiKeyHeader: "X-Own" } as const
    const error = await rejection(connect({ ...settings, headers: { "x-own": "key-2" } }))
    assert.instanceOf(error, InvalidSettings)
    await using remote = await connect({ ...settings, headers: { "x-service-api-key": "not the key" } })
    const call = remote.auth.anonymous("Ada", { headers: { "x-own": "key-2" } })
    assert.instanceOf(await rejection(call), InvalidRequest)
  })

  it("extra: fields that the contract does not name are sent beside the others", async () => {
    const { remote, seen } = await loggedIn()
    await remote.enterpriseUsers.list({ page: 2 }, { extra: { query: { colour: "blue" } } })
    assert.strictEqual(String(seen[0]?.query), "colour=blue&page=2")
    await remote.enterpriseUsers.update(7, { active: false }, { extra: { body: { colour: "blue" } } })
    assert.deepStrictEqual(JSON.parse(seen[1]?.body ?? ""), { colour: "blue", active: false })
  })

  it("extra: a query takes numbers and flags", async () => {
    const { remote, seen } = await loggedIn()
    await remote.enterpriseUsers.list({}, { extra: { query: { page: 2, all: true, id: [1, "b"] } } })
    assert.strictEqual(String(seen[0]?.query), "page=2&all=true&id=1&id=b")
  })

  it("extra: secrets are sent as texts, and shown nowhere", async () => {
    const { remote, seen } = await loggedIn((seen, response) => {
      if (seen.path.endsWith("/auth")) return usual(seen, response)
      response.statusCode = 400
      return { code: 7, message: `No: ${seen.body}`, name: seen.query.get("colour") }
    })
    const extra = { body: { hint: [secret("correct-horse")] }, query: { colour: secret("battery-staple") } }
    const misused: any = remote.enterpriseUsers.update
    const error = await rejection(misused(7, { active: false }, { extra }))
    assert.deepStrictEqual(JSON.parse(seen[0]?.body ?? ""), { hint: ["correct-horse"], active: false })
    assert.strictEqual(seen[0]?.query.get("colour"), "battery-staple")
    assert.instanceOf(error, ErrorV1R1)
    assert.notMatch(inspect(error), /horse|staple/)
  })

  it("extra.body: is refused where there is no body", async () => {
    const { remote, seen } = await loggedIn()
    const error = await rejection(remote.enterpriseUsers.list({}, { extra: { body: { colour: "blue" } } }))
    assert.instanceOf(error, InvalidRequest)
    assert.include(error.message, "has no body")
    assert.strictEqual(seen.length, 0)
  })

  it("of a walk are those of each of its calls", async () => {
    const { remote, seen } = await loggedIn()
    const walk = remote.enterpriseUsers.stream({}, { extra: { query: { colour: "blue" } }, headers: { "x-team": "a" } })
    for await (const _ of walk) continue
    assert.deepStrictEqual(
      seen.map(({ headers, query }) => [query.get("colour"), headers["x-team"]]),
      [
        ["blue", "a"],
        ["blue", "a"],
        ["blue", "a"]
      ]
    )
  })
})

describe("the options of a session", () => {
  const expired = `x.${btoa(JSON.stringify({ exp: 1 }))}.x`
  const never = () => new Promise<never>(() => undefined)

  it.each<[string, (remote: Remote) => Promise<unknown>]>([
    ["token", ({ session }) => session.token({ timeout: 50 })],
    ["renew", ({ session }) => session.renew("old", { timeout: 50 })],
    ["start", ({ session }) => session.start({ token: "new" }, { timeout: 50 })],
    ["logOut", ({ session }) => session.logOut({ timeout: 50 })]
  ])("timeout: %s waits no longer for a store", async (name, call) => {
    const { remote } = await clientOf(usual, { tokenStore: { load: never, save: never, clear: never } })
    const error = await rejection(call(remote))
    assert.instanceOf(error, TimedOut)
    assert.match(error.message, new RegExp(`^Session\\.${name} had no answer after 0\\.05 s\\.`))
    assert.include(error.message, "The token store")
  })

  it("timeout: a log-in waits no longer for a store", async () => {
    const tokenStore = { load: never, save: never, clear: never }
    const { remote, seen } = await clientOf(usual, { tokenStore, timeout: 500 })
    const error = await rejection(remote.session.logIn({ email: "ada", password: "correct-horse" }))
    assert.instanceOf(error, TimedOut)
    assert.match(error.message, /^Session\.logIn had no answer after 0\.5 s\. The token store/)
    assert.strictEqual(seen.length, 1)
  })

  it.each<[string, Partial<TokenStore>]>([
    ["loads", { load: never }],
    ["runs a renewal", { load: async () => ({ token: expired, refresh: "refresh-1" }), exclusive: never }]
  ])("timeout: a call that waits for a store tells of it: it %s", async (_, slow) => {
    const tokenStore = { load: never, save: never, clear: never, ...slow }
    const { remote, seen } = await clientOf(usual, { tokenStore })
    const error = await rejection(remote.enterpriseUsers.update(7, { active: false }, { timeout: 50 }))
    assert.instanceOf(error, TimedOut)
    assert.match(error.message, /had no answer after 0\.05 s\. The token store/)
    assert.isFalse(error.wasSent)
    assert.isFalse(error.mayHaveHappened)
    assert.strictEqual(seen.length, 0)
  })

  it("signal: renew waits no longer, and the renewal goes on", async () => {
    const controller = new AbortController()
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const { remote, seen } = await clientOf(async ({ path }) => {
      if (!path.endsWith("/refresh")) return usersPage(1)
      asked.resolve()
      await answer.promise
      return { token: "token-2", refresh: "refresh-2" }
    })
    await remote.session.start({ token: "token-1", refresh: "refresh-1" })
    const renewing = rejection(remote.session.renew("token-1", { signal: controller.signal }))
    await asked.promise
    controller.abort("changed my mind")
    assert.strictEqual(await renewing, "changed my mind")
    const other = remote.session.renew("token-1")
    answer.resolve()
    assert.strictEqual((await other).reveal(), "token-2")
    assert.strictEqual(seen.length, 1)
  })
})

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
})

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

  it("takes numbers and flags in its query, and what JSON can hold as its body", async () => {
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

  it("needs no session where it takes no user token", async () => {
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
    ["a method that is no text", [Object.create(null), "/v1/contacts"], "one of GET, POST"],
    ["a whole address", ["GET", "https://elsewhere.example.com/"], "the path must be"],
    ["an option misspelt", ["GET", "/v1/contacts", { qeury: {} }], 'did you mean "query"?'],
    ["an object in the query", ["GET", "/v1/contacts", { query: { page: {} } }], "an object of texts"],
    ["a query of another kind", ["GET", "/v1/contacts", { query: new URLSearchParams() }], "Object.fromEntries"],
    ["a body that is not awaited", ["POST", "/v1/contacts", { body: Promise.resolve({}) }], "was not awaited"],
    ["a body of another kind", ["POST", "/v1/contacts", { body: new Map() }], "what JSON can hold"],
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
