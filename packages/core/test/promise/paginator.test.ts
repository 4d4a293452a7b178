import { assert, describe, it } from "vitest"

import { ErrorV1R1 } from "../../src/promise.ts"
import type { Remote, Paginator, StreamOptions } from "../../src/promise.ts"
import { loggedIn, rejection, usual } from "./service.ts"
import type { Answer } from "./service.ts"

/** Answers the first page, and leaves the second open until the client goes away. */
const openSecondPage = () => {
  const closed = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const answer: Answer = (seen, response) => {
    if (seen.query.get("page") !== "2") return usual(seen, response)
    response.on("close", closed.resolve)
    begun.resolve()
    return undefined
  }
  return { answer, begun: begun.promise, closed: closed.promise }
}

const taken = async (walk: Paginator<{ readonly id: number }>, count = Infinity) => {
  const ids: Array<number> = []
  for await (const { id } of walk) if (ids.push(id) === count) break
  return ids
}

describe("a paginator", () => {
  it("asks for a page when its first entry is needed", async () => {
    const { remote, seen } = await loggedIn()
    const walk = remote.enterpriseUsers.stream()
    assert.strictEqual(seen.length, 0)
    const entries = walk[Symbol.asyncIterator]()
    await entries.next()
    await entries.next()
    assert.strictEqual(seen.length, 1)
    await entries.next()
    assert.strictEqual(seen.length, 2)
    await entries.return?.()
  })

  it("starts again for each loop", async () => {
    const { remote } = await loggedIn()
    const walk = remote.enterpriseUsers.stream()
    for (let round = 0; round < 2; round++) {
      const ids: Array<number> = []
      for await (const { id } of walk) ids.push(id)
      assert.deepStrictEqual(ids, [1, 2, 3, 4, 5, 6])
    }
  })

  it.each<[string, (remote: Remote) => (options?: StreamOptions) => Paginator<any>]>([
    ["entries", (remote) => (options) => remote.enterpriseUsers.stream({}, options)],
    ["entries that are read ahead", (remote) => (options) => remote.pods.stream({}, { ...options, prefetch: 2 })],
    ["entries that are collected", (remote) => (options) => remote.pods.stream({}, { ...options, collectFirst: true })]
  ])("goes on from the position of another, behind the entry that it yielded last: %s", async (_, walkOf) => {
    const { remote } = await loggedIn()
    const walk = walkOf(remote)
    for (let count = 1; count <= 6; count++) {
      const first = walk()
      assert.isUndefined(first.position)
      const ids = await taken(first, count)
      const stored = JSON.parse(JSON.stringify(first.position))
      assert.strictEqual(walk({ from: stored }).position, stored)
      assert.deepStrictEqual([...ids, ...(await taken(walk({ from: stored })))], [1, 2, 3, 4, 5, 6])
    }
  })

  it("goes on from the position of another: pages", async () => {
    const { remote } = await loggedIn()
    const first = remote.enterpriseUsers.pages()
    for await (const _ of first) break
    assert.deepStrictEqual(first.position, { page: 2, taken: 0 })
    const pages: Array<number> = []
    for await (const { page } of remote.enterpriseUsers.pages({}, { from: { page: 2, taken: 0 } })) pages.push(page)
    assert.deepStrictEqual(pages, [2, 3])
  })

  it("goes on from the position of another: a list without totals", async () => {
    const { remote } = await loggedIn((seen, response) => {
      if (seen.path.endsWith("/auth")) return usual(seen, response)
      const page = Number(seen.query.get("page"))
      return page > 3 ? [] : [{ session: `call_${page}a` }, { session: `call_${page}b` }]
    })
    const first = remote.calls.stream({ page_size: 2 })
    for await (const { session } of first) if (session === "call_2a") break
    assert.deepStrictEqual(first.position, { page: 2, taken: 1 })
    const sessions: Array<string> = []
    for await (const { session } of remote.calls.stream({ page_size: 2 }, { from: first.position }))
      sessions.push(session)
    assert.deepStrictEqual(sessions, ["call_2b", "call_3a", "call_3b"])
    const pages = remote.calls.pages({ page_size: 2 })
    for await (const _ of pages) break
    assert.deepStrictEqual(pages.position, { page: 2, taken: 0 })
  })

  it("answers in order if entries are asked for all at once", async () => {
    const { remote } = await loggedIn()
    const entries = remote.enterpriseUsers.stream()[Symbol.asyncIterator]()
    const all = await Promise.all(Array.from({ length: 8 }, () => entries.next()))
    assert.deepStrictEqual(
      all.map(({ value }) => value?.id),
      [1, 2, 3, 4, 5, 6, undefined, undefined]
    )
  })

  it("ends the request that reads ahead when the loop is left", async () => {
    const { answer, begun, closed } = openSecondPage()
    const { remote } = await loggedIn(answer)
    for await (const { id } of remote.enterpriseUsers.stream({}, { prefetch: 1 })) {
      assert.strictEqual(id, 1)
      await begun
      break
    }
    await closed
  })

  it("ends the request that reads ahead when the loop's body fails", async () => {
    const { answer, begun, closed } = openSecondPage()
    const { remote } = await loggedIn(answer)
    const read = async () => {
      for await (const _ of remote.enterpriseUsers.stream({}, { prefetch: 1 })) {
        await begun
        throw new Error("enough")
      }
    }
    assert.strictEqual((await rejection(read())).message, "enough")
    await closed
  })

  it("ends with the signal's reason, and its request with it", async () => {
    const controller = new AbortController()
    const { answer, begun, closed } = openSecondPage()
    const { remote } = await loggedIn(answer)
    void begun.then(() => controller.abort("enough"))
    const read = async () => {
      for await (const _ of remote.enterpriseUsers.stream({}, { signal: controller.signal })) continue
    }
    assert.strictEqual(await rejection(read()), "enough")
    await closed
  })

  it("ends with the signal's reason while the loop's body works", async () => {
    const controller = new AbortController()
    const { remote, seen } = await loggedIn()
    const ids: Array<number> = []
    const read = async () => {
      for await (const { id } of remote.enterpriseUsers.stream({}, { signal: controller.signal })) {
        ids.push(id)
        controller.abort("enough")
      }
    }
    assert.strictEqual(await rejection(read()), "enough")
    assert.deepStrictEqual(ids, [1])
    assert.strictEqual(seen.length, 1)
  })

  it("ends a request that is waited for when it is returned from", async () => {
    const { answer, begun, closed } = openSecondPage()
    const { remote } = await loggedIn(answer)
    const entries = remote.enterpriseUsers.stream()[Symbol.asyncIterator]()
    await entries.next()
    await entries.next()
    const waiting = entries.next()
    await begun
    assert.deepStrictEqual(await entries.return?.(), { done: true, value: undefined })
    assert.deepStrictEqual(await waiting, { done: true, value: undefined })
    await closed
  })

  it("rejects once with the error of a page, and is done then", async () => {
    const { remote } = await loggedIn((seen, response) => {
      if (seen.query.get("page") !== "2") return usual(seen, response)
      response.statusCode = 400
      return { code: 7, message: "No such page", name: "generic" }
    })
    const entries = remote.enterpriseUsers.stream()[Symbol.asyncIterator]()
    await entries.next()
    await entries.next()
    const error = await rejection(entries.next())
    assert.instanceOf(error, ErrorV1R1)
    assert.deepStrictEqual(await entries.next(), { done: true, value: undefined })
  })

  it("toArray reads all entries, or the first of them, with as few requests as they need", async () => {
    const { remote, seen } = await loggedIn()
    const ids = (users: ReadonlyArray<{ readonly id: number }>) => users.map(({ id }) => id)
    assert.deepStrictEqual(ids(await remote.enterpriseUsers.stream().toArray()), [1, 2, 3, 4, 5, 6])
    seen.length = 0
    const paginator = remote.enterpriseUsers.stream()
    assert.deepStrictEqual(ids(await paginator.toArray({ limit: 3 })), [1, 2, 3])
    assert.lengthOf(seen, 2)
    const { position } = paginator
    assert.deepStrictEqual(ids(await remote.enterpriseUsers.stream({}, { from: position }).toArray()), [4, 5, 6])
    assert.deepStrictEqual(await paginator.toArray({ limit: 0 }), [])
    assert.strictEqual((await paginator.toArray({ limit: 2 }))[1]?.token?.reveal(), "token-of-2")
  })

  it("take ends after its count", async () => {
    const { remote, seen } = await loggedIn()
    const ids: Array<number> = []
    for await (const { id } of remote.enterpriseUsers.stream().take(2)) ids.push(id)
    assert.deepStrictEqual(ids, [1, 2])
    assert.lengthOf(seen, 1)
    assert.lengthOf(await remote.enterpriseUsers.pages().take(2).toArray(), 2)
  })

  it("toArray and take reject a count that is not a whole number", async () => {
    const { remote, seen } = await loggedIn()
    const users = remote.enterpriseUsers.stream()
    const limit = await rejection(users.toArray({ limit: -1 }))
    assert.match(
      limit.message,
      /^EnterpriseUsers\.stream\.toArray was not sent: the option "limit" must be a whole number, 0 or more\.$/
    )
    for (const options of [3, "x", null, { limt: 3 }] as ReadonlyArray<any>) {
      const error = await rejection(users.toArray(options))
      assert.match(
        error.message,
        /\.toArray was not sent: the (?:first argument must be an object|option "limt" is not known)/
      )
    }
    const count = await rejection(users.take(1.5).toArray())
    assert.strictEqual(
      count.message,
      "EnterpriseUsers.stream was not sent: the count of take must be a whole number, 0 or more."
    )
    const controller = new AbortController()
    controller.abort(new Error("stopped"))
    const stopped = await rejection(remote.enterpriseUsers.stream({}, { signal: controller.signal }).toArray())
    assert.strictEqual(stopped.message, "stopped")
    assert.isEmpty(seen)
  })
})
