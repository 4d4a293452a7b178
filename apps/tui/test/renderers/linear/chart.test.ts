import { assert, describe, it } from "@effect/vitest"

import { describeChanges } from "../../../src/renderers/linear/speech.ts"
import * as Statistics from "../../../src/statistics/Statistics.ts"
import type { ChartBody } from "../../../src/view/View.ts"
import { answers, moved, moves } from "../../statistics/arbitrary.ts"
import { goodCall } from "../../statistics/calls.ts"
import { list, view } from "../../support/views.ts"

const statistics = Statistics.fromEvents(goodCall)

type Moves = Parameters<typeof moved>[1]

const chart = (...moves: Moves): ChartBody => ({
  _tag: "Chart",
  name: "chart",
  title: "Calls ▸ call_1",
  statistics,
  state: moved(statistics, moves)
})

const announced = (before: ChartBody, after: ChartBody) => describeChanges(view(before), view(after))

/** Noise to hear, and what moves the cursor or hides. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2500-\u25FF\u2800-\u28FF]/u

describe("the statistics of a call for a screen reader", () => {
  it("are words, and what was measured at the cursor", () => {
    assert.deepStrictEqual(describeChanges(view(list([])), view(chart())), [
      "Calls call_1",
      "Overall good (3), cursor 16:11:20 (+0:00), 2 people, 151 moments, one every 5 s",
      "Ada Lovelace: good throughout.",
      "Linus Torvalds: good for 94 %, fair for 6 %; video loss up to 15.",
      "Times are in UTC.",
      "16:11:20 (+0:00), Ada Lovelace: bandwidth video 220, audio 42, good; packet loss video 1, audio 0, good"
    ])
  })

  it("are no more than what one goes to", () => {
    assert.deepStrictEqual(announced(chart(), chart("chart.right")), [
      "16:11:25 (+0:05), Ada Lovelace: bandwidth video 224, audio 42, good; packet loss video 0, audio 0, good"
    ])
    assert.deepStrictEqual(announced(chart(), chart("chart.person")), [
      "2 of 2, Linus Torvalds: good for 94 %, fair for 6 %; video loss up to 15.",
      "16:11:20 (+0:00), Linus Torvalds: bandwidth video 190, audio 38, good; packet loss video 1, audio 0, good"
    ])
    assert.deepStrictEqual(announced(chart(), chart("chart.zoomIn")), ["16:11:20 to 16:17:35 of 12:30"])
    assert.deepStrictEqual(announced(chart("chart.zoomIn"), chart()), ["the whole call"])
    assert.deepStrictEqual(announced(chart(), chart("chart.audio")), ["video and audio in the charts"])
    assert.deepStrictEqual(announced(chart(), chart("chart.table")), ["numbers in place of charts"])
    assert.deepStrictEqual(announced(chart(), chart()), [])
  })

  it.prop(
    "are lines that are not empty, with nothing in them that is noise or hides",
    { answer: answers, all: moves },
    ({ all, answer }) => {
      const statistics = Statistics.fromEvents(answer)
      const at = (moves: Moves) => view({ ...chart(), statistics, state: moved(statistics, moves) })
      const [before, after] = [at([]), at(all)]
      for (const line of [...describeChanges(undefined, after), ...describeChanges(before, after)]) {
        assert.notStrictEqual(line.trim(), "")
        assert.notMatch(line, forbidden)
      }
      assert.deepStrictEqual(describeChanges(after, after), [])
    }
  )
})
