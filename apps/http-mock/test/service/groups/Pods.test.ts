import { assert, describe, it } from "@effect/vitest"

import { list } from "../../../src/service/groups/Pods/transitions.ts"
import { slice } from "../../support/rows.ts"
import { answered, on, worldOf } from "../../support/worlds.ts"

describe("list", () => {
  it("lists the pods in one page, the default one first", () => {
    const page = answered(list(on(worldOf()), {}))
    assert.deepInclude(page, { total_entries: 2, total_pages: 1, page: 1, page_size: 20 })
    assert.deepStrictEqual(
      page.entries.map((pod) => [pod.name, pod.default]),
      [
        ["Everyone", true],
        ["Field Service", false]
      ]
    )
  })

  it("counts the users that are in each pod, however many are generated", () => {
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
