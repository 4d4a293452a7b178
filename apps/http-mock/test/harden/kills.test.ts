import { assert, describe, it } from "vitest"

import { attackKills } from "./kills/attack.ts"
import { bounded, steps } from "./support/Budget.ts"
import { findingsOf } from "./support/findings.ts"

describe("an emulator on the state file of one that was killed amid writes", () => {
  it("has every change that was answered", async () => {
    assert.deepStrictEqual(await findingsOf((report) => attackKills(1, steps(bounded.kills), report)), [])
  })
})
