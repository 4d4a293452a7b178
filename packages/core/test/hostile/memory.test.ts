import { assert, beforeAll, describe, it } from "vitest"

import { calls } from "./acts.ts"
import { answers } from "./answers/all.ts"
import { isWhole, sample } from "./extent.ts"
import type { Measured } from "./memory/client.ts"
import { measure } from "./memory/measure.ts"
import { serving } from "./server.ts"

const all = Object.values(answers).flat()
const big = sample(
  all.filter(({ big }) => big),
  2
)
const usual = all.filter(({ name }) => name === "the documented refusal" || name === "entries with the same id")

// 64 MiB are a body that is just within its limit; as much may wait to be collected, of what the socket read. A few answers
// leave more uncollected than many do: what is not bounded grows by a GiB
/** MiB that a client may grow by. */
const most = isWhole ? 192 : 384

describe("a client in a process of its own that meets big answers", () => {
  let measured: Measured

  beforeAll(async () => {
    measured = await serving([...usual, ...big], (targets) =>
      measure(targets.slice(0, usual.length), targets.slice(usual.length))
    )
  }, 300_000)

  it.each(big.map(({ name }) => name))("%s: every operation ends typed, and shows no secret", (name) => {
    assert.lengthOf(
      measured.ended.filter(({ answer }) => answer === name),
      sample(calls, 4).length
    )
    assert.deepStrictEqual(
      measured.findings.filter(({ answer }) => answer === name),
      []
    )
  })

  it(`grows by ${most} MiB at the most`, () => {
    assert.isBelow(measured.grown / 2 ** 20, most)
  })
})
