import { assert, describe, it } from "@effect/vitest"
import { UserId } from "@remote-assist/core/EnterpriseUsers"
import * as JsonPatch from "effect/JsonPatch"

import * as EnterpriseUsers from "../../src/service/groups/EnterpriseUsers.ts"
import { diff } from "../../src/tenants/diff.ts"
import { timestamp } from "../../src/world/timestamp.ts"
import { viewOf } from "../support/view.ts"
import { Walk, walked } from "../support/walk.ts"
import { now, on, successOf, worldOf } from "../support/worlds.ts"

const start = worldOf({ users: 25, calls: 9 })

describe("diff", () => {
  it.prop("transforms the view of one world into that of another", { one: Walk, other: Walk }, ({ one, other }) => {
    const before = walked(start, one)
    const after = walked(before, other)
    assert.deepStrictEqual(JsonPatch.apply(diff(before, after), viewOf(before)), viewOf(after))
    assert.deepStrictEqual(JsonPatch.apply(diff(after, before), viewOf(after)), viewOf(before))
    assert.deepStrictEqual(diff(after, walked(before, other)), [])
  })

  it("compares worlds of different seeds and sizes", () => {
    const other = worldOf({ users: 12, seed: 2, region: "eu", issuer: "elsewhere" })
    const larger = worldOf({ users: 40, calls: 9 })
    for (const [before, after] of [
      [start, other],
      [other, start],
      [start, larger],
      [larger, start]
    ] as const)
      assert.deepStrictEqual(JsonPatch.apply(diff(before, after), viewOf(before)), viewOf(after))
  })

  it("has only the changed fields of a generated user", () => {
    const before = worldOf({ users: 10_000_000 })
    const [after] = successOf(EnterpriseUsers.update(on(before), UserId.make(5_000_000), { name: "Renamed" }))
    assert.deepStrictEqual(diff(before, after), [
      { op: "replace", path: "/users/5000000/name", value: "Renamed" },
      { op: "replace", path: "/users/5000000/updated_at", value: timestamp(now) }
    ])
  })

  it("removes a removed user, and adds a created one", () => {
    const removed = successOf(EnterpriseUsers.remove(on(start), UserId.make(120)))[0]
    assert.deepInclude(diff(start, removed), { op: "remove", path: "/users/120" })
    const created = successOf(EnterpriseUsers.provision(on(start), { email: "new@example.org", send_email: false }))[0]
    const patch = diff(start, created)
    assert.deepStrictEqual(
      patch.map(({ op, path }) => `${op} ${path}`),
      ["replace /pods/1/user_count", "add /users/126"]
    )
  })
})
