import { assert, describe, it } from "@effect/vitest"

import { addToHistory, maxChanges } from "../../src/tenants/Tenant.ts"
import type { Tenant } from "../../src/tenants/Tenant.ts"
import { worldOf } from "../support/worlds.ts"

describe("the history of a tenant", () => {
  it("keeps the latest changes, and drops the oldest", () => {
    const [first, later] = [worldOf(), worldOf()]
    const history: Tenant["history"] = []
    addToHistory(history, { us: first })
    for (let change = 1; change < maxChanges; change++) addToHistory(history, { eu: later })
    assert.strictEqual(history[0]?.us, first)
    addToHistory(history, { eu: later })
    assert.lengthOf(history, maxChanges)
    assert.strictEqual(history[0]?.us, undefined)
  })
})
