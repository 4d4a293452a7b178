import { assert, describe, it } from "@effect/vitest"

import type { Loaded } from "../../src/load/Load.ts"
import * as Measures from "../../src/load/Measures.ts"
import { progress, progressLine } from "../../src/load/progress.ts"

const at = (elapsed: number, done = 0): Loaded => {
  const measures = Measures.make(10_000)
  for (let index = 0; index < done; index++) {
    measures.due(index)
    measures.ended(index, 12, { _tag: "Passed" })
  }
  return { measures, startedAt: 0, elapsed: () => elapsed, inFlight: () => 7 }
}

const options = { duration: 10_000 }

describe("progress", () => {
  it("says how far it is, what became of what began, and how long it took", () => {
    const line = progressLine(options, at(5000, 100), 120)
    assert.match(line, /^\[█{15}░{15}\] 50% {2}100 done {2}7 under way {2}0 failed {2}0 dropped {2}p95 12\.0 ms$/)
    assert.match(progressLine(options, at(0), 120), /warm-up/)
  })

  it.each([0, 1, 5, 20, 40, 60, 80, 200])("fits a terminal of %i columns", (columns) => {
    assert.isBelow(progressLine(options, at(10_000, 100), columns).length, Math.max(1, columns))
  })

  it("is drawn anew in its line on a terminal, and nowhere else", () => {
    const written = (isTerminal: boolean) => {
      let text = ""
      const bar = progress(options, { write: (more) => (text += more), isTerminal, hasColour: false, columns: 80 })
      bar.draw(at(5000))
      bar.erase()
      return text
    }
    assert.strictEqual(written(false), "")
    assert.isTrue(written(true).startsWith("\r\u001B[K") && written(true).endsWith("\r\u001B[K"))
    assert.notInclude(written(true), "\n")
  })
})
