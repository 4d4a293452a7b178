import { inspect } from "node:util"

import { assert, describe, it } from "vitest"

import { connect, ErrorV1R1, InvalidRequest, InvalidSettings, secret, TimedOut } from "../../src/promise.ts"
import type { Remote, TokenStore } from "../../src/promise.ts"
import { clientOf, loggedIn, rejection, usersPage, usual } from "./service.ts"
import type { Answer } from "./service.ts"
import { storeOf } from "./tokenStores.ts"

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
    ["X-Service-Api-Key", "make a client with that API key"],
    ["content-length", "leave it out"],
    ["te", "belongs to the connection"],
    ["Proxy-Authorization", "belongs to the connection"],
    ["Content-Type", "the client sends the header content-type itself: leave it out"],
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

  it("extra.body: is rejected if there is no body", async () => {
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
    assert.match(error.message, new RegExp(`^Session\\.${name} had no answer after 50 ms\\.`))
    assert.include(error.message, "The token store")
  })

  it("timeout: a log-in waits no longer for a store", async () => {
    const tokenStore = { load: never, save: never, clear: never }
    const { remote, seen } = await clientOf(usual, { tokenStore, timeout: 500 })
    const error = await rejection(remote.session.logIn({ email: "ada", password: "correct-horse" }))
    assert.instanceOf(error, TimedOut)
    assert.match(
      error.message,
      /^Session\.logIn had no answer after 500 ms\. The token store.* takes too long\. .*executed it/
    )
    assert.isTrue(error.wasSent)
    assert.strictEqual(seen.length, 1)
  })

  it.each<[string, Partial<TokenStore>]>([
    ["loads", { load: never }],
    ["runs a renewal", { load: async () => ({ token: expired, refresh: "refresh-1" }), exclusive: never }]
  ])("timeout: a call that waits for a store reports it: it %s", async (_, slow) => {
    const tokenStore = { load: never, save: never, clear: never, ...slow }
    const { remote, seen } = await clientOf(usual, { tokenStore })
    const error = await rejection(remote.enterpriseUsers.update(7, { active: false }, { timeout: 50 }))
    assert.instanceOf(error, TimedOut)
    assert.match(error.message, /had no answer after 50 ms\. The token store/)
    assert.isFalse(error.wasSent)
    assert.isFalse(error.mayHaveHappened)
    assert.strictEqual(seen.length, 0)
  })

  it("timeout: a call whose expired token waits for the lock does not blame the service", async () => {
    const tokenStore = { ...storeOf({ tokens: { token: "old", refresh: "refresh-1" } }), exclusive: never }
    const { remote } = await clientOf((_, response) => void response.writeHead(401).end('"Token expired"'), {
      tokenStore
    })
    const error = await rejection(remote.enterpriseUsers.update(7, { active: false }, { timeout: 500 }))
    assert.instanceOf(error, TimedOut)
    assert.match(error.message, /had no answer after 500 ms\. The token store, its lock, .*; try again\.$/)
    assert.isTrue(error.wasSent)
    assert.isTrue(error.waitedForTokens)
    assert.isFalse(error.mayHaveHappened)
  })

  it("signal: renew waits no longer, and the renewal goes on", async () => {
    const controller = new AbortController()
    const requested = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const { remote, seen } = await clientOf(async ({ path }) => {
      if (!path.endsWith("/refresh")) return usersPage(1)
      requested.resolve()
      await answer.promise
      return { token: "token-2", refresh: "refresh-2" }
    })
    await remote.session.start({ token: "token-1", refresh: "refresh-1" })
    const renewing = rejection(remote.session.renew("token-1", { signal: controller.signal }))
    await requested.promise
    controller.abort("changed my mind")
    assert.strictEqual(await renewing, "changed my mind")
    const other = remote.session.renew("token-1")
    answer.resolve()
    assert.strictEqual((await other).reveal(), "token-2")
    assert.strictEqual(seen.length, 1)
  })
})
