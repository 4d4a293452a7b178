import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import { World } from "../../src/persistence/Codec.ts"
import * as WorldChange from "../../src/persistence/Codec.ts"
import type { World as Stored } from "../../src/world/model/World.ts"
import * as Users from "../../src/world/users/Users.ts"
import { viewOf } from "../support/view.ts"
import { Walk, walked } from "../support/walk.ts"
import { worldOf } from "../support/worlds.ts"

const save = Schema.encodeSync(Schema.fromJsonString(World("us")))

const start = worldOf({ users: 25, calls: 9 })

const written = (before: Stored, after: Stored): unknown =>
  JSON.parse(JSON.stringify(WorldChange.worldChange.between(before, after)))

const addresses = ({ users }: Stored) => [Object.fromEntries(users.emails), Object.fromEntries(users.usernames)]

const follows = (before: Stored, after: Stored) => {
  const applied = WorldChange.worldChange.applied(before, written(before, after))
  assert.strictEqual(save(applied), save(after))
  assert.deepStrictEqual(viewOf(applied), viewOf(after))
  assert.deepStrictEqual(addresses(applied), addresses(after))
  return applied
}

describe("a change of a world", () => {
  it.prop("leads to the next world, which behaves equally", { one: Walk, other: Walk }, ({ one, other }) => {
    const before = walked(start, one)
    const after = walked(before, other)
    const applied = follows(before, after)
    assert.deepStrictEqual(viewOf(walked(applied, one)), viewOf(walked(after, one)))
  })

  it.prop("can be reversed", { one: Walk, other: Walk }, ({ one, other }) => {
    const before = walked(start, one)
    follows(walked(before, other), before)
  })

  it("may swap addresses of users", () => {
    const [one, other] = [Users.rowAt(start.users, 0), Users.rowAt(start.users, 1)]
    const { email } = one.entry
    const free = Users.replace(start.users, { ...one, entry: { ...one.entry, email: "free@example.org" } })
    const taken = Users.replace(free, { ...other, entry: { ...other.entry, email } })
    const swapped = Users.replace(taken, { ...one, entry: { ...one.entry, email: other.entry.email } })
    const { users } = follows(start, { ...start, users: swapped })
    for (const address of [email, other.entry.email])
      assert.deepStrictEqual(Users.byEmail(users, address), Users.byEmail(swapped, address))
  })

  it("is complete for other generated users and calls", () => {
    const other = worldOf({ users: 40, calls: 30 })
    assert.strictEqual(Users.size(follows(start, other).users), Users.size(other.users))
  })

  it("is short for a small change of a large world", () => {
    const many = walked(
      start,
      Array.from({ length: 25 }, (_, at) => ({ step: 4, at }))
    )
    const more = walked(many, [{ step: 0, at: 0 }])
    assert.notStrictEqual(more, many)
    assert.isBelow(JSON.stringify(written(many, more)).length, save(more).length / 10)
    assert.deepStrictEqual(written(many, many), {})
  })

  it.each([{ nothing: 1 }, { drawn: "1" }, { outbox: { set: [[1, {}]], remove: [] } }, { users: {} }, 7])(
    "is rejected as %j",
    (change) => {
      assert.throws(() => WorldChange.worldChange.applied(start, change))
    }
  )
})
