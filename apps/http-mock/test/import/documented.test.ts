import { readFileSync } from "node:fs"

import { assert, describe, it } from "@effect/vitest"

import { importing, listsOf } from "./support/imported.ts"

const page = readFileSync(new URL("../../../../docs/emulator/worlds.md", import.meta.url), "utf8")

const [, table = ""] = /^```csv\n(.*?)^```/ms.exec(page) ?? []

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
