import { assert, describe, it } from "@effect/vitest"

import * as History from "../../src/tenants/State.ts"
import { worldOf } from "../support/worlds.ts"

describe("the history of a tenant", () => {
  it("keeps the latest changes, and forgets the oldest", () => {
    const [first, later] = [worldOf(), worldOf()]
    const history: History.History = []
    History.addToHistory(history, { us: first })
    for (let change = 1; change < History.mostChanges; change++) History.addToHistory(history, { eu: later })
    assert.strictEqual(history[0]?.us, first)
    History.addToHistory(history, { eu: later })
    assert.lengthOf(history, History.mostChanges)
    assert.strictEqual(history[0]?.us, undefined)
  })
})
