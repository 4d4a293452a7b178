import { assert, describe, it } from "@effect/vitest"
import type { CallEvents } from "@remote-assist/core/Calls"
import * as Schema from "effect/Schema"

import * as Events from "../../../src/world/calls/answers.ts"
import * as Calls from "../../../src/world/calls/Calls.ts"
import { maxMeasurements } from "../../../src/world/calls/measurements.ts"
import { day, on, worldOf } from "../../support/worlds.ts"

const seeds = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 - 1 }))
const positions = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 199 }))
/** Milliseconds from the start of a call to the request: up to 30 years. */
const spans = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 * 365 * day }))

const callsOf = (seed: number) => worldOf({ seed, users: 9, calls: 200 })

const eventsAt = (world: ReturnType<typeof worldOf>, position: number, now: number): CallEvents =>
  Events.events(on(world, now), Calls.at(world.calls, position))

const statsOf = ({ stats }: CallEvents) => stats ?? assert.fail("no statistics")

const peopleOf = (events: CallEvents) => statsOf(events).participantStats ?? assert.fail("nobody")

const pointsOf = ({ network }: ReturnType<typeof peopleOf>[number]) => network?.packetLoss ?? assert.fail("no points")

const quality: Readonly<Record<string, number>> = { good: 3, fair: 2, poor: 1 }

const meanQuality = (points: ReadonlyArray<{ readonly result?: string | null }>) =>
  Math.round(points.reduce((sum, { result }) => sum + (quality[result ?? ""] ?? assert.fail()), 0) / points.length)

const runningCall = 0

describe("the measurements of a call", () => {
  it.prop(
    "are sorted by time, within the call, and match its averages",
    { seed: seeds, position: positions, span: spans },
    ({ position, seed, span }) => {
      const world = callsOf(seed)
      const call = Calls.at(world.calls, position)
      const events = eventsAt(world, position, call.startedAt + span)
      const end = call.endedAt ?? call.startedAt + span
      const people = peopleOf(events)
      if (call.ending === "missed") return assert.deepStrictEqual([people, statsOf(events).overallQuality], [[], 0])
      for (const { network } of people) {
        const { avgQuality, avgResult, bandwidth = [], packetLoss = [] } = network ?? assert.fail()
        const times = packetLoss?.map(({ timestamp }) => Number(timestamp) * 1000) ?? []
        assert.isAtLeast(times.length, 1)
        assert.isAtMost(times.length, maxMeasurements)
        assert.isTrue(times.every((at, index) => at > (times[index - 1] ?? Number.NEGATIVE_INFINITY)))
        assert.isTrue(times.every((at) => at >= call.startedAt && at <= end))
        assert.deepStrictEqual(
          bandwidth?.map(({ timestamp }) => Number(timestamp) * 1000),
          times
        )
        for (const { audio, video } of [...(bandwidth ?? []), ...(packetLoss ?? [])])
          assert.isTrue([audio, video].every((value) => Number.isInteger(value) && Number(value) >= 0))
        assert.strictEqual(avgQuality, meanQuality(packetLoss ?? []))
        assert.strictEqual(quality[avgResult ?? ""], avgQuality)
      }
      assert.strictEqual(statsOf(events).overallQuality, meanQuality(people.flatMap(pointsOf)))
    }
  )

  it.prop("are the same for the same seed, and differ for another", { seed: seeds, position: positions }, (call) => {
    const { position, seed } = call
    const now = Date.UTC(2026, 0, 1, 1)
    const points = (of: number) => peopleOf(eventsAt(callsOf(of), position, now)).map(pointsOf)
    assert.deepStrictEqual(points(seed), points(seed))
    if (points(seed).length > 0) assert.notDeepEqual(points(seed), points(seed + 1))
  })

  it.prop("only grow during a call, up to the tenant's clock", { seed: seeds }, ({ seed }) => {
    const world = callsOf(seed)
    const { startedAt } = Calls.at(world.calls, runningCall)
    const after = (seconds: number) => peopleOf(eventsAt(world, runningCall, startedAt + seconds * 1000)).map(pointsOf)
    const earlier = after(600)
    const later = after(1200)
    for (const [index, points] of earlier.entries()) {
      assert.strictEqual(points.length, 121)
      assert.deepStrictEqual(later[index]?.slice(0, 121), points)
      // the points of a long call are further apart
      assert.deepStrictEqual(
        after(2400)[index]?.slice(0, 61),
        points.filter((_, at) => at % 2 === 0)
      )
    }
  })

  it.prop("have one bad period, of one participant", { seed: seeds }, ({ seed }) => {
    const world = callsOf(seed)
    const finished = 2
    const lengths = peopleOf(eventsAt(world, finished, 0)).map((person) => {
      const bad = pointsOf(person).flatMap(({ video }, at) => (Number(video) >= 7 ? [at] : []))
      return bad.length === 0 ? 0 : Math.max(...bad) - Math.min(...bad) + 1
    })
    const [none = -1, some = -1] = lengths.toSorted((one, other) => one - other)
    assert.strictEqual(none, 0)
    assert.isTrue(some >= 3 && some <= 20, `${some} points`)
  })

  it("have a point every five seconds in a call of twelve and a half minutes", () => {
    const people = peopleOf(eventsAt(worldOf(), 2, 0))
    assert.deepStrictEqual(
      people.map((person) => pointsOf(person).length),
      [151, 151]
    )
  })

  it("are empty for a call that begins in the future", () => {
    const world = worldOf()
    const events = eventsAt(world, runningCall, Calls.at(world.calls, runningCall).startedAt - 1)
    assert.deepInclude(statsOf(events), { overallQuality: 0, participantStats: [] })
  })

  it("have no end while the call runs", () => {
    assert.isTrue(
      peopleOf(eventsAt(worldOf(), runningCall, Date.UTC(2026, 0, 1))).every(({ ended }) => ended === undefined)
    )
  })
})
