import { assert, describe, it } from "@effect/vitest"
import type { CallEvents } from "@remote-assist/core/Calls"

import { formatMoment } from "../../src/statistics/ChartState.ts"
import * as Statistics from "../../src/statistics/Statistics.ts"
import { callOf, start } from "./calls.ts"

const linesOf = (events: CallEvents) => Statistics.describeCall(Statistics.fromEvents(events))

const ada = "Ada Lovelace"

describe("statistics in words", () => {
  it("say that all of it was good", () => {
    assert.deepStrictEqual(linesOf(callOf({ name: ada, results: "gggg" })), [
      "Ada Lovelace: good throughout.",
      "Times are in UTC."
    ])
  })

  it("say how long it was not, and how much was lost", () => {
    const losses = [0, 0, 0, 9, 14, 5]
    assert.strictEqual(
      linesOf(callOf({ name: ada, results: "gggfffgg", losses }))[0],
      "Ada Lovelace: good for 63 %, fair for 38 %; video loss up to 14."
    )
  })

  it("describe the people in order, also without data", () => {
    const call = callOf(
      { results: "gg" },
      { name: "  Linus\n Torvalds\u001B[2J ", results: "gg" },
      { name: "", results: "" }
    )
    assert.deepStrictEqual(linesOf(call), [
      "Participant 1: good throughout.",
      "Linus Torvalds\uFFFD[2J: good throughout.",
      "Participant 3: nothing was measured.",
      "Times are in UTC."
    ])
  })

  it("report gaps", () => {
    assert.strictEqual(
      linesOf(callOf({ name: ada, results: "ggg----ggg" }))[0],
      "Ada Lovelace: good throughout; nothing measured for 20 s."
    )
  })

  it("say a result that nobody knows as it is, and that there is none", () => {
    assert.strictEqual(
      linesOf(callOf({ name: ada, results: "☃☃☃", losses: [1, 2] }))[0],
      "Ada Lovelace: ☃ throughout; video loss up to 2."
    )
    assert.strictEqual(linesOf(callOf({ name: ada, results: "???" }))[0], "Ada Lovelace: no result given throughout.")
  })

  it("report skipped points", () => {
    const point = { audio: 1, video: 1, result: "good" }
    const packetLoss = [{ ...point, timestamp: start }, { ...point, timestamp: start }, point]
    assert.strictEqual(
      linesOf({ stats: { participantStats: [{ name: ada, network: { packetLoss } }] } })[0],
      "Ada Lovelace: good throughout. Left out: 1 point without a time."
    )
  })

  it.each<readonly [string, CallEvents]>([
    ["no statistics", {}],
    ["none", { stats: null }],
    ["nobody", { stats: { participantStats: [] } }],
    ["nobody at all", { stats: { participantStats: null } }]
  ])("say of %s that nothing was measured", (_, events) => {
    assert.deepStrictEqual(linesOf(events), ["Nothing was measured of this call."])
  })
})

describe("a moment", () => {
  it.each([
    ["2030-01-01T16:00:00Z", "2030-01-01T17:00:00Z", "16:30:00"],
    ["2030-01-01T16:00:00Z", "2030-01-02T16:00:00Z", "01-01 16:30:00"],
    ["2030-01-01T16:00:00Z", "2030-02-01T16:00:00Z", "01-01 16:30:00"]
  ])("has its date if the call from %s to %s is of several days", (from, to, text) => {
    const span = { from: Date.parse(from), to: Date.parse(to) }
    assert.strictEqual(formatMoment(Date.parse("2030-01-01T16:30:00Z"), span), text)
  })
})
