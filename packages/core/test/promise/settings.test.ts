import { generateKeyPairSync } from "node:crypto"
import { inspect } from "node:util"

import { assert, describe, it, vi } from "vitest"

import {
  connect,
  connectTo,
  Drifted,
  enterpriseUsers,
  InvalidSettings,
  partnerKey,
  pods,
  TimedOut,
  TokenStoreFailed
} from "../../src/promise.ts"
import type { Drift, Shrink, TokenStore, Tokens } from "../../src/promise.ts"
import { clientOf, loggedIn, rejection, serve, usersPage, usual } from "./service.ts"
import type { Answer } from "./service.ts"

const credentials = { email: "ada", password: "correct-horse" }

const drifting: Answer = (seen, response) =>
  seen.path.endsWith("/auth") ? usual(seen, response) : { ...usersPage(3), entries: [{ id: 5, name: 5 }] }

const storeOf = (kept: { tokens?: Tokens | undefined }) => ({
  load: async () => kept.tokens,
  save: async (tokens: Tokens) => {
    kept.tokens = tokens
  },
  clear: async () => {
    kept.tokens = undefined
  }
})

describe("the settings of a client", () => {
  it("timeout: no call takes longer", async () => {
    const { remote } = await loggedIn(
      (seen, response) => (seen.path.endsWith("/auth") ? usual(seen, response) : undefined),
      {
        timeout: 300
      }
    )
    assert.instanceOf(await rejection(remote.enterpriseUsers.list()), TimedOut)
  })

  it("tokenStore: keeps the tokens, and finds them again", async () => {
    const kept: { tokens?: Tokens } = {}
    const { remote } = await clientOf(usual, { tokenStore: storeOf(kept) })
    await remote.session.logIn(credentials)
    assert.deepStrictEqual(kept.tokens, { token: "token-1", refresh: "refresh-1" })
    const { remote: later, seen } = await clientOf(usual, { tokenStore: storeOf(kept) })
    await later.enterpriseUsers.list()
    assert.strictEqual(seen[0]?.headers.authorization, "token-1")
    await later.session.logOut()
    assert.isUndefined(kept.tokens)
  })

  it("tokenStore: what it rejects with is an error of its own", async () => {
    const full = { ...storeOf({}), save: () => Promise.reject(new Error("the disk is full")) }
    const { remote } = await clientOf(usual, { tokenStore: full })
    const error = await rejection(remote.session.logIn(credentials))
    assert.instanceOf(error, TokenStoreFailed)
    assert.include(error.message, "the disk is full")
  })

  it.each<[string, Partial<TokenStore>]>([
    ["when it saves", { save: (tokens) => Promise.reject(new Error(`duplicate key: (${tokens.token})`)) }],
    ["when it cannot read what it holds", { load: async () => JSON.parse('{"token":canary-4711}') }]
  ])("tokenStore: an error of its own shows no token, %s", async (_, failing) => {
    const lines: Array<string> = []
    const { remote } = await clientOf(usual, {
      tokenStore: { ...storeOf({}), ...failing },
      logger: { debug: (line) => lines.push(line) }
    })
    const started = remote.session.start({ token: "canary-4711" }).then(() => remote.session.token())
    const error = await rejection(started)
    assert.instanceOf(error, TokenStoreFailed)
    assert.notMatch(inspect(error, { depth: 9, showHidden: true }) + lines.join("\n"), /canary/)
  })

  it("tokenStore: runs a renewal within exclusive, where there is one", async () => {
    const order: Array<string> = []
    const store = {
      ...storeOf({ tokens: { token: "old", refresh: "refresh-0" } }),
      exclusive: async <A>(work: () => Promise<A>) => {
        order.push("locked")
        const done = await work()
        order.push("unlocked")
        return done
      }
    }
    const { remote, seen } = await clientOf(usual, { tokenStore: store })
    assert.strictEqual((await remote.session.renew("old")).reveal(), "token-1")
    assert.deepStrictEqual(order, ["locked", "unlocked"])
    assert.strictEqual(seen.length, 1)
  })

  it("tokenStore: may be synchronous, and an object with methods", async () => {
    class Drawer {
      kept: Tokens | undefined
      load() {
        return this.kept
      }
      save(tokens: Tokens) {
        this.kept = tokens
      }
      clear() {
        this.kept = undefined
      }
      exclusive(work: () => Promise<unknown>) {
        return this.kept && work()
      }
    }
    const drawer = new Drawer()
    const tokenStore: any = drawer
    const { remote, seen } = await clientOf(usual, { tokenStore })
    await remote.session.start({ token: "old", refresh: "refresh-0" })
    assert.strictEqual((await remote.session.renew("old")).reveal(), "token-1")
    await remote.enterpriseUsers.list()
    assert.strictEqual(seen[1]?.headers.authorization, "token-1")
    await remote.session.logOut()
    assert.isUndefined(drawer.kept)
  })

  it.each<[string, any, RegExp]>([
    ["load", { load: () => Promise.reject(new Error("boom")) }, /token store: load failed, boom\.$/],
    ["load, of something else", { load: () => "token-1" }, /token store: load failed, it must yield/],
    ["exclusive, which runs nothing", { exclusive: async () => undefined }, /exclusive failed, it must run the work/],
    ["exclusive, which does not wait", { exclusive: (work: () => unknown) => void work() }, /exclusive failed, .* wait/]
  ])("tokenStore: the error names what failed: %s", async (_, failing, message) => {
    const tokenStore = { ...storeOf({ tokens: { token: "old", refresh: "refresh-0" } }), ...failing }
    const { remote } = await clientOf(usual, { tokenStore })
    const error = await rejection(remote.session.renew("old"))
    assert.instanceOf(error, TokenStoreFailed)
    assert.match(error.message, message)
  })

  it("tokenStore: an exclusive may yield nothing, where it waits for the work", async () => {
    const exclusive: any = async (work: () => Promise<unknown>) => {
      await work()
    }
    const tokenStore = { ...storeOf({ tokens: { token: "old", refresh: "refresh-0" } }), exclusive }
    const { remote } = await clientOf(usual, { tokenStore })
    assert.strictEqual((await remote.session.renew("old")).reveal(), "token-1")
  })

  it("onTokens: is told of each change", async () => {
    const told: Array<Tokens | undefined> = []
    const { remote } = await clientOf(usual, { onTokens: (tokens) => told.push(tokens) })
    await remote.session.logIn(credentials)
    await remote.session.logOut()
    assert.deepStrictEqual(told, [{ token: "token-1", refresh: "refresh-1" }, undefined])
  })

  it("partnerKey: signs a token for each request, and has no session", async () => {
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" }
    })
    const { baseUrl, seen } = await serve()
    const key = partnerKey({ privateKey, siteId: 7, issuer: "acme", audience: "remote" })
    await using remote = await connect({ name: "us", baseUrl, apiKey: "key-1", partnerKey: key })
    await remote.enterpriseUsers.list()
    assert.match(seen[0]?.headers.authorization ?? "", /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/)
    assert.notProperty(remote, "session")
    const bad = partnerKey({ privateKey: "canary-4711", siteId: 7, issuer: "acme", audience: "remote" })
    const error = await rejection(connect({ name: "us", baseUrl, apiKey: "key-1", partnerKey: bad }))
    assert.match(error.message, /^The setting partnerKey cannot be used: it cannot sign/)
    assert.notInclude(String(error), "canary-4711")
  })

  it.each<[string, any, RegExp]>([
    ["no number of a site", { siteId: undefined }, /its siteId must be the number of the site\.$/],
    ["an empty issuer", { issuer: "" }, /its issuer must be a text/],
    ["no audience", { audience: undefined }, /its audience must be a text/],
    ["no key", { privateKey: undefined }, /its privateKey must be a secret text in PEM form\.$/],
    ["a life that is over", { life: 0 }, /its life must be a number of seconds above 0\.$/],
    ["a life below that", { life: -5 }, /its life/],
    ["a life that is no number", { life: Number.NaN }, /its life/],
    ["a field that is not known", { lifetime: 60 }, /no field "lifetime"; known are .*life\.$/]
  ])("partnerKey: is refused with %s", async (_, fields, message) => {
    const key = partnerKey({ privateKey: "canary-4711", siteId: 7, issuer: "acme", audience: "remote", ...fields })
    const error = await rejection(connect({ name: "us", baseUrl: "https://a.test", apiKey: "key-1", partnerKey: key }))
    assert.instanceOf(error, InvalidSettings)
    assert.strictEqual(error.setting, "partnerKey")
    assert.match(error.message, message)
    assert.notInclude(error.message, "canary")
  })

  it.each<[string, any]>([
    ["tokenStore", { tokenStore: storeOf({}) }],
    ["onTokens", { onTokens: () => undefined }]
  ])("partnerKey: is refused beside %s, which would be told nothing", async (setting, others) => {
    const key = partnerKey({ privateKey: "any", siteId: 7, issuer: "acme", audience: "remote" })
    const settings = { name: "us", baseUrl: "https://a.test", apiKey: "key-1", partnerKey: key, ...others }
    const error = await rejection(connect(settings))
    assert.instanceOf(error, InvalidSettings)
    assert.strictEqual(error.setting, setting)
    assert.include(error.message, "a partnerKey keeps no tokens")
  })

  it("strict and onDrift: refuse what drifted, or tell of it", async () => {
    const { remote: strict } = await loggedIn(drifting, { strict: true })
    assert.instanceOf(await rejection(strict.enterpriseUsers.list()), Drifted)
    const drifts: Array<Drift> = []
    const { remote } = await loggedIn(drifting, { onDrift: (drift) => drifts.push(drift) })
    await remote.enterpriseUsers.list()
    assert.deepStrictEqual(
      drifts.map(({ operation, path }) => [operation, path]),
      [["EnterpriseUsers.list", "entries.0.name"]]
    )
  })

  it("logger: gets a line for each call, without ids and secrets", async () => {
    const lines: Array<string> = []
    const { remote } = await loggedIn(
      (seen, response) => (seen.method === "PUT" ? { id: 4711 } : usual(seen, response)),
      { logger: { debug: (line) => lines.push(line) } }
    )
    lines.length = 0
    await remote.enterpriseUsers.list({ filter: "email=canary@example.com" })
    await remote.enterpriseUsers.deactivate(4711)
    assert.strictEqual(lines.length, 2)
    assert.match(
      lines[0] ?? "",
      /GET \/v1r1\/enterprise\/users \(EnterpriseUsers\.list\): 200 after \d+ ms, attempt 1$/
    )
    assert.match(lines[1] ?? "", /PUT \/v1r1\/enterprise\/users\/:user_id/)
    assert.notMatch(lines.join("\n"), /canary|4711|token|correct-horse|key-1/)
  })

  it("logger: is warned of what was put right, and false writes nothing", async () => {
    const shrinking = (): Answer => {
      let isShorter = false
      return (seen, response) => {
        isShorter ||= seen.query.get("page") === "2"
        const answer = usual(seen, response)
        return isShorter ? { ...Object(answer), total_entries: 5 } : answer
      }
    }
    const warnings: Array<string> = []
    const { remote } = await loggedIn(shrinking(), {
      logger: { debug: () => undefined, warn: (line) => warnings.push(line) }
    })
    const shrinks: Array<Shrink> = []
    for await (const _ of remote.enterpriseUsers.stream({}, { onShrink: (shrink) => shrinks.push(shrink) })) continue
    assert.deepStrictEqual(shrinks[0], { before: 6, after: 5 })
    assert.match(warnings[0] ?? "", /^remote-assist A list got shorter/)
    const written = vi.spyOn(console, "warn").mockImplementation(() => undefined)
    const { remote: silent } = await loggedIn(shrinking(), { logger: false })
    for await (const _ of silent.enterpriseUsers.stream()) continue
    assert.strictEqual(written.mock.calls.length, 0)
    written.mockRestore()
  })

  it("REMOTE_ASSIST_DEBUG: writes the lines to standard error", async () => {
    const written = vi.spyOn(console, "error").mockImplementation(() => undefined)
    vi.stubEnv("REMOTE_ASSIST_DEBUG", "1")
    const { remote } = await clientOf(usual, { logger: undefined })
    await remote.session.logIn(credentials)
    vi.unstubAllEnvs()
    const { remote: quiet } = await clientOf(usual, { logger: undefined })
    await quiet.session.logIn(credentials)
    assert.strictEqual(written.mock.calls.length, 1)
    assert.match(String(written.mock.calls[0]), /POST \/v1\/auth/)
    written.mockRestore()
  })

  it("no process: a client is made where there is no environment", async () => {
    vi.stubGlobal("process", undefined)
    const made = connect({ name: "us", baseUrl: "https://us.example.com", apiKey: "key-1" })
    vi.unstubAllGlobals()
    assert.isFunction((await made).close)
  })
})

describe("a client of some groups", () => {
  it("has them under the names the program gives them", async () => {
    const { baseUrl } = await serve()
    await using remote = await connectTo({ name: "us", baseUrl, apiKey: "key-1" }, { users: enterpriseUsers, pods })
    await remote.session.logIn(credentials)
    const { entries } = await remote.users.list()
    assert.strictEqual(entries.length, 2)
    assert.hasAllKeys(remote, ["users", "pods", "session", "request", "close", Symbol.asyncDispose])
  })
})
