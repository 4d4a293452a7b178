import { assert, describe, it } from "vitest"

import { attackRequests } from "./requests/attack.ts"
import { bounded, steps } from "./support/Budget.ts"
import { findingsOf } from "./support/findings.ts"

describe("mutated requests on a socket", () => {
  for (const seed of [1, 2])
    it(`are all answered in the dialect (seed ${seed})`, { timeout: 120_000 }, async () => {
      assert.deepStrictEqual(
        await findingsOf((report) =>
          attackRequests(seed, steps(bounded.requests), report, { users: 2000, timed: false })
        ),
        []
      )
    })
})
