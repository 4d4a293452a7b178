import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"

import * as Calls from "../../src/service/groups/Calls.ts"
import * as EnterpriseUsers from "../../src/service/groups/EnterpriseUsers.ts"
import type { Choices } from "../../src/world/gaps/options.ts"
import { runToEnd } from "../../src/world/lists/select.ts"
import * as Users from "../../src/world/users/Users.ts"
import { ada, answerOf, as, on, successOf, worldOf } from "../support/worlds.ts"

const world = worldOf()

const caller = Option.getOrThrow(Users.byId(world.users, ada))

const withChoices = (choices: Partial<Choices>) => ({ ...world, settings: { ...world.settings, choices } })

describe("a choice that changes in a running world", () => {
  it("affects a filter of calls that was used before", () => {
    const found = (choices: Partial<Choices>) =>
      answerOf(runToEnd(Calls.list(as(caller, withChoices(choices)), { filter: "reasonCallEnded=Call Ended" }))).length
    const others = { "calls.reasons": { ended: "done", missed: "Timed out" } }
    assert.deepStrictEqual([found({}), found(others), found({})], [1, 0, 1])
  })

  it("affects a filter of users that was used before", () => {
    const found = (choices: Partial<Choices>) =>
      successOf(runToEnd(EnterpriseUsers.list(on(withChoices(choices)), { filter: "role_name=User&name~=Linus%" })))
        .total_entries
    assert.deepStrictEqual([found({}), found({ "filter.combination": "&" }), found({})], [0, 1, 0])
  })
})
