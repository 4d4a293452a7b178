import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"

import * as Calls from "../../../src/world/calls/Calls.ts"
import { idAt } from "../../../src/world/users/Users.ts"

const million = Calls.make({ seed: 1, size: 1_000_000, users: 1000 })

const positions = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999_999 }))
const seeds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 }))
const sizes = Schema.Int.check(Schema.isBetween({ minimum: 3, maximum: 200 }))
const userCounts = Schema.Int.check(Schema.isBetween({ minimum: 3, maximum: 60 }))

describe("Calls", () => {
  it.prop("finds the position of an id, and of no other text", { position: positions }, ({ position }) => {
    const id = Calls.idOf(million, position)
    assert.match(id, /^call_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[8a][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.strictEqual(Calls.positionOf(million, id), position)
    for (const other of [`x${id}`, `${id}0`, id.toUpperCase(), id.slice(0, -1), ""])
      assert.isUndefined(Calls.positionOf(million, other), other)
  })

  it.prop(
    "has the same calls for each user as a plain array",
    { seed: seeds, size: sizes, users: userCounts },
    ({ seed, size, users }) => {
      const calls = Calls.make({ seed, size, users })
      const all = Array.from({ length: size }, (_, position) => Calls.at(calls, position))
      for (let user = 0; user < users + 2; user++) {
        const { at, total } = Calls.ofUser(calls, idAt(user))
        const expected = all.filter((call) => Calls.isIn(call, idAt(user))).map(({ position }) => position)
        assert.deepStrictEqual(
          Array.from({ length: total }, (_, index) => at(index)),
          expected,
          `user ${user}`
        )
      }
    }
  )

  it("are sorted by time, the newest first", () => {
    const times = Array.from({ length: 1000 }, (_, position) => Calls.at(million, position).startedAt)
    assert.deepStrictEqual(
      times,
      times.toSorted((one, other) => other - one)
    )
    assert.isTrue(Calls.at(million, 999_999).startedAt > 0)
  })

  it("have unique ids", () => {
    const ids = Array.from({ length: 20_000 }, (_, position) => Calls.idOf(million, position))
    assert.strictEqual(new Set(ids).size, ids.length)
  })
})
