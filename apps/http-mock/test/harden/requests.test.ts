import { assert, describe, it } from "vitest"

import { attackRequests } from "./requests/attack.ts"
import { bounded, steps } from "./support/Budget.ts"
import { findingsOf } from "./support/findings.ts"
import { serveHere as serve } from "./support/serveHere.ts"

describe("mutated requests", () => {
  it("get responses in the dialect of the service", async () => {
    const found = await findingsOf((report) =>
      attackRequests(1, steps(bounded.requests), report, { serve, users: 2000, timed: false })
    )
    assert.deepStrictEqual(found, [])
  })
})
