import { inspect } from "node:util"

import { assert, describe, it } from "vitest"

import { connect, InvalidSettings, partnerKey, TokenStoreFailed } from "../../src/promise.ts"
import type { TokenStore, Tokens } from "../../src/promise.ts"
import { clientOf, rejection, usual } from "./service.ts"
import type { Answer } from "./service.ts"
import { storeOf } from "./tokenStores.ts"

const credentials = { email: "ada", password: "correct-horse" }

describe("the token store of a client", () => {
  it("tokenStore: keeps the tokens, and finds them again", async () => {
    const stored: { tokens?: Tokens } = {}
    const { remote } = await clientOf(usual, { tokenStore: storeOf(stored) })
    await remote.session.logIn(credentials)
    assert.deepStrictEqual(stored.tokens, { token: "token-1", refresh: "refresh-1" })
    const { remote: later, seen } = await clientOf(usual, { tokenStore: storeOf(stored) })
    await later.enterpriseUsers.list()
    assert.strictEqual(seen[0]?.headers.authorization, "token-1")
    await later.session.logOut()
    assert.isUndefined(stored.tokens)
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

  it("tokenStore: runs a renewal within exclusive, if there is one", async () => {
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
      stored: Tokens | undefined
      load() {
        return this.stored
      }
      save(tokens: Tokens) {
        this.stored = tokens
      }
      clear() {
        this.stored = undefined
      }
      locks = 0
      exclusive(work: () => Promise<unknown>) {
        this.locks += 1
        return work()
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
    assert.isUndefined(drawer.stored)
    assert.strictEqual(drawer.locks, 3)
  })

  it.each<[string, any, RegExp]>([
    ["load", { load: () => Promise.reject(new Error("boom")) }, /token store: load failed, boom\.$/],
    ["load, of something else", { load: () => "token-1" }, /token store: load failed, it must resolve with/],
    [
      "exclusive, which runs nothing",
      { exclusive: async () => undefined },
      /exclusive failed, it must run its argument/
    ],
    ["exclusive, which does not wait", { exclusive: (work: () => unknown) => void work() }, /exclusive failed, .* wait/]
  ])("tokenStore: the error names what failed: %s", async (_, failing, message) => {
    const tokenStore = { ...storeOf({ tokens: { token: "old", refresh: "refresh-0" } }), ...failing }
    const { remote } = await clientOf(usual, { tokenStore })
    const error = await rejection(remote.session.renew("old"))
    assert.instanceOf(error, TokenStoreFailed)
    assert.match(error.message, message)
  })

  it("tokenStore: exclusive may return undefined if it waits for the work", async () => {
    const exclusive: any = async (work: () => Promise<unknown>) => {
      await work()
    }
    const tokenStore = { ...storeOf({ tokens: { token: "old", refresh: "refresh-0" } }), exclusive }
    const { remote } = await clientOf(usual, { tokenStore })
    assert.strictEqual((await remote.session.renew("old")).reveal(), "token-1")
  })

  /** A lock that waits for itself if its owner takes it again. */
  const naiveLock = () => {
    let last: Promise<unknown> = Promise.resolve()
    return <A>(work: () => Promise<A>): Promise<A> => {
      const next = last.then(work)
      last = next.catch(() => undefined)
      return next
    }
  }

  it("tokenStore: takes a lock that is not re-entrant once for each change", async () => {
    const stored: { tokens?: Tokens } = {}
    const lock = naiveLock()
    let locked = 0
    const exclusive = <A>(work: () => Promise<A>) => lock(() => ((locked += 1), work()))
    const { remote } = await clientOf(usual, { tokenStore: { ...storeOf(stored), exclusive } })
    await remote.session.logIn(credentials)
    await remote.session.renew("token-1")
    await remote.session.logOut()
    assert.strictEqual(locked, 3)
    assert.isUndefined(stored.tokens)
  })

  it("tokenStore: the error says so if save waits for the lock that exclusive has", async () => {
    const plain = storeOf({})
    const lock = naiveLock()
    const tokenStore = { ...plain, save: (tokens: Tokens) => lock(() => plain.save(tokens)), exclusive: lock }
    const { remote } = await clientOf(usual, { tokenStore })
    const error = await rejection(remote.session.logIn(credentials, { timeout: 200 }))
    assert.instanceOf(error, TokenStoreFailed)
    assert.include(error.message, "save failed, it did not settle inside exclusive: it must not wait for the lock")
  })

  it("tokenStore: calls the functions that exclusive passes to its work", async () => {
    const stored: { tokens?: Tokens } = {}
    const plain = storeOf(stored)
    const lock = naiveLock()
    const tokenStore = {
      ...plain,
      save: (tokens: Tokens) => lock(() => plain.save(tokens)),
      exclusive: <A>(work: (unlocked?: typeof plain) => Promise<A>) => lock(() => work(plain))
    }
    const { remote } = await clientOf(usual, { tokenStore })
    await remote.session.logIn(credentials)
    assert.strictEqual(stored.tokens?.token, "token-1")
  })

  it("tokenStore: a renewal that it cannot save goes on, warns once, and is saved or reported at the end", async () => {
    const store = storeOf({})
    const [lines, changes]: [Array<string>, Array<string | undefined>] = [[], []]
    let [isFull, count] = [false, 0]
    const next: Answer = (seen, response) =>
      seen.path.startsWith("/api/v1/auth")
        ? { token: `token-${++count}`, refresh: `refresh-${count}` }
        : usual(seen, response)
    const { remote } = await clientOf(next, {
      tokenStore: {
        ...store,
        save: (tokens) => (isFull ? Promise.reject(new Error("the disk is full")) : store.save(tokens))
      },
      onTokens: (tokens) => changes.push(tokens?.token),
      logger: { debug: () => undefined, warn: (line) => lines.push(line) }
    })
    await remote.session.logIn(credentials)
    isFull = true
    assert.strictEqual((await remote.session.renew("token-1")).reveal(), "token-2")
    assert.strictEqual((await remote.session.renew("token-2")).reveal(), "token-3")
    assert.lengthOf(lines, 1)
    assert.match(
      lines[0] ?? "",
      /its tokens are not stored: .* log in again\. .*the disk is full\. They are stored later/
    )
    const error = await rejection(remote.session.refresh())
    assert.instanceOf(error, TokenStoreFailed)
    assert.include(error.message, "the disk is full")
    assert.deepStrictEqual(changes, ["token-1", "token-2", "token-3", "token-4"])
    await remote.close()
    assert.lengthOf(lines, 2)
    assert.match(lines[1] ?? "", /log in again\. .*the disk is full\.$/)
  })

  it("onTokens: is called for each change", async () => {
    const calls: Array<Tokens | undefined> = []
    const { remote } = await clientOf(usual, { onTokens: (tokens) => calls.push(tokens) })
    await remote.session.logIn(credentials)
    await remote.session.logOut()
    assert.deepStrictEqual(calls, [{ token: "token-1", refresh: "refresh-1" }, undefined])
  })

  it.each<[string, any]>([
    ["tokenStore", { tokenStore: storeOf({}) }],
    ["onTokens", { onTokens: () => undefined }]
  ])("partnerKey: is rejected together with %s", async (setting, others) => {
    const key = partnerKey({ privateKey: "any", siteId: 7, issuer: "acme", audience: "remote" })
    const settings = { name: "us", baseUrl: "https://a.test", apiKey: "key-1", partnerKey: key, ...others }
    const error = await rejection(connect(settings))
    assert.instanceOf(error, InvalidSettings)
    assert.strictEqual(error.setting, setting)
    assert.include(error.message, "a partnerKey stores no tokens")
  })
})
