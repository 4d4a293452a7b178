import { assert, describe, it, vi } from "vitest"

import { connect, connectTo, Drifted, enterpriseUsers, pods, TimedOut } from "../../src/promise.ts"
import type { Drift } from "../../src/promise.ts"
import { loggedIn, rejection, serve, usersPage, usual } from "./service.ts"
import type { Answer } from "./service.ts"

const credentials = { email: "ada", password: "correct-horse" }

const drifting: Answer = (seen, response) =>
  seen.path.endsWith("/auth") ? usual(seen, response) : { ...usersPage(3), entries: [{ id: 5, name: 5 }] }

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

  it("strict and onDrift: reject or report drift", async () => {
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

  it("no process: a client works without an environment", async () => {
    vi.stubGlobal("process", undefined)
    const connecting = connect({ name: "us", baseUrl: "https://us.example.com", apiKey: "key-1" })
    vi.unstubAllGlobals()
    assert.isFunction((await connecting).close)
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
