import { assert, describe, it } from "@effect/vitest"

import { authenticate, principalOf } from "../../../src/service/access/authenticate.ts"
import { logIn } from "../../../src/service/groups/Auth/transitions.ts"
import { user } from "../../../src/service/run/actors.ts"
import { on, taken, worldOf } from "../../support/worlds.ts"

describe("the user of a request", () => {
  it("is looked up once, by the token that it carries", () => {
    const [world, { token }] = taken(logIn(on(worldOf()), { email: "grace", password: "correct-horse" }))
    let lookedUp = 0
    const users = {
      ...world.users,
      get removed() {
        lookedUp += 1
        return world.users.removed
      }
    }
    const context = on({ ...world, users })
    const { caller } = taken(user(context, principalOf(taken(authenticate(context, token)))))
    assert.strictEqual(caller.entry.username, "grace")
    assert.strictEqual(lookedUp, 1)
  })
})
