import { assert, describe, it } from "@effect/vitest"
import type { PodQuery } from "@remote-assist/core/Pods"

import { list } from "../../../src/service/groups/Pods.ts"
import { slice } from "../../support/rows.ts"
import { answerOf, on, failureOf, worldOf } from "../../support/worlds.ts"

describe("list", () => {
  it("lists the pods in one page, the default one first", () => {
    const page = answerOf(list(on(worldOf()), {}))
    assert.deepInclude(page, { total_entries: 2, total_pages: 1, page: 1, page_size: 20 })
    assert.deepStrictEqual(
      page.entries.map((pod) => [pod.name, pod.default]),
      [
        ["Everyone", true],
        ["Field Service", false]
      ]
    )
  })

  it("accepts filters and page sizes", () => {
    const names = (query: PodQuery) => answerOf(list(on(worldOf()), query)).entries.map(({ name }) => name)
    assert.deepStrictEqual(names({ filter: "name~=Field%" }), ["Field Service"])
    assert.deepStrictEqual(names({ filter: "default=true" }), ["Everyone"])
    assert.deepStrictEqual(names({ filter: '"id|=1,2"', page_size: 1, page: 2 }), ["Field Service"])
    assert.deepStrictEqual(names({ filter: "updated_at>2025-12-31T00:00:00.123456Z" }), ["Everyone", "Field Service"])
    assert.deepStrictEqual(names({ filter: "updated_at>2026-01-31T10:00:00.123456Z" }), [])
    assert.deepInclude(answerOf(list(on(worldOf()), { filter: "name=Everyone", page_size: 100 })), {
      total_entries: 1,
      total_pages: 1,
      page_size: 100
    })
    for (const query of [{ filter: "nmae=x" }, { filter: "id" }, { page_size: 0 }, { page_size: 1001 }])
      assert.strictEqual(failureOf(list(on(worldOf()), query)).cause, "badInput")
  })

  it("counts the users in each pod, with generated ones", () => {
    for (const users of [4, 5, 7, 8, 9, 100, 1003]) {
      const world = worldOf({ users })
      const rows = slice(world.users, 0, users)
      for (const pod of world.pods) {
        const inside = rows.filter((user) => user.pods.includes(pod.id))
        assert.strictEqual(pod.user_count, inside.length, `${pod.name} of ${users}`)
        assert.strictEqual(pod.admin_count, inside.filter(({ entry }) => entry.role_id === 1).length)
      }
    }
  })
})
