import { assert, describe, it } from "@effect/vitest"
import { EnterpriseUser } from "@remote-assist/core/EnterpriseUsers"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"

import { fields } from "../../../src/world/users/User.ts"
import * as Users from "../../../src/world/users/Users.ts"
import { worldOf } from "../../support/worlds.ts"

const million = 1_000_000
const { generated } = worldOf({ users: million }).users
const positions = Schema.Int.check(Schema.isBetween({ minimum: generated.from, maximum: million - 1 }))

describe("Generated", () => {
  it.prop("finds the position of a user name", { position: positions }, ({ position }) => {
    assert.strictEqual(
      Users.generatedPositionOf(generated, Users.generatedRowAt(generated, position).username),
      position
    )
  })

  it.prop("finds no position for a name that only has the same end", { position: positions }, ({ position }) => {
    const name = Users.generatedRowAt(generated, position).username
    for (const other of [`x${name}`, name.replace(".", "-"), "101", ""])
      assert.isUndefined(Users.generatedPositionOf(generated, other))
    // another user may have this name
    const longer = Users.generatedPositionOf(generated, `${name}0`)
    if (longer !== undefined) assert.strictEqual(Users.generatedRowAt(generated, longer).username, `${name}0`)
  })

  it.prop("generates entries that the contract accepts unchanged", { position: positions }, ({ position }) => {
    const { entry } = Users.generatedUserAt(generated, position)
    assert.deepStrictEqual(Schema.encodeSync(EnterpriseUser)(entry), entry)
    assert.deepStrictEqual(
      Object.keys(EnterpriseUser.fields).filter((field) => !Object.hasOwn(entry, field)),
      ["token"]
    )
  })

  it.prop("generates each field as a search over it does", { position: positions }, ({ position }) => {
    const { entry } = Users.generatedUserAt(generated, position)
    const values = Record.map(fields, ({ generated: valueOf }) => valueOf(Users.generatedRowAt(generated, position)))
    assert.deepStrictEqual<unknown>(values, entry)
  })

  it("generates the same user again, and other users from another seed", () => {
    const other = worldOf({ seed: 2, users: million }).users.generated
    assert.deepStrictEqual(Users.generatedUserAt(generated, 5), Users.generatedUserAt(generated, 5))
    assert.notDeepEqual(Users.generatedUserAt(generated, 5), Users.generatedUserAt(other, 5))
  })

  it("has active and inactive users, some without a login, and repeated names", () => {
    const rows = Array.from({ length: 1000 }, (_, index) => Users.generatedUserAt(generated, index + 4).entry)
    const share = (passes: (entry: (typeof rows)[number]) => boolean) => rows.filter(passes).length
    assert.isTrue(share(({ active }) => !active) > 20 && share(({ active }) => !active) < 150)
    assert.isTrue(share((entry) => entry.is_first_login) > 50)
    assert.isTrue(new Set(rows.map(({ name }) => name)).size > 400)
    assert.strictEqual(new Set(rows.map(({ email }) => email)).size, rows.length)
  })
})
