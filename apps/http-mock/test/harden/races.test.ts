import { assert, describe, it } from "vitest"

import { attackRaces } from "./races/attack.ts"
import { bounded, steps } from "./support/Budget.ts"
import { findingsOf } from "./support/findings.ts"
import { serveHere } from "./support/serveHere.ts"

describe("many clients of one tenant, and of many", () => {
  it("lead to the state and the answers of the journal's order, sent once more", async () => {
    assert.deepStrictEqual(await findingsOf((report) => attackRaces(1, steps(bounded.races), report, serveHere)), [])
  })
})
