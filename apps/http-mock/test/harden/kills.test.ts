import { assert, describe, it } from "vitest"

import { attackKills } from "./kills/attack.ts"
import { bounded, steps } from "./support/Budget.ts"
import { findingsOf } from "./support/findings.ts"

describe("an emulator on the state file of a killed one", () => {
  it("has every change that was confirmed before the kill", async () => {
    assert.deepStrictEqual(await findingsOf((report) => attackKills(1, steps(bounded.kills), report)), [])
  })
})
