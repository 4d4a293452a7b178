import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"

import * as Calls from "../../src/service/groups/Calls.ts"
import * as EnterpriseUsers from "../../src/service/groups/EnterpriseUsers.ts"
import type { Choices } from "../../src/world/gaps/options.ts"
import { runToEnd } from "../../src/world/lists/Cooperative.ts"
import * as Users from "../../src/world/users/Users.ts"
import { ada, answered, as, on, taken, worldOf } from "../support/worlds.ts"

const world = worldOf()

const caller = Option.getOrThrow(Users.byId(world.users, ada))

const choosing = (choices: Partial<Choices>) => ({ ...world, settings: { ...world.settings, choices } })

describe("a choice that is switched while the world lives", () => {
  it("changes what a filter of calls finds that was asked before", () => {
    const found = (choices: Partial<Choices>) =>
      answered(runToEnd(Calls.list(as(caller, choosing(choices)), { filter: "reasonCallEnded=Call Ended" }))).length
    const others = { "calls.reasons": { ended: "done", missed: "Timed out" } }
    assert.deepStrictEqual([found({}), found(others), found({})], [1, 0, 1])
  })

  it("changes what a filter of users finds that was asked before", () => {
    const found = (choices: Partial<Choices>) =>
      taken(runToEnd(EnterpriseUsers.list(on(choosing(choices)), { filter: "role_name=User&name~=Linus%" })))
        .total_entries
    assert.deepStrictEqual([found({}), found({ "filter.combination": "&" }), found({})], [0, 1, 0])
  })
})
