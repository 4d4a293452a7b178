import { inspect } from "node:util"

import { assert, describe, it } from "vitest"

import { reveal, secret } from "../../src/promise.ts"
import type { Remote } from "../../src/promise.ts"
import { clientOf, loggedIn, rejection, usual } from "./service.ts"

describe("the promise form", () => {
  it("answers as promises, and as walks over all pages", async () => {
    const { remote } = await loggedIn()
    assert.strictEqual((await remote.enterpriseUsers.list({ page: 2 })).page, 2)
    const ids: Array<number> = []
    for await (const { id } of remote.enterpriseUsers.stream()) ids.push(id)
    assert.deepStrictEqual(ids, [1, 2, 3, 4, 5, 6])
    const pages: Array<number> = []
    for await (const { page } of remote.enterpriseUsers.pages({}, { from: { page: 2, taken: 0 } })) pages.push(page)
    assert.deepStrictEqual(pages, [2, 3])
  })

  it.each([
    ["plain texts", "correct-horse"],
    ["secrets", secret("correct-horse")]
  ])("takes passwords as %s", async (_, password) => {
    const { remote, seen } = await clientOf()
    await remote.session.logIn({ email: "ada", password })
    assert.deepStrictEqual(JSON.parse(seen[0]?.body ?? ""), { email: "ada", password: "correct-horse" })
  })

  it("takes secrets or plain texts in every field", async () => {
    const { remote, seen } = await loggedIn(({ path }) => (path.endsWith("/auth") ? { token: "t", refresh: "r" } : {}))
    await remote.registration.register({
      invitation_token: "invitation-1",
      user_info: { email: "a@b.c", name: "A", password: secret("correct-horse") }
    })
    await remote.invitations.session({ call_id: "call_1", contact_tokens: ["contact-1", secret("contact-2")] })
    assert.deepStrictEqual(JSON.parse(seen[0]?.body ?? ""), {
      invitation_token: "invitation-1",
      user_info: { email: "a@b.c", name: "A", password: "correct-horse" }
    })
    assert.deepStrictEqual(JSON.parse(seen[1]?.body ?? "").contact_tokens, ["contact-1", "contact-2"])
  })

  it("leaves out fields that are undefined", async () => {
    const { remote, seen } = await loggedIn()
    await remote.enterpriseUsers.list({ filter: undefined, page: 3 })
    assert.deepStrictEqual([...(seen[0]?.query ?? [])], [["page", "3"]])
  })

  it("takes numbers and texts as ids", async () => {
    const { remote, seen } = await loggedIn(({ method, path }) =>
      path.endsWith("/auth") ? { token: "t", refresh: "r" } : method === "GET" ? { session: "call_1" } : { id: 7 }
    )
    const { entry } = await remote.enterpriseUsers.deactivate(7)
    assert.deepStrictEqual(entry, { id: 7 })
    assert.strictEqual((await remote.calls.read("call_1")).session, "call_1")
    assert.deepStrictEqual(
      seen.map(({ path }) => path),
      ["/api/v1r1/enterprise/users/7", "/api/v1/calls/call_1"]
    )
  })

  it("has undefined if the answer to a change is not a user", async () => {
    const { remote } = await loggedIn(({ path }) => (path.endsWith("/auth") ? { token: "t", refresh: "r" } : {}))
    const { body, entry } = await remote.enterpriseUsers.remove(7)
    assert.isUndefined(entry)
    assert.deepStrictEqual(body, {})
  })

  it("shows no token that was answered unless it is asked for", async () => {
    const { remote } = await loggedIn()
    const page = await remote.enterpriseUsers.list()
    const tokens = await remote.auth.logIn({ email: "ada", password: "correct-horse" })
    const token = await remote.session.token()
    for (const value of [page, tokens, token]) {
      for (const shown of [inspect(value, { depth: 9, showHidden: true }), JSON.stringify(value)])
        assert.notMatch(shown, /token-of|token-1|refresh-1/)
    }
    assert.strictEqual(String(token), "<secret>")
    assert.strictEqual(page.entries[1]?.token?.reveal(), "token-of-2")
    assert.strictEqual(reveal(tokens.refresh), "refresh-1")
    assert.strictEqual(reveal(token), "token-1")
  })

  it.each<[string, (remote: Remote) => Promise<unknown>, unknown]>([
    ["a recent call", ({ calls }) => calls.recent(), { contact: { id: 1, token: "canary-4711" } }],
    ["a list of recent calls", ({ calls }) => calls.recent(), [{ contact: { token: "canary-4711" } }]],
    ["a personal access token", (remote) => remote.personalAccessTokens.create(), { id: 1, token: "canary-4711" }],
    ["a list of them", (remote) => remote.personalAccessTokens.list(), [{ id: 1, token: "canary-4711" }]],
    ["an account", ({ registration }) => registration.confirmNewEmail("t"), { id: 1, token: "canary-4711" }],
    ["a bare token", ({ auth }) => auth.enterprise({ email: "a", password: "b" }), "canary-4711"],
    ["a change", (remote) => remote.enterpriseUsers.update(1, { active: true }), { id: 1, token: "canary-4711" }],
    [
      "what is not described",
      ({ pods }) => pods.list(),
      {
        entries: [{ id: 1, admins: [{ token: "canary-4711" }] }],
        total_entries: 1,
        total_pages: 1,
        page: 1,
        page_size: 1
      }
    ]
  ])("shows nothing of Effect and no token: %s", async (_, call, answer) => {
    const { remote } = await loggedIn((seen, response) =>
      seen.path.endsWith("/v1/auth") ? usual(seen, response) : answer
    )
    const value = await call(remote)
    const shown = inspect(value, { depth: 9 })
    assert.notMatch(shown + JSON.stringify(value), /canary|redacted|_id|option/i)
    assert.include(shown, "<secret>")
  })

  it("shows nothing of Effect in what it answers", async () => {
    const { remote } = await loggedIn()
    const call = remote.enterpriseUsers.list()
    const [user] = (await call).entries
    const shown = inspect([user, await remote.session.token(), remote, call], { depth: 9 })
    assert.notMatch(shown, /effect|_id|Redacted|Option|Symbol\(~/i)
  })

  it("is usable with Promise.all, and its promises' then makes plain promises", async () => {
    const { remote } = await loggedIn()
    const call = remote.enterpriseUsers.list()
    assert.strictEqual(Object.getPrototypeOf(call.then(() => 1)), Promise.prototype)
    assert.strictEqual((await Promise.all([call, remote.enterpriseUsers.list({ page: 2 })])).length, 2)
  })

  it("begins a call when it is made, and makes it once", async () => {
    const { remote, seen } = await loggedIn()
    const call = remote.enterpriseUsers.list()
    await call
    await call
    await call.then(() => 1)
    assert.strictEqual(seen.length, 1)
  })
})

describe("cancelling a call", () => {
  it("rejects with the signal's reason, and ends the request", async () => {
    const controller = new AbortController()
    const closed = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const { remote } = await loggedIn((seen, response) => {
      if (seen.path.endsWith("/auth")) return usual(seen, response)
      response.on("close", closed.resolve)
      begun.resolve()
      return undefined
    })
    const call = rejection(remote.enterpriseUsers.list({}, { signal: controller.signal }))
    await begun.promise
    controller.abort("changed my mind")
    assert.strictEqual(await call, "changed my mind")
    await closed.promise
  })

  it("sends no request if the signal is already aborted", async () => {
    const { remote, seen } = await loggedIn()
    const reason = new Error("too late")
    assert.strictEqual(await rejection(remote.enterpriseUsers.list({}, { signal: AbortSignal.abort(reason) })), reason)
    assert.strictEqual(seen.length, 0)
  })

  it("has one listener on a signal that calls, walks and clients share", async () => {
    const { counts, signal } = countListeners()
    const { remote } = await loggedIn(usual, { fetch: async () => Response.json(one), signal })
    const walks = Array.from({ length: 20 }, () =>
      remote.enterpriseUsers.stream({}, { signal })[Symbol.asyncIterator]()
    )
    await Promise.all([
      ...walks.map((walk) => walk.next()),
      ...Array.from({ length: 20 }, () => remote.enterpriseUsers.list({}, { signal }))
    ])
    assert.deepStrictEqual(counts, { added: 1, removed: 0 })
    for (const walk of walks) await walk.return?.()
    await remote.close()
    assert.deepStrictEqual(counts, { added: 1, removed: 1 })
  })

  it("cancels all that share a signal", async () => {
    const controller = new AbortController()
    const { signal } = controller
    const { remote } = await loggedIn((seen, response) =>
      seen.path.endsWith("/auth") ? usual(seen, response) : undefined
    )
    const calls = Array.from({ length: 3 }, () => rejection(remote.enterpriseUsers.list({}, { signal })))
    const walk = rejection(remote.enterpriseUsers.stream({}, { signal })[Symbol.asyncIterator]().next())
    controller.abort("changed my mind")
    for (const reason of await Promise.all([...calls, walk])) assert.strictEqual(reason, "changed my mind")
  })

  it.each([
    ["no Response", async () => undefined],
    ["nothing", () => undefined]
  ])("says what a fetch that returns %s has to return", async (_, fetch) => {
    const { remote } = await clientOf(usual, { fetch: fetch as never, retries: 0 })
    const error = await rejection(remote.session.logIn({ email: "ada", password: "correct-horse" }))
    assert.include(error.message, ": fetch must resolve with a Response. ")
  })

  it("leaves no listener on a signal that many calls share", async () => {
    const { remote } = await loggedIn(usual, { fetch: async () => Response.json(one) })
    const { counts, signal } = countListeners()
    for (let round = 0; round < 20; round++) {
      await Promise.all(Array.from({ length: 50 }, () => remote.enterpriseUsers.list({}, { signal })))
    }
    for await (const _ of remote.enterpriseUsers.stream({}, { signal })) continue
    assert.isAbove(counts.added, 20)
    assert.strictEqual(counts.added, counts.removed)
  })
})

const one = { entries: [{ id: 1 }], total_entries: 1, total_pages: 1, page: 1, page_size: 20, token: "t", refresh: "r" }

/** A signal that counts its listeners. */
const countListeners = () => {
  const { signal } = new AbortController()
  const counts = { added: 0, removed: 0 }
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...input: Parameters<typeof add>) => {
    counts.added++
    add(...input)
  }
  signal.removeEventListener = (...input: Parameters<typeof remove>) => {
    counts.removed++
    remove(...input)
  }
  return { counts, signal }
}
