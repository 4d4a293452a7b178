import { assert, describe, it } from "vitest"

import { attackRequests } from "./requests/attack.ts"
import { bounded, steps } from "./support/Budget.ts"
import { findingsOf } from "./support/findings.ts"
import { serveHere as serve } from "./support/serveHere.ts"

describe("mutated requests on a socket", () => {
  it("are all answered in the dialect", async () => {
    const found = await findingsOf((report) =>
      attackRequests(1, steps(bounded.requests), report, { serve, users: 2000, timed: false })
    )
    assert.deepStrictEqual(found, [])
  })
})
