import { assert, describe, it } from "vitest"

import { attackModels } from "./models/attack.ts"
import { bounded, steps } from "./support/Budget.ts"
import { findingsOf } from "./support/findings.ts"
import { serveHere } from "./support/serveHere.ts"

describe("a random walk of changes to users, with undo, snapshots, restore and reset", () => {
  it("gets the responses that a small model predicts", async () => {
    assert.deepStrictEqual(await findingsOf((report) => attackModels(1, steps(bounded.models), report, serveHere)), [])
  })
})
