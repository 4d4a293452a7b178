import { assert, describe, it } from "@effect/vitest"
import { connect, secret } from "@remote-assist/core/promise"

import { importWorld, startEmulator } from "../../src/library/promise.ts"
import { listsOf } from "./support/imported.ts"

// the login for the list is a use
const stepped = (user: Readonly<Record<string, unknown>>) => ({ ...user, last_used_at: "", updated_at: "" })

/** All users and pods of a new emulator with 60 users, listed by the SDK. */
const exported = async () => {
  await using emulator = await startEmulator({ users: 60, gaps: { "users.token": "present" } })
  const { baseUrl, demo, fetch } = emulator
  const remote = await connect({ name: "us", baseUrl: baseUrl.us, apiKey: demo.apiKey, fetch })
  await remote.session.logIn({ email: demo.email, password: secret(demo.password) })
  const page = await remote.enterpriseUsers.list({ page_size: 100 })
  return { page, pods: (await remote.pods.list()).entries }
}

const lines = (entries: ReadonlyArray<unknown>) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join("")

describe("exported lists of the SDK", () => {
  it.for(["an array", "a page", "pages that overlap", "a line each"] as const)(
    "become a world with the same lists, as %s",
    async (form) => {
      const { page, pods } = await exported()
      const { entries } = page
      const content = {
        "an array": JSON.stringify(entries),
        "a page": JSON.stringify(page, undefined, 2),
        "pages that overlap": JSON.stringify([{ entries: entries.slice(0, 40) }, { entries: entries.slice(35) }]),
        "a line each": lines(entries)
      }[form]
      const { notes, world } = await importWorld([
        { name: "users.json", content },
        { name: "pods.json", content: JSON.stringify(pods) }
      ])
      assert.notMatch(JSON.stringify(world), /eyJ|token/)
      assert.strictEqual(notes.length, form === "pages that overlap" ? 2 : 1, notes.join("\n"))
      const [before, after] = [await listsOf({ users: 60 }), await listsOf({ world })]
      assert.deepStrictEqual(after.users.map(stepped), before.users.map(stepped))
      assert.deepStrictEqual(after.pods, before.pods)
    }
  )

  it("keep widely spaced ids", async () => {
    const row = (id: number, name: string, role_name: string) => ({
      id,
      name,
      email: `${name}@plant.example`,
      role_name
    })
    const rows = [row(9_000_007, "zoe", "User"), row(5012, "rosa", "EnterpriseAdmin")]
    const { world } = await importWorld([{ name: "users.json", content: JSON.stringify(rows) }])
    const { users } = await listsOf({ world })
    assert.deepStrictEqual(
      users.map(({ id, name }) => [id, name]),
      [
        [5012, "rosa"],
        [9_000_007, "zoe"]
      ]
    )
  })

  it("are rejected in one sentence", async () => {
    await importWorld([{ name: "users.json", content: "[" }]).then(
      () => assert.fail("taken"),
      (error: unknown) => assert.match(String(error), /Cannot import users\.json: it is not JSON/)
    )
  })
})
