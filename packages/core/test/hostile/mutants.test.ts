import { assert, describe, it } from "vitest"

import { attack } from "./mutants/attack.ts"

describe("documented answers with places changed by chance", () => {
  for (const seed of [1, 2])
    it(`end every step typed, and show no secret (seed ${seed})`, { timeout: 120_000 }, async () => {
      const { findings } = await attack(seed, (met) => met < 16)
      assert.deepStrictEqual(
        findings.map(({ answer, detail, kind, step }) => `${answer}, ${step}: ${kind}: ${detail}`),
        []
      )
    })
})
