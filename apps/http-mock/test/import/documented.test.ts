import { readFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"

import { importWorld } from "../../src/library/promise.ts"
import { importing, listsOf } from "./support/imported.ts"

const page = readFileSync(new URL("../../../../docs/emulator/worlds.md", import.meta.url), "utf8")

const [, table = ""] = /^```csv\n(.*?)^```/ms.exec(page) ?? []

describe("importWorld", () => {
  it("makes the option world of what a program has, by a key others", async () => {
    const users = [
      { id: 500, name: "Rosa", email: "rosa@plant.example", role_name: "EnterpriseAdmin", shoe: 42 },
      { id: 501, name: "Sam", email: "sam@plant.example" }
    ]
    const files = [{ name: "users.json", content: JSON.stringify(users) }]
    const { notes, world } = await importWorld(files)
    assert.deepStrictEqual(notes, ["Not known, and left out: shoe: users.json."])
    const listed = await listsOf({ world })
    assert.deepStrictEqual(
      listed.users.map(({ email, id }) => [id, email]),
      users.map(({ email, id }) => [id, email])
    )
    const hidden = await importWorld(files, { key: "a key of sixteen characters" })
    assert.notInclude(JSON.stringify(hidden.world), "rosa")
    await importWorld([{ name: "users.json", content: "[" }]).then(
      () => assert.fail("taken"),
      (error: unknown) => assert.match(String(error), /Cannot import users\.json: it is not JSON/)
    )
  })
})

describe("the table of the page", { timeout: 30_000 }, () => {
  it("begins a world of its users and pods", async () => {
    const { code, world } = await importing({ "people.csv": table })
    assert.strictEqual(code, 0)
    const { pods, users } = await listsOf({ world })
    assert.deepStrictEqual(
      users.map(({ email, name, role_name }) => [name, email, role_name]),
      [
        ["Rosa Parks", "rosa@plant.example", "EnterpriseAdmin"],
        ["Sam", "sam@plant.example", "User"]
      ]
    )
    assert.deepStrictEqual(
      pods.map(({ name }) => name),
      ["Night Shift"]
    )
  })
})
