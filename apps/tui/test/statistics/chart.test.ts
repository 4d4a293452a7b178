import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { chart } from "../../src/statistics/chart.ts"
import * as ChartState from "../../src/statistics/ChartState.ts"
import * as Statistics from "../../src/statistics/Statistics.ts"
import { columnsAfter, terminals } from "../support/widths.ts"
import { answers, moved, moves } from "./arbitrary.ts"

const size = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

const inputs = { answer: answers, all: moves, width: size(1, 199), height: size(1, 60) }

const textOf = (line: ReadonlyArray<{ readonly text: string }>) => line.map(({ text }) => text).join("")

/** What moves the cursor, hides, or turns the direction of what follows. */
const forbidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u

describe("the chart of any statistics at any cursor", () => {
  it.prop("has no more lines than there is room, and nothing in them that hides", inputs, (each) => {
    const { all, answer, height, width } = each
    const statistics = Statistics.fromEvents(answer)
    const lines = chart(statistics, moved(statistics, all), { width, height })
    assert.isAtMost(lines.length, height)
    for (const line of lines) assert.notMatch(textOf(line), forbidden)
  })

  it("is as wide in every terminal, and no wider than there is room", async () => {
    for (const answer of await Effect.runPromise(Arbitrary.sampleEffect(answers, { count: 12, seed: 7 }))) {
      const statistics = Statistics.fromEvents(answer)
      for (const width of [30, 60, 110, 199]) {
        const lines = chart(statistics, moved(statistics, ["chart.right", "chart.zoomIn"]), { width, height: 40 }).map(
          textOf
        )
        const columns = []
        for (const [, terminal] of terminals) columns.push(await columnsAfter(terminal, lines))
        for (const each of columns) assert.deepStrictEqual(each, columns[0])
        assert.isTrue(columns[0]?.every((column) => column <= width))
      }
    }
  })

  it.prop("keeps the cursor and what is seen within the call", { answer: answers, all: moves }, ({ all, answer }) => {
    const statistics = Statistics.fromEvents(answer)
    const whole = ChartState.fullSpan(statistics)
    const state = moved(statistics, all)
    const { from, to } = ChartState.visibleSpan(statistics, state)
    assert.isTrue(whole.from <= from && from <= to && to <= whole.to)
    assert.isTrue(from <= state.cursor && state.cursor <= to)
    assert.isTrue(statistics.times.length === 0 || statistics.times.includes(state.cursor))
    assert.isTrue(state.media.audio || state.media.video)
    assert.isTrue(state.person === 0 || state.person < statistics.people.length)
  })

  it.prop("goes past every moment, there and back", { answer: answers }, ({ answer }) => {
    const statistics = Statistics.fromEvents(answer)
    const { times } = statistics
    let state = ChartState.transitions["chart.start"](statistics, ChartState.initial(statistics))
    for (const at of times) {
      assert.strictEqual(state.cursor, at)
      state = ChartState.transitions["chart.right"](statistics, state)
    }
    for (const at of times.toReversed()) {
      assert.strictEqual(state.cursor, at)
      state = ChartState.transitions["chart.left"](statistics, state)
    }
  })

  it.prop("is described in short lines without invalid numbers", { answer: answers }, ({ answer }) => {
    const lines = Statistics.describeCall(Statistics.fromEvents(answer))
    assert.isAtLeast(lines.length, 1)
    for (const line of lines) {
      assert.notMatch(line, forbidden)
      assert.notMatch(line, /NaN|Infinity|undefined|null/)
      assert.isAtMost(line.length, 1500)
    }
  })

  it.prop(
    "has a record for each moment of each person that something is known of",
    { answer: answers },
    ({ answer }) => {
      const { participantStats = [] } = answer.stats ?? {}
      const statistics = Statistics.fromEvents(answer)
      const [heading, ...all] = Statistics.toRecords(statistics, ChartState.fullSpan(statistics))
      assert.isTrue(all.every((record) => record.length === heading?.length))
      const most = (participantStats ?? []).reduce(
        (sum, { network }) => sum + (network?.bandwidth?.length ?? 0) + (network?.packetLoss?.length ?? 0),
        0
      )
      assert.isAtMost(all.length, most)
    }
  )
})
