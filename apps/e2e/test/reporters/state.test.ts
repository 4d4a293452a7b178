import { assert, describe, it } from "@effect/vitest"

import { changesOf } from "../../src/reporters/html/state.ts"

const note = (exchange: number, ...changes: ReadonlyArray<unknown>) => ({ exchange, id: exchange, gaps: [], changes })

describe("changesOf", () => {
  it("tells what was there before from what an earlier request changed, itself or around it", () => {
    const changes = changesOf({
      journal: [
        note(2, { op: "replace", path: "/users/7/active", value: true }, { op: "remove", path: "/users/7" }),
        note(1, { op: "replace", path: "/users/7/active", value: false }),
        note(0, { op: "add", path: "/users/7", value: { active: true, "a/b": 1 } }),
        note(3, { op: "replace", path: "/users/8/active", value: false }, "no operation")
      ]
    })
    assert.deepStrictEqual(changes.get(0), [{ path: "/users/7", before: undefined, after: { active: true, "a/b": 1 } }])
    assert.deepStrictEqual(changes.get(1), [{ path: "/users/7/active", before: true, after: false }])
    assert.deepStrictEqual(changes.get(2)?.[0], { path: "/users/7/active", before: false, after: true })
    assert.deepStrictEqual(changes.get(3), [{ path: "/users/8/active", before: undefined, after: false }])
  })

  it("does not guess what stands in a list that one was removed from", () => {
    const changes = changesOf({
      journal: [
        note(0, { op: "add", path: "/pods", value: ["a", "b", "c"] }),
        note(1, { op: "remove", path: "/pods/0" }),
        note(2, { op: "replace", path: "/pods/1", value: "d" })
      ]
    })
    assert.strictEqual(changes.get(1)?.[0]?.before, "a")
    assert.strictEqual(changes.get(2)?.[0]?.before, undefined)
  })
})
