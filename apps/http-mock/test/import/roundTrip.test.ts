import { readFile } from "node:fs/promises"

import { assert, describe, it } from "@effect/vitest"

import { spawned } from "./support/exported.ts"
import { importing, listsOf } from "./support/imported.ts"

// a log-in to list them is a use
const stepped = (user: Readonly<Record<string, unknown>>) => ({ ...user, last_used_at: "", updated_at: "" })

const exportedAs = async (format: "csv" | "json" | "ndjson") => {
  const [users, pods] = await Promise.all([spawned("users", format), spawned("pods", format)])
  return { [`users.${format}`]: users, [`pods.${format}`]: pods }
}

describe("what remote-assist exports", { timeout: 120_000 }, () => {
  it.for(["csv", "json", "ndjson"] as const)("begins a world that lists the same, as %s", async (format) => {
    const { err, world } = await importing(await exportedAs(format))
    assert.match(err, /^world\.json has 60 users and 2 pods\. Start with it: remote-assist-mock --seed world\.json\n$/)
    const before = await listsOf({ users: 60 })
    const after = await listsOf({ world })
    assert.deepStrictEqual(after.users.map(stepped), before.users.map(stepped))
    assert.deepStrictEqual(after.pods, before.pods)
  })

  it("lists the pages that the service answers too, each entry once", async () => {
    const { pods, users } = await listsOf({ users: 60 })
    const page = (entries: ReadonlyArray<unknown>, number: number) => ({
      entries,
      page: number,
      page_size: 40,
      total_entries: 60,
      total_pages: 2
    })
    const pages = [page(users.slice(0, 40), 1), page(users.slice(35), 2)]
    const { err, world } = await importing({
      "users.json": JSON.stringify(pages),
      "pods.json": JSON.stringify(page(pods, 1), undefined, 2)
    })
    assert.include(err, "Entries that are there twice, taken once: users.json, entry 41, users.json, entry 42")
    const after = await listsOf({ world })
    assert.deepStrictEqual(after.users.map(stepped), users.map(stepped))
  })

  it("has secrets of nobody", async () => {
    const { users } = await listsOf({ users: 10, gaps: { "users.token": "present" } })
    const token = String(users[0]?.["token"])
    assert.match(token, /^eyJ/)
    const { err, text } = await importing({ "users.json": JSON.stringify(users) })
    assert.notInclude(text, token)
    assert.include(err, "Secret, and not imported: token: users.json.")
  })

  it("keeps ids far apart, and gives new users the next ones", async () => {
    const row = (id: number, name: string, role: string) => ({
      id,
      name,
      email: `${name}@plant.example`,
      role_name: role
    })
    const rows = [row(9_000_007, "zoe", "User"), row(5012, "rosa", "EnterpriseAdmin")]
    const { cwd, world } = await importing({ "users.json": JSON.stringify(rows) })
    const { users } = await listsOf({ world })
    assert.deepStrictEqual(
      users.map(({ id, name }) => [id, name]),
      [
        [5012, "rosa"],
        [9_000_007, "zoe"]
      ]
    )
    assert.isNotEmpty(await readFile(`${cwd}/users.json`, "utf8"))
  })
})
