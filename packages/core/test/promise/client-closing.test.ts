import { assert, describe, it } from "vitest"

import { ClientClosed, connect } from "../../src/promise.ts"
import { clientOf, loggedIn, rejection, serve, usual } from "./service.ts"

/** Never answers but to a log-in. */
const silent = () => {
  const begun = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  const answer: typeof usual = (seen, response) => {
    if (seen.path.endsWith("/auth")) return usual(seen, response)
    response.on("close", closed.resolve)
    begun.resolve()
    return undefined
  }
  return { answer, begun: begun.promise, closed: closed.promise }
}

describe("a client that is closed", () => {
  it("rejects every method at once, and sends nothing", async () => {
    const { remote, seen } = await loggedIn()
    await remote.close()
    const groups: ReadonlyArray<any> = Object.values(remote).filter((member) => typeof member === "object")
    for (const group of groups) {
      for (const method of Object.values<any>(group)) {
        const output = method()
        const error = await rejection(output instanceof Promise ? output : output[Symbol.asyncIterator]().next())
        assert.instanceOf(error, ClientClosed)
      }
    }
    assert.strictEqual(seen.length, 0)
  })

  it("rejects what is under way, and ends its request", async () => {
    const { answer, begun, closed } = silent()
    const { remote } = await loggedIn(answer)
    const call = rejection(remote.enterpriseUsers.list())
    await begun
    await remote.close()
    assert.instanceOf(await call, ClientClosed)
    await closed
  })

  it("ends a walk, while it waits and between two entries", async () => {
    const { answer, begun } = silent()
    const { remote } = await loggedIn(answer)
    const waiting = rejection(remote.enterpriseUsers.stream()[Symbol.asyncIterator]().next())
    await begun
    await remote.close()
    assert.instanceOf(await waiting, ClientClosed)
    const { remote: other } = await loggedIn()
    const entries = other.enterpriseUsers.stream()[Symbol.asyncIterator]()
    await entries.next()
    await other.close()
    assert.instanceOf(await rejection(entries.next()), ClientClosed)
  })

  it("may be closed twice", async () => {
    const { remote } = await clientOf()
    await Promise.all([remote.close(), remote.close()])
    assert.isUndefined(await remote.close())
  })

  it("is closed at the end of an await using", async () => {
    const { baseUrl } = await serve()
    const left = async () => {
      await using remote = await connect({ name: "us", baseUrl, apiKey: "key-1" })
      return remote.calls
    }
    const calls = await left()
    assert.instanceOf(await rejection(calls.recent()), ClientClosed)
  })

  it("is closed by its signal", async () => {
    const controller = new AbortController()
    const { answer, begun } = silent()
    const { remote } = await loggedIn(answer, { signal: controller.signal })
    const call = rejection(remote.enterpriseUsers.list())
    await begun
    controller.abort()
    assert.instanceOf(await call, ClientClosed)
    assert.instanceOf(await rejection(remote.enterpriseUsers.list()), ClientClosed)
  })

  it("does not connect if its signal is already aborted", async () => {
    const signal = AbortSignal.abort("too late")
    const connecting = connect({ name: "us", baseUrl: "https://us.example.com", apiKey: "key-1", signal })
    assert.strictEqual(await rejection(connecting), "too late")
  })

  it("does not connect if its signal is aborted meanwhile", async () => {
    const controller = new AbortController()
    const settings = { name: "us", baseUrl: "https://us.example.com", apiKey: "key-1" } as const
    const connecting = connect({ ...settings, signal: controller.signal })
    controller.abort("changed my mind")
    assert.strictEqual(await rejection(connecting), "changed my mind")
  })
})
