import { assert, describe, it } from "vitest"

import { steps } from "./acts.ts"
import { sample } from "./extent.ts"
import { attack } from "./mutants/attack.ts"

describe("documented answers with places changed by chance", () => {
  it("end every step typed, and show no secret", { timeout: 120_000 }, async () => {
    const { findings } = await attack(1, (met) => met < 16, sample(steps, 5))
    assert.deepStrictEqual(
      findings.map(({ answer, detail, kind, step }) => `${answer}, ${step}: ${kind}: ${detail}`),
      []
    )
  })
})
