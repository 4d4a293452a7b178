import { assert, describe, it } from "vitest"

import { attackRaces } from "./races/attack.ts"
import { bounded, steps } from "./support/Budget.ts"
import { findingsOf } from "./support/findings.ts"
import { serveHere } from "./support/serveHere.ts"

describe("parallel clients of one tenant, or of several", () => {
  it("get the responses and the state that a replay of the journal leads to", async () => {
    assert.deepStrictEqual(await findingsOf((report) => attackRaces(1, steps(bounded.races), report, serveHere)), [])
  })
})
