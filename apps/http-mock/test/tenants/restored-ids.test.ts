import { assert, describe, it } from "vitest"

import { startEmulator } from "../../src/library/promise.ts"
import { asking } from "./support/client.ts"

const users = "/us/api/v1r1/enterprise/users"

const joan = { name: "Joan", password: "correct-horse" }

type Asking = ReturnType<typeof asking>

/** Ways to return to the state of a tenant, prepared before any change. */
const ways: ReadonlyArray<readonly [string, (ask: Asking) => Promise<() => Promise<unknown>>]> = [
  [
    "an undo",
    async ({ send }) =>
      () =>
        send("POST", "/__mock/undo", { count: 1000 })
  ],
  [
    "a restore",
    async ({ send }) => {
      await send("PUT", "/__mock/snapshots/begun")
      return () => send("POST", "/__mock/snapshots/begun/restore")
    }
  ],
  [
    "a reset",
    async ({ send }) =>
      () =>
        send("POST", "/__mock/reset", {})
  ],
  [
    "a load",
    async ({ send }) => {
      const { json } = await send("GET", "/__mock/state")
      return () => send("PUT", "/__mock/state", json)
    }
  ]
]

const mailing =
  ({ send }: Asking) =>
  async (kind: string): Promise<string> =>
    (await send("GET", `/__mock/outbox?kind=${kind}`)).json.at(-1).token

describe.each(ways)("after %s", (_, wayBack) => {
  it("the confirmation of a new e-mail address does not affect another user with the id", async () => {
    await using emulator = await startEmulator({ frozenAt: "2026-03-01T12:00:00Z" })
    const ask = asking(emulator)
    const { create, logIn, send } = ask
    const [mailed, goBack] = [mailing(ask), await wayBack(ask)]
    const renamed = async (name: string) => {
      const { json } = await create(`${name}@example.org`)
      await send("PUT", `${users}/${json.id}`, { email: `${name}.new@example.org` }, await logIn("ada"))
      return { id: json.id, token: await mailed("new-email") }
    }
    const confirm = (token: string) => send("POST", `/us/api/v1/register/confirm_new_email?confirmation_token=${token}`)
    const before = await renamed("one")
    await goBack()
    const after = await renamed("two")
    assert.strictEqual(after.id, before.id)
    assert.strictEqual((await confirm(before.token)).status, 401)
    const { json, status } = await confirm(after.token)
    assert.deepStrictEqual([status, json.id, json.email], [200, after.id, "two.new@example.org"])
  })

  it("the confirmation of an account does not confirm an account that was registered later", async () => {
    await using emulator = await startEmulator({ frozenAt: "2026-03-01T12:00:00Z" })
    const ask = asking(emulator)
    const { send } = ask
    const [mailed, goBack] = [mailing(ask), await wayBack(ask)]
    const registered = async () => {
      await send("POST", "/us/api/v1/register", { user_info: { ...joan, email: "joan@example.org" } })
      return mailed("confirmation")
    }
    const confirm = (token: string) => send("POST", `/us/api/v1/register/confirm?confirmation_token=${token}`)
    const before = await registered()
    await goBack()
    const after = await registered()
    assert.strictEqual((await confirm(before)).status, 401)
    assert.strictEqual((await confirm(after)).status, 200)
    assert.strictEqual((await confirm(after)).status, 401)
  })

  it("no token of a user works for another user with the id", async () => {
    await using emulator = await startEmulator({ frozenAt: "2026-03-01T12:00:00Z" })
    const ask = asking(emulator)
    const { create, send, whose } = ask
    const goBack = await wayBack(ask)
    const asks = async (name: string) => {
      const { json: user } = await create(`${name}@example.org`)
      const body = { email: `${name}@example.org`, password: "correct-horse" }
      const { json: pair } = await send("POST", "/us/api/v1r1/auth", body)
      const { json: personal } = await send("POST", "/us/api/v1r1/personal_access_token", undefined, pair.token)
      return { id: user.id, ...pair, personal: personal.token }
    }
    const working = async ({ personal, refresh, token }: Awaited<ReturnType<typeof asks>>) => [
      await whose(token),
      (await send("POST", "/us/api/v1/auth/refresh", { refresh_token: refresh })).status,
      (await send("POST", "/us/api/v1r1/auth/pat", { token: personal })).status
    ]
    const before = await asks("one")
    await goBack()
    const after = await asks("two")
    assert.strictEqual(after.id, before.id)
    assert.deepStrictEqual(await working(before), [undefined, 401, 400])
    assert.deepStrictEqual(await working(after), [String(after.id), 200, 200])
  })
})

describe("a client that waits for an e-mail", () => {
  it("gets an e-mail that a restore brings back", async () => {
    await using emulator = await startEmulator()
    const { send } = asking(emulator)
    await send("POST", "/us/api/v1/register", { user_info: { ...joan, email: "joan@example.org" } })
    await send("PUT", "/__mock/snapshots/registered")
    await send("POST", "/__mock/reset", {})
    const waiting = send("GET", "/__mock/outbox/wait?to=joan%40example.org&timeout=10%20seconds")
    // answered after the wait has started
    assert.deepStrictEqual((await send("GET", "/__mock/outbox?to=joan%40example.org")).json, [])
    await send("POST", "/__mock/snapshots/registered/restore")
    const { json, status } = await waiting
    assert.deepStrictEqual([status, json.to], [200, "joan@example.org"])
  })
})
